import { clubsOf } from '../areas/fixtures/clubs.ts'
import { cutoffBefore } from '../areas/fixtures/cutoff.ts'
import { settledBy } from '../areas/fixtures/gameweek-window.ts'
import type { Score } from '../areas/fixtures/match.ts'
import { BrokenSource, type SeasonCalendar } from '../areas/fixtures/sources/calendar.ts'
import { fixtureStream } from '../areas/fixtures/streams.ts'
import type { Pick } from '../areas/predictions/events.ts'
import { type LeagueStep, planLeagues } from './league-plan.ts'
import { firstPickFrom, planPick, type SimulatedPlayer, simulatedPlayers } from './player.ts'

/** A match of the simulation. Times in milliseconds. */
export interface PlannedMatch {
  readonly fixtureId: number
  readonly stream: string
  readonly kickoff: number
  readonly cutoff: number
  readonly finish: number
  readonly score: Score
  /** Whether its gameweek settles with this result. */
  readonly settles: boolean
}

export interface PickCommand {
  readonly kind: 'first' | 'update'
  readonly at: number
  readonly player: SimulatedPlayer
  readonly match: PlannedMatch
  readonly predictionId: number
  readonly pick: Pick
}

/** All commands between two results, with the second result last. */
export interface Segment {
  readonly registrations: readonly SimulatedPlayer[]
  readonly firstPicks: readonly PickCommand[]
  readonly updates: readonly PickCommand[]
  readonly leagues: readonly LeagueStep[]
  readonly match: PlannedMatch
}

/** All commands of a season for a seed, with their order, times and ids. */
export type SeasonPlan = ReturnType<typeof planSeason>

/** From kickoff to the final whistle. */
const MATCH_MS = 115 * 60_000
const DAY = 86_400_000

/** Plans a season; its picks are drawn as they are read. Throws `BrokenSource` if a match has no date or result. */
export function planSeason(calendar: SeasonCalendar, options: { players: number; seed: number }) {
  const { seed } = options
  const clubs = clubsOf(calendar.matches.flatMap(({ home, away }) => [home, away]))
  const slugs = [...new Set([...clubs.values()].map(({ slug }) => slug))].sort()
  const teamIds = new Map(slugs.map((slug, index) => [slug, index + 1]))
  const matches = calendar.matches.map(({ home, away, kickoff, score }, index): PlannedMatch => {
    if (!kickoff || !score)
      throw new BrokenSource(`${home} v ${away} has no date or no result: only a season that is over can be simulated`)
    const stream = fixtureStream(calendar.season, clubs.get(home)!.slug, clubs.get(away)!.slug)
    const at = Date.parse(kickoff)
    const cutoff = Date.parse(cutoffBefore(kickoff))
    return { fixtureId: index + 1, stream, kickoff: at, cutoff, finish: at + MATCH_MS, score, settles: false }
  })
  const firstKickoff = Math.min(...matches.map(({ kickoff }) => kickoff))
  const players = simulatedPlayers(seed, options.players, firstKickoff)
  const expected = expectedGoals(calendar, matches)
  const ordered = withSettlements(
    matches.toSorted((a, b) => a.finish - b.finish || a.fixtureId - b.fixtureId),
    ({ fixtureId }) => calendar.matches[fixtureId - 1]!.gameweek,
  )

  const leagues = planLeagues(
    calendar.season,
    matches.map(({ fixtureId: id, kickoff }) => ({ id, kickoff, gameweek: calendar.matches[id - 1]!.gameweek })),
    players,
    seed,
  )

  function* picksOf(match: PlannedMatch): Generator<PickCommand> {
    const drawn = { ...match, expected: expected.get(match.fixtureId)! }
    for (const player of players) {
      const planned = planPick(seed, player, drawn)
      if (!planned) continue
      const predictionId = (match.fixtureId - 1) * players.length + player.number
      const base = { player, match, predictionId }
      yield { kind: 'first', at: planned.at, pick: planned.pick, ...base }
      if (planned.update) yield { kind: 'update', ...planned.update, ...base }
    }
  }

  return {
    /** Identifies this run in the log. */
    name: `simulation ${calendar.season}, ${players.length} players, seed ${seed}`,
    calendar,
    /** Time before all commands; ISO 8601. */
    begins: new Date(firstKickoff - 31 * DAY).toISOString(),
    players,
    matches: ordered,
    /** Ids of clubs by slug. */
    teamIds: teamIds as ReadonlyMap<string, number>,
    /** Ids of fixtures by stream. */
    fixtureIds: new Map(matches.map(({ stream, fixtureId }) => [stream, fixtureId])),
    /** Contains in memory only the picks of matches in the coming days. */
    *segments(): Generator<Segment> {
      const registered = queue(players, (player) => Date.parse(player.registeredAt))
      const opening = queue(
        ordered.toSorted((a, b) => a.cutoff - b.cutoff),
        ({ cutoff }) => firstPickFrom(cutoff),
      )
      const ofLeagues = queue(leagues, ({ at }) => at)
      const picks = ordered.map((): Record<PickCommand['kind'], PickCommand[]> => ({ first: [], update: [] }))
      for (const [index, match] of ordered.entries()) {
        for (const opened of opening(match.finish))
          for (const pick of picksOf(opened)) picks[nextResult(ordered, pick.at)]![pick.kind].push(pick)
        const { first, update } = picks[index]!
        yield {
          registrations: registered(match.finish),
          firstPicks: first.sort(byTime),
          updates: update.sort(byTime),
          leagues: ofLeagues(match.finish),
          match,
        }
        delete picks[index]
      }
    },
  }
}

/** The index of the first match that ends after a time. */
function nextResult(ordered: readonly PlannedMatch[], at: number): number {
  let [from, to] = [0, ordered.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (ordered[middle]!.finish > at) to = middle
    else from = middle + 1
  }
  return from
}

const byTime = (a: PickCommand, b: PickCommand): number => a.at - b.at || a.predictionId - b.predictionId

/** Marks the results with which a gameweek settles. */
function withSettlements(
  ordered: readonly PlannedMatch[],
  gameweekOf: (match: PlannedMatch) => number,
): readonly PlannedMatch[] {
  const weeks = Map.groupBy(ordered, gameweekOf)
  const played = new Set<number>()
  const settled = new Set<number>()
  return ordered.map((match) => {
    played.add(match.fixtureId)
    const gameweek = gameweekOf(match)
    const week = weeks.get(gameweek)!.map(({ fixtureId: id, kickoff }) => ({ id, kickoff, done: played.has(id) }))
    const settles = !settled.has(gameweek) && settledBy(week) !== null
    if (settles) settled.add(gameweek)
    return { ...match, settles }
  })
}

/** Returns a function that returns the items of a sorted list before a time, each once. */
function queue<T>(items: readonly T[], timeOf: (item: T) => number): (until: number) => readonly T[] {
  let next = 0
  return (until) => {
    const from = next
    while (next < items.length && timeOf(items[next]!) < until) next++
    return items.slice(from, next)
  }
}

/** Expected goals of both sides of each match: the season's means, scaled by attack and defence of the clubs. */
function expectedGoals(calendar: SeasonCalendar, matches: readonly PlannedMatch[]): ReadonlyMap<number, Score> {
  const sums = new Map<string, { scored: number; conceded: number; played: number }>()
  const add = (club: string, scored: number, conceded: number) => {
    const sum = sums.get(club) ?? { scored: 0, conceded: 0, played: 0 }
    sums.set(club, { scored: sum.scored + scored, conceded: sum.conceded + conceded, played: sum.played + 1 })
  }
  let homeGoals = 0
  let awayGoals = 0
  for (const [index, { score }] of matches.entries()) {
    const { home, away } = calendar.matches[index]!
    add(home, score.home, score.away)
    add(away, score.away, score.home)
    homeGoals += score.home
    awayGoals += score.away
  }
  const meanHome = homeGoals / matches.length
  const meanAway = awayGoals / matches.length
  const mean = (meanHome + meanAway) / 2 || 1
  const attack = (club: string) => sums.get(club)!.scored / sums.get(club)!.played / mean
  const defence = (club: string) => sums.get(club)!.conceded / sums.get(club)!.played / mean
  return new Map(
    matches.map(({ fixtureId }, index) => {
      const { home, away } = calendar.matches[index]!
      return [
        fixtureId,
        { home: meanHome * attack(home) * defence(away), away: meanAway * attack(away) * defence(home) },
      ]
    }),
  )
}
