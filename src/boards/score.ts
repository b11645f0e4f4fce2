import { type RawBuilder, sql } from 'kysely'
import { accuracyOf } from './accuracy.ts'

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
  readonly achievementCount: number
}

/** A row of `scoreQuery`; null where the player has not predicted in the season. */
export interface ScoreRow {
  readonly points: number
  readonly exact: number | null
  readonly correct: number | null
  readonly settled: number | null
  readonly predictions: number | null
  readonly rank: number | null
  readonly achievements: number | null
}

/**
 * Points, counts and rank of one player; the rank is a sum over the histogram of points, not a count of players. Points are
 * the ledger's sum for everybody: a player who has not predicted in the season has no row of totals, but may have bookings.
 */
export const scoreQuery = (
  userId: number | RawBuilder<unknown>,
  season: string | null,
): RawBuilder<ScoreRow> => sql<ScoreRow>`
    select coalesce(t.points, (
      select sum(l.points) from read.ledger l
      where l.user_id = reader.id and l.season = ${season} and l.type <> 'match'
    ), 0)::int as points, t.exact, t.correct, t.settled, t.predictions, case when t.user_id is not null then 1 + (
      select coalesce(sum(h.players), 0) from read.histograms h
      where h.season = t.season and h.gameweek = 0 and h.points > t.points
    ) end as rank, (select unlocked from read.achievement_counts a where a.user_id = reader.id) as achievements
    from (values (${userId}::int)) as reader (id)
    left join read.totals t on t.season = ${season} and t.user_id = reader.id`

/** The score in a row of `scoreQuery`. */
export const scoreIn = (row: ScoreRow): Score => ({
  totalPoints: row.points,
  totalPredictions: row.predictions ?? 0,
  correctPredictions: row.correct ?? 0,
  exactScores: row.exact ?? 0,
  settledPredictions: row.settled ?? 0,
  accuracy: accuracyOf(row.correct ?? 0, row.settled ?? 0),
  rank: row.rank,
  achievementCount: row.achievements ?? 0,
})
