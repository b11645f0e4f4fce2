import type { LeaderboardEntry } from '../../../../src/contracts/boards.ts'
import type { Prediction } from '../../../../src/contracts/predictions.ts'
import { counted } from '../../lib/numbers.ts'

/** `maya_k wins the season with 1,312 points.` Those level on points share it; null: nobody has any. */
export function winnersText(entries: readonly LeaderboardEntry[], userId: number): string | null {
  const first = entries.filter(({ ranking, totalPoints }) => ranking === 1 && totalPoints > 0)
  if (first.length === 0) return null
  const isYours = first.some(({ id }) => id === userId)
  const others = first.filter(({ id }) => id !== userId).map(({ username }) => username)
  const names = new Intl.ListFormat('en-GB').format(isYours ? ['You', ...others] : others)
  const verb = first.length > 1 ? 'share' : isYours ? 'win' : 'wins'
  return `${names} ${verb} the season with ${counted(first[0]!.totalPoints, 'point')}.`
}

/** What some picks came to. */
interface Numbers {
  readonly points: number
  readonly exact: number
  /** Exact ones among them. */
  readonly correct: number
  /** Those that count: of finished matches. */
  readonly settled: number
}

export function numbersOf(predictions: readonly Prediction[]): Numbers {
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

/** The gameweek of a season that paid most, the earlier of equal ones; null: none paid anything. */
export function bestGameweek(
  predictions: readonly Prediction[],
  season: string,
): { readonly gameweek: number; readonly points: number } | null {
  const ofSeason = predictions.filter(({ fixture }) => fixture.season === season)
  const gameweeks = [...new Set(ofSeason.map(({ fixture }) => fixture.gameweek))].sort((a, b) => a - b)
  const best = gameweeks
    .map((gameweek) => ({
      gameweek,
      points: numbersOf(ofSeason.filter(({ fixture }) => fixture.gameweek === gameweek)).points,
    }))
    .reduce((most, each) => (each.points > most.points ? each : most), { gameweek: 0, points: 0 })
  return best.points > 0 ? best : null
}
