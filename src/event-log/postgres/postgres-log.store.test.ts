import { expect, test } from 'vitest'
import { eventLogContract, sampleEvent } from '../../../test/support/event-log-contract.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { createPostgresLog } from './postgres-log.ts'

eventLogContract('postgres', async () => {
  const database = await testDatabase()
  return {
    open: (prefix) => createPostgresLog({ database, prefix, pollMs: 60_000 }),
    async dropBells() {
      await database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plp listener' and datname = current_database()",
      )
    },
    close: () => database.drop(),
  }
})

test('a read of a stream that was planned while the log was empty reads that stream only', async () => {
  const database = await testDatabase()
  try {
    // Without statistics, which would lead to another plan.
    await database.pool.query('alter table log.events set (autovacuum_enabled = off)')
    const log = createPostgresLog({ database, prefix: 'p', pollMs: 60_000 })
    // PostgreSQL plans a statement once and for all after five uses on a connection.
    for (let n = 0; n < 10; n++) await log.readStream('none')
    const streams = Array.from({ length: 1_000 }, (_, n) => `thing-${n}`)
    await log.appendMany(streams.map((stream) => ({ stream, events: [sampleEvent()], expected: 'no_stream' })))
    for (const stream of streams.slice(0, 50)) expect(await log.readStream(stream)).toHaveLength(1)
    await log.close()
    // A connection reports its statistics when it ends.
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          "select from pg_stat_activity where application_name = 'plp log' and datname = current_database()",
        )
        return rows.length
      })
      .toBe(0)
    const { rows } = await database.pool.query<{ scans: number; entries: number }>(
      "select sum(idx_scan)::int as scans, sum(idx_tup_read)::int as entries from pg_stat_user_indexes where relid = 'log.events'::regclass",
    )
    expect(rows[0]!.scans).toBeGreaterThanOrEqual(50)
    expect(rows[0]!.entries).toBeLessThan(1_000)
  } finally {
    await database.drop()
  }
})
