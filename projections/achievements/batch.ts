import { setImmediate as nextTurn } from 'node:timers/promises'
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
import type { EventsOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { LiveChange } from '../../src/slice/group.ts'
import { countPicks, gameweekRankingsOf } from './gameweek-rankings.ts'
import { type Cause, Player } from './player.ts'
import { SeasonView } from './season-view.ts'
import * as store from './store.ts'
import { type Change, changesOf, type PlayerEvent, playerEvents } from './timeline.ts'

export const handled = {
  ...fixtureEvents,
  ...gameweekEvents,
  ...achievementCatalogueEvents,
  ...playerEvents,
  CompetitionCreated: competitionEvents.CompetitionCreated,
  UserDeleted: accountEvents.UserDeleted,
}
export type AchievementFact = EventsOf<typeof handled>
type Fact = Recorded<AchievementFact>

/** Players folded before requests have their turn. */
const PLAYERS_A_TURN = 100

const isOfMatch = (fact: Fact): fact is Recorded<FixtureEvent> => fact.type in fixtureEvents

/** An event waiting to be folded, with the seasons after it. */
interface Entry {
  readonly views: ReadonlyMap<string, SeasonView>
  /** Null: nothing is earned or lost by it, or there is no season to book it in. */
  readonly cause: Cause | null
  readonly changes: readonly (readonly [userId: number, Change])[]
  /** The event changes the facts of players with a pick for the match at `slot`; null: of all players of the season. */
  readonly moved: { readonly season: string; readonly slot: number | null } | null
}

/**
 * Folds a batch in log order. Achievements follow from the player's own events and the season alone. Consecutive events are therefore
 * folded player by player, some thousands at a time. An event that compares players (a settled gameweek) is folded separately.
 */
export async function projectAchievements(
  tx: store.Tx,
  events: readonly Fact[],
  catalogue: readonly AchievementEntry[],
  cache: store.SeasonCache,
): Promise<readonly LiveChange[]> {
  const { introduced, views: loaded } = await store.loadCommon(tx, cache)
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
  const notified = new Set<number>()
  let entries: Entry[] = []

  function updateSeason(view: SeasonView): void {
    views = new Map(views).set(view.season, view)
    changed.add(view.season)
  }

  /** Adds an entry. `season`: season in which the ledger books earned badges; null: none can be earned. */
  function add(event: Fact, season: string | null, changes: Entry['changes'], moved: Entry['moved'] = null): void {
    const { id, type, data, metadata } = event
    const fixtureId = 'fixtureId' in data ? data.fixtureId : null
    const { at, simulated = false } = metadata
    const cause = season === null ? null : { event: id, type, at, season, fixtureId, simulated }
    entries.push({ views, cause, changes, moved })
  }

  async function apply(fact: Fact): Promise<void> {
    if (isOfMatch(fact)) return applyMatch(fact)
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
        applyPlayers(fact)
    }
  }

  async function applyMatch(event: Recorded<FixtureEvent>): Promise<void> {
    const { fixtureId } = event.data
    const season = event.type === 'FixtureScheduled' ? event.data.season : fixtures.get(fixtureId)?.season
    if (season === undefined) return
    const step = (views.get(season) ?? new SeasonView(season)).apply(event, event.metadata.at)
    if (!step) return
    const { view, slot, affects } = step
    fixtures.set(fixtureId, { season, slot })
    updateSeason(view)
    if (affects === 'none') return
    if (view.uncounted().length > 0) {
      await fold()
      updateSeason(await countPicks(tx, view))
    }
    add(event, season, [], { season, slot: affects === 'all' ? null : slot })
  }

  async function settle(event: Recorded<GameweekEvent>): Promise<void> {
    const { season, gameweek } = event.data
    const before = views.get(season)
    if (!before) return
    await fold()
    const view = await countPicks(tx, before.settle(event))
    updateSeason(view)
    add(event, season, await gameweekRankingsOf(tx, view, gameweek), { season, slot: null })
    await fold()
  }

  function applyPlayers(event: Recorded<PlayerEvent>): void {
    const changes = changesOf(event, {
      match: (id) => {
        const found = fixtures.get(id)
        return found && { ...found, match: views.get(found.season)!.match(found.slot) }
      },
      competition: (id) => competitions.get(id),
      isFirstIn: ({ kind, id }) => unstarted.delete(`${kind} ${id}`),
    })
    const isRecorded = event.type === 'AchievementUnlocked' || event.type === 'AchievementRevoked'
    if (isRecorded) notified.add(event.data.userId)
    if (changes.length > 0) add(event, isRecorded ? null : seasonOf(event), changes)
  }

  /** docs/rules.md R12: a ledger entry belongs to the season of the event that earned it, otherwise to the season current at its time. */
  function seasonOf({ data, metadata }: Recorded<PlayerEvent>): string | null {
    if ('fixtureId' in data) return fixtures.get(data.fixtureId)?.season ?? null
    if ('competitionId' in data) return competitions.get(data.competitionId)?.season ?? null
    const starts = [...views.values()].map((view) => view.start())
    return chooseSeason(starts, metadata.at)
  }

  /** Ids of the players to fold, in order, some at a time: all players of a match are many. */
  async function* chunksOf(
    own: readonly number[],
    moves: readonly { readonly moved: NonNullable<Entry['moved']> }[],
  ): AsyncGenerator<readonly number[]> {
    const waiting = [...own].sort((a, b) => a - b)
    const takeUntil = (last: number) => waiting.splice(0, waiting.filter((id) => id <= last).length)
    const moved = Map.groupBy(moves, ({ moved }) => moved.season)
    const picks = [...moved].map(([season, those]) => ({
      season,
      slots: new Set(those.map(({ moved }) => moved.slot)),
    }))
    if (picks.length > 0)
      for await (const ids of store.playersOf(tx, picks))
        yield [...new Set([...takeUntil(ids.at(-1)!), ...ids])].sort((a, b) => a - b)
    while (waiting.length > 0) yield waiting.splice(0, store.CHUNK)
  }

  /** Folds the entries, player by player. */
  async function fold(): Promise<void> {
    const pending = entries
    entries = []
    const own = Map.groupBy(
      pending.flatMap(({ changes }, at) => changes.map(([userId, change]) => ({ userId, at, change }))),
      ({ userId }) => userId,
    )
    const moves = pending.flatMap(({ moved }, at) => (moved ? { at, moved } : []))
    for await (const ids of chunksOf([...own.keys()], moves)) {
      const rows = await store.loadPlayers(tx, ids)
      const folded: ReturnType<Player['changes']>[] = []
      for (const [id, playerRows] of Map.groupBy(rows, ({ user_id }) => user_id)) {
        if (folded.length % PLAYERS_A_TURN === 0) await nextTurn()
        const player = new Player(id, { catalogue, introduced }, playerRows)
        // In the order of the log. An event's own changes of a player come before the changes of facts.
        const steps = [...(own.get(id) ?? []), ...moves].sort((a, b) => a.at - b.at)
        for (const step of steps) {
          const { views, cause } = pending[step.at]!
          if ('change' in step) step.change(player)
          else if (!player.isIn(step.moved)) continue
          if (cause) player.evaluate(views, cause)
        }
        folded.push(player.changes())
      }
      await store.save(tx, {
        seasonPicks: folded.flatMap(({ seasonPicks }) => seasonPicks),
        players: folded.flatMap(({ players }) => players),
        unlockings: folded.flatMap(({ unlockings }) => unlockings),
        earnings: folded.flatMap(({ earnings }) => earnings),
      })
    }
  }

  for (const event of events) await apply(event)
  await fold()
  await store.saveSeasons(
    tx,
    [...changed].map((season) => views.get(season)!),
  )
  return [...notified].map((id) => ({ room: `user:${id}`, topic: 'achievements' as const }))
}
