import { type RawBuilder, sql } from 'kysely'
import { pointsPaid, pointsPerVerdict } from '../../contracts/points.ts'
import type { Position } from '../../kernel/event.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { verdictCase } from '../predictions/points.ts'
import type { RoundScore } from './events.ts'
import type { SeasonMatch } from './season-state.ts'

/** How long a decision waits for the read tables to have come to its place in the log before it is tried anew. */
const PATIENCE_MS = 5_000

interface PointsDependencies {
  readonly db: ReadDb
  /** Whether the projections of some event types have passed a place in the log within some milliseconds. */
  readonly passed: (position: Position, types: readonly string[], timeoutMs: number) => Promise<boolean>
}

interface VerdictRow {
  readonly userId: number
  readonly correct: number
  readonly exact: number
}

/** What players picked right in matches, by results that are given. */
export const verdictRows = (
  userIds: readonly number[],
  counting: readonly SeasonMatch[],
): RawBuilder<VerdictRow> => sql`
    select s.user_id as "userId", count(*)::int as correct, sum((s.verdict = 'exact')::int)::int as exact
    from (
      select p.user_id, ${sql.raw(verdictCase('m.result', 'm.home', 'm.away'))} as verdict
      from unnest(
        ${counting.map(({ id }) => id)}::int[], ${counting.map(({ result }) => result)}::text[],
        ${counting.map(({ score }) => score?.[0] ?? null)}::smallint[], ${counting.map(({ score }) => score?.[1] ?? null)}::smallint[]
      ) as m (fixture_id, result, home, away)
      join read.predictions p on p.fixture_id = m.fixture_id
      where p.user_id = any(${[...userIds]}::int[])
    ) s
    where s.verdict <> 'wrong' group by s.user_id order by s.user_id`

/**
 * The results are the caller's own fold of the log; only the picks are read from the tables, once these have passed the
 * place in the log. A match that has a result takes no picks any more, so its picks are the same whenever one looks
 * (docs/decisions/0014).
 */
export function createPoints({ db, passed }: PointsDependencies) {
  return {
    /** Match points of players in matches of a season, by the results as they stood at a place in the log; without those who have none. */
    async of(
      userIds: readonly number[],
      season: string,
      matches: readonly SeasonMatch[],
      at: Position,
    ): Promise<readonly RoundScore[]> {
      const counting = matches.filter(({ result }) => result !== null)
      if (userIds.length === 0 || counting.length === 0) return []
      if (!(await passed(at, ['PredictionSubmitted'], PATIENCE_MS)))
        throw new EventLogUnavailable('the predictions have not been projected as far yet')
      const { rows } = await verdictRows(userIds, counting).execute(db)
      const prices = pointsPerVerdict(season)
      return rows.map(({ userId, correct, exact }) => ({
        userId,
        points: pointsPaid(prices, correct, exact),
        exactScores: exact,
      }))
    },
  }
}

export type Points = ReturnType<typeof createPoints>
