import { sql, type Transaction } from 'kysely'
import type { FixtureEvent } from '../../src/areas/fixtures/events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { prepared } from '../../src/kernel/prepared.ts'
import type { FixtureRow } from './fixture-row.ts'

export interface BatchState {
  readonly fixtures: Map<number, FixtureRow>
  /** Requested players whose account is deleted. */
  readonly erased: Set<number>
}

/** Loads the state before a batch in one statement: its matches, and those of its players that are erased. */
export async function loadBatchState(
  tx: Transaction<unknown>,
  fixtureIds: readonly number[],
  userIds: readonly number[],
): Promise<BatchState> {
  if (fixtureIds.length === 0) return { fixtures: new Map(), erased: new Set() }
  const { rows } = await sql<FixtureRow & { erased: number[] | null }>`${prepared}
    select f.*, (select array_agg(user_id) from erased where user_id = any(${[...userIds]}::int[])) as erased
    from fixtures f where f.id = any(${[...fixtureIds]}::int[])`.execute(tx)
  return {
    fixtures: new Map(rows.map(({ erased: _, ...row }) => [row.id, row])),
    erased: new Set(rows[0]?.erased ?? []),
  }
}

export async function saveFixtures(tx: Transaction<unknown>, rows: readonly FixtureRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into fixtures
    select * from jsonb_populate_recordset(null::fixtures, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do update set
      gameweek = excluded.gameweek, kickoff = excluded.kickoff, cutoff = excluded.cutoff, closed = excluded.closed,
      moved_at = excluded.moved_at, status = excluded.status, started_at = excluded.started_at, live_home = excluded.live_home, live_away = excluded.live_away, home_score = excluded.home_score,
      away_score = excluded.away_score, awarded_result = excluded.awarded_result, result = excluded.result,
      by_hand = excluded.by_hand, settled_at = excluded.settled_at,
      result_at = excluded.result_at, result_reason = excluded.result_reason
  `.execute(tx)
}

export type ScoreChange = Extract<FixtureEvent, { type: 'MatchScoreChanged' }>

/** Stores scores of matches under way, one row for each change. */
export async function saveScores(tx: Transaction<unknown>, changes: readonly Recorded<ScoreChange>[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ id, revision, data, metadata }) => ({
    ...{
      id,
      fixture_id: data.fixtureId,
      revision,
      at: metadata.at,
      home_score: data.homeScore,
      away_score: data.awayScore,
    },
  }))
  await sql`
    insert into score_changes (id, fixture_id, revision, at, home_score, away_score)
    select id, fixture_id, revision, at, home_score, away_score
    from jsonb_populate_recordset(null::score_changes, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do nothing
  `.execute(tx)
}
