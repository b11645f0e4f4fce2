import type { Fixture, Outcome, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { outcomeOf as outcomeOfScore } from '../../../../src/contracts/points.ts'

/** The last Champions League place and the last safe place: each has a line below it. */
export const ZONES: ReadonlySet<number> = new Set([4, 17])

/** By position; clubs level on position by name. */
export function inOrder(rows: readonly TableRow[]): TableRow[] {
  return [...rows].sort((a, b) => a.position - b.position || a.shortName.localeCompare(b.shortName, 'en-GB'))
}

/** The moment shown by a table. */
export interface Moment {
  /** Counts matches of gameweeks up to this one, whenever they were played; null: all. */
  readonly after: number | null
  /** Includes live matches at their current score. */
  readonly withLive: boolean
}

/** The matches counted by a table. A match without a score or award never counts, even while live. */
export function countedAt(season: readonly Fixture[], { after, withLive }: Moment): Fixture[] {
  return season.filter(
    (fixture) =>
      (after === null || fixture.gameweek <= after) &&
      (fixture.status === 'FINISHED' || (withLive && fixture.status === 'LIVE')) &&
      outcomeOf(fixture) !== null,
  )
}

export function liveOf(season: readonly Fixture[]): Fixture[] {
  return season.filter(({ status }) => status === 'LIVE').sort(byKickoff)
}

/** Whether a match has a score or award to count. */
export const hasScore = (fixture: Fixture): boolean => outcomeOf(fixture) !== null

/** The award, else the result of the score. */
function outcomeOf({ awardedResult, homeScore, awayScore }: Fixture): Outcome | null {
  if (awardedResult !== null) return awardedResult
  return homeScore === null || awayScore === null ? null : outcomeOfScore(homeScore, awayScore)
}

/** A match without a date, such as an awarded one, is the latest. */
function byKickoff(a: Fixture, b: Fixture): number {
  const at = ({ kickoffTime }: Fixture) => (kickoffTime === null ? Number.MAX_SAFE_INTEGER : Date.parse(kickoffTime))
  return at(a) - at(b) || a.id - b.id
}

/** A match from one club's side. */
interface Side {
  readonly letter: 'W' | 'D' | 'L'
  readonly isHome: boolean
  /** null: awarded, without goals. */
  readonly scored: number | null
  readonly conceded: number | null
}

export function sidesOf(counted: readonly Fixture[], teamId: number): Side[] {
  return counted
    .filter(({ homeTeamId, awayTeamId }) => homeTeamId === teamId || awayTeamId === teamId)
    .sort(byKickoff)
    .flatMap((fixture) => {
      const outcome = outcomeOf(fixture)
      if (outcome === null) return []
      const isHome = fixture.homeTeamId === teamId
      const letter = outcome === 'draw' ? 'D' : (outcome === 'home') === isHome ? 'W' : 'L'
      const goals = [fixture.homeScore, fixture.awayScore] as const
      const [scored, conceded] = isHome ? goals : [goals[1], goals[0]]
      return [{ letter, isHome, scored, conceded } satisfies Side]
    })
}

export type Tally = ReturnType<typeof tallyOf>

function tallyOf(sides: readonly Side[]) {
  const having = (letter: Side['letter']) => sides.filter((side) => side.letter === letter).length
  return { won: having('W'), drawn: having('D'), lost: having('L') }
}

export function talliesOf(counted: readonly Fixture[], teamId: number) {
  const sides = sidesOf(counted, teamId)
  return { home: tallyOf(sides.filter(({ isHome }) => isHome)), away: tallyOf(sides.filter(({ isHome }) => !isHome)) }
}

const FORM = 5

function rowOf(club: TableRow, counted: readonly Fixture[]): TableRow {
  const sides = sidesOf(counted, club.id)
  const tally = tallyOf(sides)
  const sum = (goals: 'scored' | 'conceded') => sides.reduce((all, side) => all + (side[goals] ?? 0), 0)
  const [goalsFor, goalsAgainst] = [sum('scored'), sum('conceded')]
  return {
    ...club,
    ...tally,
    points: 3 * tally.won + tally.drawn - club.deducted,
    played: sides.length,
    goalsFor,
    goalsAgainst,
    goalDifference: goalsFor - goalsAgainst,
    form: sides.slice(-FORM).map(({ letter }) => letter),
  }
}

/** Above 0: `a` ranks below `b`. Clubs level on all three share a position. */
export const compare = (a: TableRow, b: TableRow) =>
  b.points - a.points || b.goalDifference - a.goalDifference || b.goalsFor - a.goalsFor

/**
 * The table of these matches, with the server's rules: points, goal difference, goals for, then a shared position.
 * League deductions count in every table, whenever they were made. An award brings points but no goals.
 */
export function tableOf(clubs: readonly TableRow[], counted: readonly Fixture[]): TableRow[] {
  const rows = clubs.map((club) => rowOf(club, counted))
  return inOrder(rows.map((row) => ({ ...row, position: 1 + rows.filter((other) => compare(row, other) > 0).length })))
}

/**
 * The gameweek whose table is compared for movement; null: none was played before. For the current table: the last
 * settled one while the current gameweek has a counted match, else the one before, as on the leaderboards.
 */
export function baselineOf(moment: Moment, counted: readonly Fixture[], current: number): number | null {
  const latest = moment.after ?? (counted.some(({ gameweek }) => gameweek === current) ? current : current - 1)
  return latest > 1 ? latest - 1 : null
}

/** Places gained (above 0) or lost since an earlier table, by club id. */
export function movementsOf(rows: readonly TableRow[], before: readonly TableRow[]): ReadonlyMap<number, number> {
  const were = new Map(before.map(({ id, position }) => [id, position]))
  return new Map(rows.map(({ id, position }) => [id, (were.get(id) ?? position) - position]))
}

/** Matches in hand: unplayed ones of a club in gameweeks up to this one. */
export function inHand(season: readonly Fixture[], teamId: number, upTo: number): number {
  return season.filter(
    ({ homeTeamId, awayTeamId, gameweek, status }) =>
      (homeTeamId === teamId || awayTeamId === teamId) &&
      gameweek <= upTo &&
      (status === 'SCHEDULED' || status === 'POSTPONED'),
  ).length
}

/** `Man City 3–2 Leeds`; without a score `Man City v Leeds`. */
const scoreLine = ({ homeTeam, awayTeam, homeScore, awayScore }: Fixture) =>
  homeScore === null || awayScore === null
    ? `${homeTeam.shortName} v ${awayTeam.shortName}`
    : `${homeTeam.shortName} ${homeScore}–${awayScore} ${awayTeam.shortName}`

const listed = new Intl.ListFormat('en-GB')

/** Names the live matches and states how they count: at their current score, or without one after they end. */
export function liveNote(live: readonly Fixture[]): { readonly matches: string; readonly rest: string } {
  const scored = live.filter(hasScore)
  const named = scored.length > 0 ? scored : live
  const isOne = named.length === 1
  const how =
    scored.length === 0
      ? isOne
        ? 'is live and counts here once it has ended.'
        : 'are live and count here once they have ended.'
      : isOne
        ? 'is live and counts here as if it ended now. Those points are provisional.'
        : 'are live and count here as if they ended now. Those points are provisional.'
  return { matches: listed.format(named.map(scoreLine)), rest: how }
}
