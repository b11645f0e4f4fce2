import PQueue from 'p-queue'
import type { Database } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'

/** Runs one call at a time across all nodes. */
export type Lock = <T>(run: () => Promise<T>) => Promise<T>

/**
 * A named lock: a row of `app.account_locks`, which no other database role can lock. It is released when its process
 * dies.
 */
export function createLock(database: Pick<Database, 'pool'>, name: string): Lock {
  // At most one connection of this process waits for the lock.
  const queue = new PQueue({ concurrency: 1 })
  return (run) =>
    queue.add(() =>
      inTransaction(database, async (client) => {
        await client.query(
          'insert into app.account_locks (name) values ($1) on conflict (name) do update set name = excluded.name',
          [name],
        )
        return run()
      }),
    )
}
