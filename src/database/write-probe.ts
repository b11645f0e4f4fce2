import { sql } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from './database.ts'

/** How long a write that was taken speaks for the next ones: the disk is not written for everybody who asks. */
const KEPT_MS = 5_000
/** The same for one that was refused, so that the end of a fault is seen soon. */
const REFUSED_MS = 1_000

interface WriteProbeDependencies {
  readonly database: Pick<Database, 'db'>
  readonly clock: Clock
}

/**
 * Resolves when PostgreSQL takes writes; throws the driver's error where it does not: a full disk, a server that only reads.
 * It writes at most once in 5 s (1 s while writes are refused), however many ask.
 */
export function createWriteProbe({ database, clock }: WriteProbeDependencies): () => Promise<void> {
  let outcome: Promise<void> | undefined
  let at = 0
  let keptMs = 0
  return () => {
    // Either way: a clock that is set back must not keep an outcome for long.
    if (outcome === undefined || Math.abs(clock.now() - at) >= keptMs) {
      at = clock.now()
      keptMs = KEPT_MS
      outcome = write(database)
      outcome.catch(() => {
        keptMs = REFUSED_MS
      })
    }
    return outcome
  }
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
