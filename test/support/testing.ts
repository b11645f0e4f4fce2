import { expect } from 'vitest'
import type { TestAnswer, TestProgress, TestRun } from '../../src/areas/testing/contract.ts'
import type { Database } from '../../src/database/database.ts'
import type { TestClient } from './client.ts'
import { until } from './projections.ts'

/** Orders a run and waits for its end, which a long run reports by its progress. */
export async function ran(
  admin: TestClient,
  method: 'POST' | 'DELETE',
  path: string,
  body: object = {},
): Promise<TestRun> {
  const { status, body: answer } = await admin.request(method, `/api/test/${path}`, body)
  expect([200, 201], JSON.stringify(answer)).toContain(status)
  let { run } = answer as TestAnswer
  await until(
    `${path} is over`,
    async () => {
      if (run.state === 'running') {
        const progress: TestProgress = await admin.get('/api/test/progress')
        run = [progress.running, ...progress.runs].find((each) => each?.id === run.id) ?? run
      }
      return run.state !== 'running'
    },
    600_000,
  )
  expect([run.state, run.error]).toEqual(['done', null])
  return run
}

/**
 * Tables that nodes maintain besides the log and the read tables. Notifications of simulated events are marked, and
 * stay.
 */
const KEPT = ["(select * from app.notifications where data->>'simulated' is null)", 'app.notification_parts']

/** Every row of every view and of the tables in `KEPT`, as sorted text; without rows that name one of these users. */
export async function rowsOfOthers(
  { pool }: Pick<Database, 'pool'>,
  users: readonly number[] = [],
): Promise<Record<string, readonly string[]>> {
  const { rows: views } = await pool.query<{ name: string }>(
    "select 'read.' || viewname as name from pg_views where schemaname = 'read' order by 1",
  )
  const dump: Record<string, readonly string[]> = {}
  for (const name of [...views.map((view) => view.name), ...KEPT]) {
    const own = name === 'read.people' ? `where id <> all('{${users.join()}}')` : ''
    const found = await pool.query<{ row: string }>(`select t::text as row from ${name} t ${own} order by 1`)
    dump[name] = found.rows.map(({ row }) => row)
  }
  return dump
}

/** The rows that differ between two dumps, by view. */
export function differencesOf(
  before: Record<string, readonly string[]>,
  after: Record<string, readonly string[]>,
): Record<string, { readonly gone: string[]; readonly come: string[] }> {
  const differing = Object.keys(after).map((name) => {
    const [old, now] = [new Set(before[name]), new Set(after[name])]
    const gone = [...old].filter((row) => !now.has(row))
    const come = [...now].filter((row) => !old.has(row))
    return [name, { gone, come }] as const
  })
  return Object.fromEntries(differing.filter(([, { gone, come }]) => gone.length + come.length > 0))
}
