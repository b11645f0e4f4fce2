import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import type { AchievementEntry } from '../../src/achievements/catalogue.ts'
import type { AchievementCatalogueEvent } from '../../src/achievements/events.ts'
import type { CompetitionEvent } from '../../src/competitions/events.ts'
import { type FixtureEvent, fixtureEvents, type GameweekEvent } from '../../src/fixtures/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { LiveChange } from '../../src/slice/group.ts'
import { Player } from './player.ts'
import { SeasonView } from './season-view.ts'
import { compare, countPicks } from './standings.ts'
import * as store from './store.ts'
import { type Entry, entryOf, groundOf, matchEntry, type PlayerEvent, playerEvents } from './timeline.ts'

type Founding = Extract<CompetitionEvent, { type: 'CompetitionCreated' }>
type KnownToAll = FixtureEvent | GameweekEvent | AchievementCatalogueEvent | AccountEvent

/** What is not one player's; of competitions the beginning, the rest of them is players'. */
const hearing = {
  ...fixtureEvents,
  GameweekSettled: true,
  AchievementsIntroduced: true,
  RetroactiveUnlocksOrdered: true,
  ...deletionsOnly,
  CompetitionCreated: true,
} as const satisfies Hearing<KnownToAll | Founding>

export type AchievementFact = Heard<KnownToAll | Founding, typeof hearing> | PlayerEvent
type Fact = Recorded<AchievementFact>
export const achievementEvents = [...heardIn(hearing), ...playerEvents]

/**
 * Folds a batch in log order. What a player has earned follows from their own events and the season alone, so a stretch of the
 * batch is folded player by player, some thousands at a time; what compares players (a settled gameweek) ends a stretch.
 */
export async function projectAchievements(
  tx: store.Tx,
  events: readonly Fact[],
  catalogue: readonly AchievementEntry[],
  /** Those of batches before, where there were any. */
  seasons: store.KeptSeasons = new Map(),
): Promise<readonly LiveChange[]> {
  const batch = new Batch(tx, catalogue, seasons)
  await batch.load(events)
  for (const event of events) await batch.take(event)
  return batch.finish()
}

const isOfMatch = (fact: Fact): fact is Recorded<FixtureEvent> => fact.type in fixtureEvents

class Batch {
  private readonly tx: store.Tx
  private readonly catalogue: readonly AchievementEntry[]
  private readonly kept: store.KeptSeasons
  private introduced: ReadonlySet<string> = new Set()
  private views: ReadonlyMap<string, SeasonView> = new Map()
  private readonly fixtures = new Map<number, string>()
  private competitions = new Map<number, { kind: string; season: string }>()
  private unstarted = new Set<string>()
  private readonly moved = new Set<string>()
  private readonly told = new Set<number>()
  private entries: Entry[] = []

  constructor(tx: store.Tx, catalogue: readonly AchievementEntry[], kept: store.KeptSeasons) {
    this.tx = tx
    this.catalogue = catalogue
    this.kept = kept
  }

  async load(events: readonly Fact[]): Promise<void> {
    const { introduced, seasons } = await store.loadCommon(this.tx, this.kept)
    this.introduced = introduced
    this.views = seasons
    for (const [season, { state }] of this.views) for (const { id } of state.matches) this.fixtures.set(id, season)
    const ids = new Set(events.flatMap(({ data }) => ('competitionId' in data ? data.competitionId : [])))
    this.competitions = await store.loadCompetitions(this.tx, [...ids])
    const rooms = events.flatMap((event) => (event.type === 'MessagePosted' ? event.data.room : []))
    this.unstarted = new Set(await store.openRooms(this.tx, rooms))
  }

  async take(fact: Fact): Promise<void> {
    if (isOfMatch(fact)) return this.takeMatch(fact)
    switch (fact.type) {
      case 'GameweekSettled':
        return this.settle(fact)
      case 'CompetitionCreated': {
        const { competitionId: id, kind, season } = fact.data
        this.competitions.set(id, { kind, season })
        return store.saveCompetition(this.tx, { id, kind, season })
      }
      case 'AchievementsIntroduced':
        await this.fold()
        await store.introduce(this.tx, fact.data.achievementIds)
        this.introduced = new Set([...this.introduced, ...fact.data.achievementIds])
        return
      case 'RetroactiveUnlocksOrdered':
        await this.fold()
        return store.release(this.tx, fact.data.orderId, fact.data.only, fact.metadata.at)
      case 'UserDeleted':
        await this.fold()
        return store.erase(this.tx, fact.data.userId)
      default:
        this.takePlayers(fact)
    }
  }

  async finish(): Promise<readonly LiveChange[]> {
    await this.fold()
    await store.saveSeasons(this.tx, this.views, this.moved)
    return [...this.told].map((id) => ({ room: `user:${id}`, topic: 'achievements' as const }))
  }

  private async takeMatch(event: Recorded<FixtureEvent>): Promise<void> {
    if (event.type === 'FixtureScheduled') this.fixtures.set(event.data.fixtureId, event.data.season)
    const season = this.fixtures.get(event.data.fixtureId)
    if (season === undefined) return
    const step = (this.views.get(season) ?? SeasonView.of(season)).take(event, event.metadata.at)
    if (!step) return
    this.see(season, step.view)
    if (step.concerns === 'nobody') return
    if (step.view.uncounted().length > 0) {
      await this.fold()
      this.see(season, await countPicks(this.tx, season, step.view))
    }
    this.entries.push(matchEntry(event, season, step, this.views))
  }

  private async settle(event: Recorded<GameweekEvent>): Promise<void> {
    const { season, gameweek } = event.data
    const before = this.views.get(season)
    if (!before) return
    await this.fold()
    const { view, honours } = await compare(this.tx, season, before.settle(event), gameweek)
    this.see(season, view)
    this.entries.push({
      views: this.views,
      ground: groundOf(event, season),
      deeds: new Map(
        [...honours].map(([userId, changes]) => [
          userId,
          (player) => {
            for (const change of changes) player.did(change)
            return true
          },
        ]),
      ),
      match: { season, slot: -1, concerns: 'all' },
    })
    await this.fold()
  }

  private takePlayers(event: Recorded<PlayerEvent>): void {
    const entry = entryOf(event, {
      views: this.views,
      seasonOfFixture: (id) => this.fixtures.get(id),
      competition: (id) => this.competitions.get(id),
      isFirstIn: ({ kind, id }) => this.unstarted.delete(`${kind} ${id}`),
    })
    if (!entry) return
    this.entries.push(entry)
    if (event.type === 'AchievementUnlocked' || event.type === 'AchievementRevoked')
      for (const userId of entry.deeds.keys()) this.told.add(userId)
  }

  private see(season: string, view: SeasonView): void {
    this.views = new Map(this.views).set(season, view)
    this.moved.add(season)
  }

  /** Folds what has been gathered, player by player. */
  private async fold(): Promise<void> {
    const entries = this.entries.splice(0)
    if (entries.length === 0) return
    const own = new Map<number, number[]>()
    for (const [index, { deeds }] of entries.entries())
      for (const userId of deeds.keys()) {
        const mine = own.get(userId)
        if (mine) mine.push(index)
        else own.set(userId, [index])
      }
    const matches = entries.flatMap(({ match }, index) => (match ? index : []))
    const ids = await this.concerned(entries, own)
    const rules = { catalogue: this.catalogue, introduced: this.introduced, lists: new Map<string, Uint8Array>() }
    for (let from = 0; from < ids.length; from += store.CHUNK) {
      const chunk = ids.slice(from, from + store.CHUNK)
      const { cards, players, erased } = await store.loadPlayers(this.tx, chunk)
      const cardsBy = Map.groupBy(cards, ({ user_id }) => user_id)
      const rowBy = new Map(players.map((row) => [row.user_id, row]))
      const folded = chunk
        .filter((id) => !erased.has(id))
        .map((id) => {
          const player = new Player(id, rules, cardsBy.get(id) ?? [], rowBy.get(id))
          for (const index of inOrder(own.get(id) ?? [], matches)) apply(player, entries[index]!)
          return player.changes()
        })
      await store.save(
        this.tx,
        {
          cards: folded.flatMap((changes) => changes.cards),
          players: folded.flatMap(({ player }) => player ?? []),
          unlockings: folded.flatMap(({ unlockings }) => unlockings),
          earnings: folded.flatMap(({ earnings }) => earnings),
        },
        cards,
      )
    }
  }

  /** Everybody whose facts may move, in order: those with events of their own, those with picks for matches that moved. */
  private async concerned(entries: readonly Entry[], own: ReadonlyMap<number, unknown>): Promise<readonly number[]> {
    const ids = new Set(own.keys())
    const moved = entries.flatMap(({ match }) => match ?? [])
    const everybody = new Set(moved.filter(({ concerns }) => concerns === 'all').map(({ season }) => season))
    for (const id of await store.playersOf(this.tx, [...everybody])) ids.add(id)
    for (const [season, matches] of Map.groupBy(moved, ({ season }) => season)) {
      if (everybody.has(season)) continue
      for (const id of await store.pickersOf(this.tx, season, [...new Set(matches.map(({ slot }) => slot))]))
        ids.add(id)
    }
    return [...ids].sort((a, b) => a - b)
  }
}

function apply(player: Player, { views, ground, deeds, match }: Entry): void {
  const deed = deeds.get(player.id)
  const isMoved =
    match !== null && (match.concerns === 'all' ? player.plays(match.season) : player.has(match.season, match.slot))
  const isActive = deed?.(player) ?? false
  if (ground && (isActive || isMoved)) player.judge(views, ground)
}

/** Two ascending lists as one. An entry with deeds and a match stands in both. */
function inOrder(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0) return a
  if (a.length === 0) return b
  const all: number[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const left = a[i] ?? Infinity
    const right = b[j] ?? Infinity
    all.push(Math.min(left, right))
    if (left <= right) i++
    if (right <= left) j++
  }
  return all
}
