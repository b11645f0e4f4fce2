import { type RawBuilder, sql } from 'kysely'
import type { Score } from '../accounts/queries.ts'

/**
 * Points, counts and rank of one player. The rank is a sum over the histogram of points, not a count of players. Points
 * are the sum of the ledger: a player without a prediction in the season has no totals, but may have bookings.
 */
export const scoreQuery = (
  userId: number | RawBuilder<unknown>,
  season: string | null,
): RawBuilder<Score> => sql<Score>`
    select coalesce(t.points, (
      select sum(l.points) from read.ledger l
      where l.user_id = reader.id and l.season = ${season} and l.type <> 'match'
    ), 0)::int as "totalPoints", coalesce(t.predictions, 0) as "totalPredictions", coalesce(t.correct, 0) as "correctPredictions",
      coalesce(t.settled, 0) as "settledPredictions", coalesce(t.exact, 0) as "exactScores",
      coalesce(round(100.0 * t.correct / nullif(t.settled, 0)), 0)::int as accuracy, case when t.user_id is not null then 1 + (
        select coalesce(sum(h.players), 0) from read.histograms h
        where h.season = t.season and h.gameweek = 0 and h.points > t.points
      ) end as rank,
      coalesce((select unlocked from read.achievement_counts a where a.user_id = reader.id), 0) as "achievementCount"
    from (values (${userId}::int)) as reader (id)
    left join read.totals t on t.season = ${season} and t.user_id = reader.id`
