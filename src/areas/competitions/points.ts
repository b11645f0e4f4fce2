import { type RawBuilder, sql } from 'kysely'
import { pointsPaid, pointsPerVerdict } from '../../contracts/points.ts'
import type { Position } from '../../kernel/event.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { verdictCase } from '../predictions/points.ts'
import type { RoundScore } from './events.ts'
import type { SeasonMatch } from './season-state.ts'

/** Longest wait for the projections, in milliseconds. After it the event is retried. */
const TIMEOUT_MS = 5_000

interface PointsDependencies {
  readonly db: ReadDb
  /** Whether the projections of some event types pass a log position within `timeoutMs`. */
  readonly passed: (position: Position, types: readonly string[], timeoutMs: number) => Promise<boolean>
}

interface VerdictRow {
  readonly userId: number
  readonly correct: number
  readonly exact: number
}

/** Correct and exact picks of players in matches, by the results passed in, as a query. */
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
 * Results come from the caller’s fold of the log; only picks are read from tables that have passed the position. A
 * match with a result accepts no picks, so a later read returns the same (docs/decisions/0014).
 */
export function createPoints({ db, passed }: PointsDependencies) {
  return {
    /** Match points of players in matches of a season at a log position. Players without correct picks are left out. */
    async of(
      userIds: readonly number[],
      season: string,
      matches: readonly SeasonMatch[],
      at: Position,
    ): Promise<readonly RoundScore[]> {
      const counting = matches.filter(({ result }) => result !== null)
      if (userIds.length === 0 || counting.length === 0) return []
      if (!(await passed(at, ['PredictionSubmitted'], TIMEOUT_MS)))
        throw new EventLogUnavailable('projections of predictions are behind')
      const { rows } = await verdictRows(userIds, counting).execute(db)
      const perVerdict = pointsPerVerdict(season)
      return rows.map(({ userId, correct, exact }) => ({
        userId,
        points: pointsPaid(perVerdict, correct, exact),
        exactScores: exact,
      }))
    },
  }
}

export type Points = ReturnType<typeof createPoints>
