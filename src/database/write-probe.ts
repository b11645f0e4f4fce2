import { sql } from 'kysely'
import { createCache } from '../kernel/cache.ts'
import type { Database } from './database.ts'

/** How long a write that was taken speaks for the next ones: the disk is not written for everybody who asks. */
const KEPT_MS = 5_000

/**
 * Resolves when PostgreSQL takes writes; throws the driver's error where it does not: a full disk, a server that only reads.
 * While writes are taken it writes at most once in 5 s, however many ask. `now`: milliseconds that only grow.
 */
export function createWriteProbe(database: Pick<Database, 'db'>, now = () => performance.now()): () => Promise<void> {
  const cache = createCache<void>({ max: 1, ttlMs: KEPT_MS, now })
  return () => cache.get('write', '', () => write(database))
}

/**
 * Writes a row, which needs a server that takes writes, and sorts more than fits into memory, which needs free blocks on the
 * disk of the tables: a table that still has room in its last page would hide for a while that the disk is full.
 */
async function write({ db }: Pick<Database, 'db'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`.execute(tx)
    await sql`update app.write_probe set at = now()`.execute(tx)
    await sql`
      select max(line) from (select md5(n::text) as line from generate_series(1, 4000) n order by line offset 0) as sorted
    `.execute(tx)
  })
}
