import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { isLockTimeout, LOCK_TIMEOUT } from './lock-timeout.ts'
import { createMissing, type Schema } from './schema.ts'
import { inTransaction } from './transaction.ts'
import { assertSupported } from './unsupported-postgres.ts'

/** Milliseconds that a start waits for locked tables, or for another node that migrates. */
const WAIT_MS = 120_000
const RETRY_MS = 500
/** SQLSTATEs of a schema, table or catalogue entry that another node created concurrently. */
const MADE_BY_ANOTHER = ['42P06', '42P07', '23505']

/**
 * Creates missing tables, columns and indexes, then runs pending migrations. Nodes that start concurrently do so one after another.
 * Returns the names of the created objects and executed migrations.
 */
export async function migrate(database: Database, schema: Schema): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ number: number }>(
    "select current_setting('server_version_num')::int as number",
  )
  assertSupported(rows[0]!.number)
  await prepare(database)
  for (const until = performance.now() + WAIT_MS; ; await sleep(RETRY_MS)) {
    try {
      return await runMissing(database, schema)
    } catch (error) {
      // Requests of other nodes would queue behind a waiting lock request, so the migration yields to them.
      if (!isLockTimeout(error) || performance.now() > until) throw error
    }
  }
}

async function prepare({ pool }: Database): Promise<void> {
  for (const step of [
    ...['app', 'engine', 'log', 'read'].map((name) => `create schema if not exists ${name}`),
    'create table if not exists app.migrations (name text primary key, ran_at timestamptz not null default now())',
  ])
    await pool.query(step).catch((error) => {
      if (!MADE_BY_ANOTHER.includes(error.code)) throw error
    })
}

const runMissing = (database: Database, schema: Schema): Promise<readonly string[]> =>
  inTransaction(database, async (client) => {
    await client.query(`${LOCK_TIMEOUT}; lock table app.migrations in exclusive mode`)
    const { rows } = await client.query<{ name: string }>('select name from app.migrations')
    const done = new Set(rows.map(({ name }) => name))
    const ran: string[] = []
    const once = async (recorded: string, run: () => Promise<unknown>): Promise<void> => {
      if (done.has(recorded)) return
      await run()
      await client.query('insert into app.migrations (name) values ($1)', [recorded])
      ran.push(recorded)
    }
    // Recorded by hash, so that a node of an older version does not recreate columns that a newer one has dropped.
    const { tables, sequences } = schema
    await once(`tables@${hashOf(JSON.stringify([tables, sequences]))}`, async () => {
      ran.push(...(await createMissing(client, schema)))
    })
    for (const { name, sql, isRepeatable } of schema.migrations)
      await once(isRepeatable ? `${name}@${hashOf(sql)}` : name, () => client.query(sql))
    return ran
  })

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
