import type { LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { groupBy } from '../../lib/groupBy.ts'
import { counted } from '../../lib/numbers.ts'

/** `maya_k wins the season with 1,312 points.` Names all players level on points; null if no one has points. */
export function winnersText(entries: readonly LeaderboardEntry[], userId: number): string | null {
  const first = entries.filter(({ ranking, totalPoints }) => ranking === 1 && totalPoints > 0)
  if (first.length === 0) return null
  const isYours = first.some(({ id }) => id === userId)
  const others = first.filter(({ id }) => id !== userId).map(({ username }) => username)
  const names = new Intl.ListFormat('en-GB').format(isYours ? ['You', ...others] : others)
  const verb = first.length > 1 ? 'share' : isYours ? 'win' : 'wins'
  return `${names} ${verb} the season with ${counted(first[0]!.totalPoints, 'point')}.`
}

/** Totals of the settled picks. Exact picks count as correct, too. */
export function numbersOf(predictions: readonly Prediction[]) {
  const settled = predictions.filter(
    ({ fixture, pointsEarned }) => fixture.status === 'FINISHED' && pointsEarned !== null,
  )
  return {
    points: settled.reduce((sum, { pointsEarned }) => sum + pointsEarned!, 0),
    exact: settled.filter(({ verdict }) => verdict === 'exact').length,
    correct: settled.filter(({ verdict }) => verdict !== 'wrong').length,
    settled: settled.length,
  }
}

/** Returns the gameweek of a season with the most points, the earliest if equal; null if none has points. */
export function bestGameweek(predictions: readonly Prediction[], season: string) {
  const ofSeason = predictions.filter(({ fixture }) => fixture.season === season)
  const [best] = [...groupBy(ofSeason, ({ fixture }) => fixture.gameweek)]
    .map(([gameweek, picks]) => ({ gameweek, points: numbersOf(picks).points }))
    .sort((a, b) => b.points - a.points || a.gameweek - b.gameweek)
  return best && best.points > 0 ? best : null
}
