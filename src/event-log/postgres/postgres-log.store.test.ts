import { eventLogContract } from '../../../test/support/event-log-contract.ts'
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
