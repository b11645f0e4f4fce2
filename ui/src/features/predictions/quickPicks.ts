import type { Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { type Draft, EMPTY, withResult, withScore } from './model.ts'

/** A pick for each match, of data that the player may see. Matches without such data have none. */
export type QuickPicks = ReadonlyMap<number, Draft>

type DraftOf = (fixture: Fixture) => Draft | null

const picksOf = (fixtures: readonly Fixture[], draftOf: DraftOf): QuickPicks =>
  new Map(
    fixtures.flatMap((fixture) => {
      const draft = draftOf(fixture)
      return draft ? [[fixture.id, draft] as const] : []
    }),
  )

const score = (home: number, away: number): Draft =>
  withScore(withScore(EMPTY, 'home', String(home)), 'away', String(away))

/** The club with the better position wins, without a score; clubs that share a position draw. */
export function betterPlaced(fixtures: readonly Fixture[], table: readonly TableRow[]): QuickPicks {
  const positions = new Map(table.map(({ id, position }) => [id, position]))
  return picksOf(fixtures, ({ homeTeamId, awayTeamId }) => {
    const [home, away] = [positions.get(homeTeamId), positions.get(awayTeamId)]
    if (home === undefined || away === undefined) return null
    return withResult(EMPTY, home < away ? 'home' : home > away ? 'away' : 'draw')
  })
}

/** The goals that the player last predicted for each of the two clubs, in any other match. */
export function lastScores(fixtures: readonly Fixture[], predictions: readonly Prediction[]): QuickPicks {
  const latestFirst = predictions
    .filter(({ predictedHomeScore, fixture }) => predictedHomeScore !== null && fixture.kickoffTime !== null)
    .sort((a, b) => Date.parse(b.fixture.kickoffTime!) - Date.parse(a.fixture.kickoffTime!))
  const goalsFor = (teamId: number, { id }: Fixture): number | null => {
    const last = latestFirst.find(
      ({ fixtureId, fixture }) => fixtureId !== id && (fixture.homeTeamId === teamId || fixture.awayTeamId === teamId),
    )
    if (last === undefined) return null
    return last.fixture.homeTeamId === teamId ? last.predictedHomeScore : last.predictedAwayScore
  }
  return picksOf(fixtures, (fixture) => {
    const [home, away] = [goalsFor(fixture.homeTeamId, fixture), goalsFor(fixture.awayTeamId, fixture)]
    return home === null || away === null ? null : score(home, away)
  })
}

/** Goals of a club, as often as they happen: the home club scores 1.5 a match, the away club 1.2. */
const HOME_GOALS = [0, 0, 1, 1, 1, 1, 2, 2, 2, 3]
const AWAY_GOALS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3]

/** `random` returns numbers from 0 to below 1. */
export function randomScores(fixtures: readonly Fixture[], random: () => number = Math.random): QuickPicks {
  const goals = (from: readonly number[]) => from[Math.floor(random() * from.length)]!
  return picksOf(fixtures, () => score(goals(HOME_GOALS), goals(AWAY_GOALS)))
}
