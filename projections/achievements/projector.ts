import { accountEvents } from '../../src/areas/accounts/events.ts'
import type { AchievementEntry } from '../../src/areas/achievements/catalogue.ts'
import { achievementCatalogueEvents } from '../../src/areas/achievements/events.ts'
import { competitionEvents } from '../../src/areas/competitions/events.ts'
import {
  type FixtureEvent,
  fixtureEvents,
  type GameweekEvent,
  gameweekEvents,
} from '../../src/areas/fixtures/events.ts'
import { chooseSeason } from '../../src/areas/fixtures/season-choice.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { LiveChange } from '../../src/slice/group.ts'
import { countPicks, gameweekRankingsOf } from './gameweek-rankings.ts'
import { type Cause, Player } from './player.ts'
import { SeasonView } from './season-view.ts'
import * as store from './store.ts'
import { type Change, changesOf, type PlayerEvent, playerEvents } from './timeline.ts'

const handled = {
  ...fixtureEvents,
  ...gameweekEvents,
  ...achievementCatalogueEvents,
  ...playerEvents,
  CompetitionCreated: competitionEvents.CompetitionCreated,
  UserDeleted: accountEvents.UserDeleted,
}
export type AchievementFact = EventsOf<typeof handled>
type Fact = Recorded<AchievementFact>
export const handledEvents = typesOf(handled)

const isOfMatch = (fact: Fact): fact is Recorded<FixtureEvent> => fact.type in fixtureEvents

/** One event of a stretch, with the seasons as they are behind it. */
interface Entry {
  readonly views: ReadonlyMap<string, SeasonView>
  /** null: nothing is earned or lost by it, or there is no season yet that it could be booked in. */
  readonly cause: Cause | null
  readonly changes: readonly (readonly [userId: number, Change])[]
  /** It moves the facts of those with a pick for a match; `slot` null: of everybody in the season. */
  readonly moved: { readonly season: string; readonly slot: number | null } | null
}

/**
 * Folds a batch in log order. What a player has earned follows from their own events and the season alone, so a stretch of the
 * batch is folded player by player, some thousands at a time; what compares players (a settled gameweek) ends a stretch.
 */
export async function projectAchievements(
  tx: store.Tx,
  events: readonly Fact[],
  catalogue: readonly AchievementEntry[],
  kept: store.SeasonCache,
): Promise<readonly LiveChange[]> {
  const { introduced, views: loaded } = await store.loadCommon(tx, kept)
  let views: ReadonlyMap<string, SeasonView> = loaded
  const fixtures = new Map<number, { readonly season: string; readonly slot: number }>()
  for (const [season, { state }] of views)
    for (const [slot, { id }] of state.matches.entries()) fixtures.set(id, { season, slot })
  const competitionIds = new Set(events.flatMap(({ data }) => ('competitionId' in data ? data.competitionId : [])))
  const competitions = await store.loadCompetitions(tx, [...competitionIds])
  const unstarted = await store.openRooms(
    tx,
    events.flatMap((event) => (event.type === 'MessagePosted' ? event.data.room : [])),
  )
  const changed = new Set<string>()
  const told = new Set<number>()
  let entries: Entry[] = []

  function see(view: SeasonView): void {
    views = new Map(views).set(view.season, view)
    changed.add(view.season)
  }

  /** `season`: where the ledger books what is earned by the event; null: nothing is. */
  function add(event: Fact, season: string | null, changes: Entry['changes'], moved: Entry['moved'] = null): void {
    const { id, type, data, metadata } = event
    const fixtureId = 'fixtureId' in data ? data.fixtureId : null
    const { at, simulated = false } = metadata
    const cause = season === null ? null : { event: id, type, at, season, fixtureId, simulated }
    entries.push({ views, cause, changes, moved })
  }

  async function take(fact: Fact): Promise<void> {
    if (isOfMatch(fact)) return takeMatch(fact)
    switch (fact.type) {
      case 'GameweekSettled':
        return settle(fact)
      case 'CompetitionCreated': {
        const { competitionId: id, kind, season } = fact.data
        competitions.set(id, { id, kind, season })
        return store.saveCompetition(tx, { id, kind, season })
      }
      case 'AchievementsIntroduced':
        await fold()
        for (const id of fact.data.achievementIds) introduced.add(id)
        return store.introduce(tx, fact.data.achievementIds)
      case 'RetroactiveUnlocksOrdered':
        await fold()
        return store.release(tx, fact.data.orderId, fact.data.only, fact.metadata.at)
      case 'UserDeleted':
        await fold()
        return store.erase(tx, fact)
      default:
        takePlayers(fact)
    }
  }

  async function takeMatch(event: Recorded<FixtureEvent>): Promise<void> {
    const { fixtureId } = event.data
    const season = event.type === 'FixtureScheduled' ? event.data.season : fixtures.get(fixtureId)?.season
    if (season === undefined) return
    const step = (views.get(season) ?? new SeasonView(season)).take(event, event.metadata.at)
    if (!step) return
    const { view, slot, concerns } = step
    fixtures.set(fixtureId, { season, slot })
    see(view)
    if (concerns === 'nobody') return
    if (view.uncounted().length > 0) {
      await fold()
      see(await countPicks(tx, view))
    }
    add(event, season, [], { season, slot: concerns === 'all' ? null : slot })
  }

  async function settle(event: Recorded<GameweekEvent>): Promise<void> {
    const { season, gameweek } = event.data
    const before = views.get(season)
    if (!before) return
    await fold()
    const view = await countPicks(tx, before.settle(event))
    see(view)
    add(event, season, await gameweekRankingsOf(tx, view, gameweek), { season, slot: null })
    await fold()
  }

  function takePlayers(event: Recorded<PlayerEvent>): void {
    const changes = changesOf(event, {
      match: (id) => {
        const found = fixtures.get(id)
        return found && { ...found, match: views.get(found.season)!.match(found.slot) }
      },
      competition: (id) => competitions.get(id),
      isFirstIn: ({ kind, id }) => unstarted.delete(`${kind} ${id}`),
    })
    const isOfLog = event.type === 'AchievementUnlocked' || event.type === 'AchievementRevoked'
    if (isOfLog) told.add(event.data.userId)
    if (changes.length > 0) add(event, isOfLog ? null : seasonOf(event), changes)
  }

  /** docs/rules.md R12: an entry of the ledger belongs to the season of the event that earned it; else to the one that is current then. */
  function seasonOf({ data, metadata }: Recorded<PlayerEvent>): string | null {
    if ('fixtureId' in data) return fixtures.get(data.fixtureId)?.season ?? null
    if ('competitionId' in data) return competitions.get(data.competitionId)?.season ?? null
    const starts = [...views.values()].map((view) => view.start())
    return chooseSeason(starts, metadata.at)
  }

  /** Folds what has been gathered, player by player. */
  async function fold(): Promise<void> {
    const stretch = entries
    entries = []
    const own = Map.groupBy(
      stretch.flatMap(({ changes }, at) => changes.map(([userId, change]) => ({ userId, at, change }))),
      ({ userId }) => userId,
    )
    const moves = stretch.flatMap(({ moved }, at) => (moved ? { at, moved } : []))
    const ids = new Set(own.keys())
    for (const [season, those] of Map.groupBy(moves, ({ moved }) => moved.season)) {
      const slots = [...new Set(those.map(({ moved }) => moved.slot))]
      for (const id of await store.playersOf(tx, season, slots)) ids.add(id)
    }
    const sorted = [...ids].sort((a, b) => a - b)
    for (let from = 0; from < sorted.length; from += store.CHUNK) {
      const rows = await store.loadPlayers(tx, sorted.slice(from, from + store.CHUNK))
      const folded = [...Map.groupBy(rows, ({ user_id }) => user_id)].map(([id, standing]) => {
        const player = new Player(id, { catalogue, introduced }, standing)
        // In the order of the log; what an event changes of a player stands before what it moves.
        const steps = [...(own.get(id) ?? []), ...moves].sort((a, b) => a.at - b.at)
        for (const step of steps) {
          const { views, cause } = stretch[step.at]!
          if ('change' in step) step.change(player)
          else if (!player.isIn(step.moved)) continue
          if (cause) player.judge(views, cause)
        }
        return player.changes()
      })
      await store.save(tx, {
        cards: folded.flatMap(({ cards }) => cards),
        players: folded.flatMap(({ players }) => players),
        unlockings: folded.flatMap(({ unlockings }) => unlockings),
        earnings: folded.flatMap(({ earnings }) => earnings),
      })
    }
  }

  for (const event of events) await take(event)
  await fold()
  await store.saveSeasons(
    tx,
    [...changed].map((season) => views.get(season)!),
  )
  return [...told].map((id) => ({ room: `user:${id}`, topic: 'achievements' as const }))
}
