import { type Kysely, sql } from 'kysely'

/** Where a player stands in one season. */
export interface Score {
  readonly totalPoints: number
  readonly totalPredictions: number
  readonly correctPredictions: number
  readonly exactScores: number
  readonly settledPredictions: number
  /** Rounded percentage of settled predictions; 0 without any. */
  readonly accuracy: number
  /** null without a prediction in the season: not ranked. */
  readonly rank: number | null
}

const nothing: Score = {
  totalPoints: 0,
  totalPredictions: 0,
  correctPredictions: 0,
  exactScores: 0,
  settledPredictions: 0,
  accuracy: 0,
  rank: null,
}

/** Rounded percentage of settled predictions; 0 without any (decisions.md, Predictions and points). */
export const accuracyOf = (correct: number, settled: number): number =>
  settled === 0 ? 0 : Math.round((100 * correct) / settled)

/** Points, counts and rank of one player; the rank is a sum over the histogram of points, not a count of players. */
export async function scoreOf(db: Kysely<unknown>, userId: number, season: string | null): Promise<Score> {
  if (season === null) return nothing
  const { rows } = await sql<{
    points: number
    exact: number
    correct: number
    settled: number
    predictions: number
    rank: number
  }>`
    select t.points, t.exact, t.correct, t.settled, t.predictions, 1 + (
      select coalesce(sum(h.players), 0) from read.histograms h
      where h.season = t.season and h.gameweek = 0 and h.points > t.points
    ) as rank
    from read.totals t where t.season = ${season} and t.user_id = ${userId}
  `.execute(db)
  const row = rows[0]
  if (row === undefined) return nothing
  return {
    totalPoints: row.points,
    totalPredictions: row.predictions,
    correctPredictions: row.correct,
    exactScores: row.exact,
    settledPredictions: row.settled,
    accuracy: accuracyOf(row.correct, row.settled),
    rank: row.rank,
  }
}

/** Correct predictions in a row, over settled predictions by kickoff: the present run and the longest of the season. */
export async function streaksOf(
  db: Kysely<unknown>,
  userId: number,
  season: string | null,
): Promise<{ readonly current: number; readonly best: number }> {
  const { rows } = await sql<{ current: number; best: number }>`
    select current_streak as current, best_streak as best from read.streaks
    where user_id = ${userId} and season = ${season}
  `.execute(db)
  return rows[0] ?? { current: 0, best: 0 }
}
