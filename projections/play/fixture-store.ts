import { sql, type Transaction } from 'kysely'
import type { FixtureRow } from './fixture-row.ts'

export async function loadFixtures(tx: Transaction<unknown>, ids: readonly number[]): Promise<Map<number, FixtureRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<FixtureRow>`select * from fixtures where id = any(${[...ids]}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function saveFixtures(tx: Transaction<unknown>, rows: readonly FixtureRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into fixtures
    select * from jsonb_populate_recordset(null::fixtures, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do update set
      gameweek = excluded.gameweek, kickoff = excluded.kickoff, cutoff = excluded.cutoff, closed = excluded.closed,
      status = excluded.status, started_at = excluded.started_at, home_score = excluded.home_score,
      away_score = excluded.away_score, awarded_result = excluded.awarded_result, result = excluded.result,
      by_hand = excluded.by_hand, settled_at = excluded.settled_at
  `.execute(tx)
}
