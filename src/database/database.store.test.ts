import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import { createPostgresLog } from '../event-log/postgres/postgres-log.ts'
import { openDatabase } from './database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('R473: times, numbers and isolation do not depend on the defaults of the database', async () => {
  const name = new URL(database.url).pathname.slice(1)
  for (const setting of [
    "datestyle = 'SQL, DMY'",
    "timezone = 'Pacific/Kiritimati'",
    'extra_float_digits = -3',
    "default_transaction_isolation = 'serializable'",
    'search_path = nowhere',
  ])
    await database.pool.query(`alter database ${name} set ${setting}`)
  const other = openDatabase(database.url)
  const log = createPostgresLog({ database: other, prefix: 'plp' })
  try {
    const { rows } = await other.pool.query(
      `select t as at, to_json(t) as text, extract(epoch from t)::float8 as seconds, current_setting('transaction_isolation') as isolation
       from (values ('2026-02-03T23:04:05.678Z'::timestamptz)) v(t)`,
    )
    expect(rows).toEqual([
      {
        at: '2026-02-03T23:04:05.678Z',
        text: '2026-02-03T23:04:05.678+00:00',
        seconds: 1770159845.678,
        isolation: 'read committed',
      },
    ])
    await log.append('a', [{ id: crypto.randomUUID(), type: 'T', data: {}, metadata: {} as never }], 'no_stream')
    const [event] = await log.readStream('a')
    expect(Math.abs(Date.parse(event!.recordedAt) - Date.now())).toBeLessThan(5_000)
  } finally {
    await log.close()
    await other.close()
  }
})
