import { sql, type Transaction } from 'kysely'
import type { ResultChange } from './settlement.ts'

/**
 * Counts who picked what of the matches whose result changed: afresh where there is one now, not at all where there is none. A match
 * with a result takes no picks, so its counts stand until somebody's picks go.
 */
export async function countPicks(tx: Transaction<unknown>, changes: readonly ResultChange[]): Promise<void> {
  const ids = changes.map(({ after }) => after.id)
  const counting = changes.flatMap(({ after }) => (after.result === null ? [] : after.id))
  await sql`delete from pick_counts where fixture_id = any(${ids}::int[])`.execute(tx)
  if (counting.length > 0)
    await sql`
      insert into pick_counts (fixture_id, result, home_score, away_score, picks)
      select fixture_id, result, home_score, away_score, count(*) from predictions
      where fixture_id = any(${counting}::int[]) group by fixture_id, result, home_score, away_score
    `.execute(tx)
}
