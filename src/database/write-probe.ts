import { sql } from 'kysely'
import { createCache } from '../kernel/cache.ts'
import type { Database } from './database.ts'

/** Milliseconds for which the result of a write is cached, so that frequent probes do not load the disk. */
const CACHE_MS = 5_000

/**
 * Resolves if PostgreSQL accepts writes; rejects with the driver's error otherwise, as for a full disk or a read-only server. While
 * writes succeed, it writes at most once in 5 s. `now`: monotonic milliseconds.
 */
export function createWriteProbe(database: Pick<Database, 'db'>, now = () => performance.now()): () => Promise<void> {
  const cache = createCache<void>({ max: 1, ttlMs: CACHE_MS, now })
  return () => cache.get('write', '', () => write(database))
}

/**
 * Writes a row, which needs a server that accepts writes. Also sorts more than `work_mem`, which needs free blocks on the disk of the
 * tables. An update alone may succeed on a full disk while the last page has free space.
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
