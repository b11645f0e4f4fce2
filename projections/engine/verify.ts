import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../src/database/database.ts'
import { isLockTimeout } from '../../src/database/lock-timeout.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import { readSkipped } from './dead-letters.ts'
import { errorLine } from './faults.ts'
import { createTables, isLockFault, tablesOf } from './generations.ts'
import { projecting } from './group-target.ts'
import { applyHalving } from './halving.ts'
import { load } from './loader.ts'
import { RebuildFailed } from './rebuild.ts'
import { type Db, readGroup, type StoredProjection, schemaOf } from './store.ts'

/** A row that exists only in the live or only in the rebuilt table. */
interface RowDifference {
  readonly side: 'only live' | 'only rebuilt'
  /** The row in PostgreSQL's text format. */
  readonly row: string
}

interface TableComparison {
  readonly table: string
  /** Rows of the live table. */
  readonly rows: number
  readonly differences: number
  /** The first ten differences. */
  readonly samples: readonly RowDifference[]
}

export interface Verification {
  readonly name: string
  /** Position of the log at which both were compared. */
  readonly position: Position | null
  readonly tables: readonly TableComparison[]
  readonly same: boolean
}

const samplesShown = 10

/**
 * Rebuilds a group from the log into a scratch schema and compares every table row by row with the live one at the same position.
 * The live projection is blocked only while the last few events are applied; the comparison reads a snapshot. Any process may verify, but
 * only one at a time.
 */
export async function verifyGroup(
  group: ProjectionGroup,
  database: Database,
  log: EventLog,
  onProgress: (run: LongRun) => void,
  signal: AbortSignal,
): Promise<Verification> {
  const { db } = database
  const { name } = group
  const scratch = scratchOf(group)
  const skipped = await readSkipped(db, name)
  let at: Position | null = null
  let done = 0

  async function live(): Promise<StoredProjection> {
    const stored = await readGroup(db, group)
    if (!stored) throw new Error(`${name} has not been built yet: npm run projections -- build`)
    if (stored.version !== group.version) throw new Error(`${name} is being built; until then its tables are empty`)
    return stored
  }

  async function apply(events: readonly RecordedEvent[], to: Position): Promise<void> {
    if (events.length > 0) {
      await db.transaction().execute(async (tx) => {
        await sql`select ${projecting(scratch)}`.execute(tx)
        await group.project(tx, events)
      })
    }
    at = to
    done += events.length
  }

  async function round(until: Position | null, total: number): Promise<number> {
    const before = done
    if (until === null) return 0
    await load({
      log,
      types: group.events,
      after: at,
      until,
      signal,
      async apply(events, to) {
        await applyHalving(events, to, apply, async (event, error, end) => {
          if (!skipped.has(event.position))
            throw new RebuildFailed(`${name}: ${event.type} at ${event.position}: ${errorLine(error)}`)
          at = end
          return true
        })
        if (events.length === 0) at = to
        onProgress({ name, done, total })
        return true
      },
    })
    signal.throwIfAborted()
    return done - before
  }

  /** Locks the row of the tables in use. Undefined: another generation was switched to while the lock was awaited. */
  async function locked() {
    const { rows } = await lock.query<{ generation: number; checkpoint: Position | null; events: number }>(
      `select generation, checkpoint, events from engine.generations
       where name = $1 and version = $2 and state in ('live', 'beside')
       order by state desc limit 1 for update`,
      [name, group.version],
    )
    return rows[0]
  }

  const lock = await connect(database.url)
  const reader = await connect(database.url).catch(async (error: unknown) => {
    await lock.end()
    throw error
  })
  let isAlone = false
  try {
    // Until the last step the transaction has no snapshot and no id, so it blocks nothing.
    await reader.query('begin isolation level repeatable read; set local idle_in_transaction_session_timeout to 0')
    await reader.query('lock table engine.verification in exclusive mode nowait').catch((error) => {
      throw isLockTimeout(error) ? new Error('read models are being verified already') : error
    })
    isAlone = true
    await lock.query(`drop schema if exists "${scratch}" cascade`)
    await createTables(db, group, scratch)
    for (const table of await tablesOf(db, scratch))
      await lock.query(`alter table "${scratch}"."${table}" set unlogged`).catch(ignoreReferences)
    for (let pass = 0; pass < 20; pass++) {
      const stored = await live()
      if ((await round(stored.checkpoint, stored.events)) <= 1_000) break
    }
    await lock.query('begin')
    await lock.query("set local lock_timeout to '20s'")
    let held = await locked()
    while (!held) {
      await live()
      held = await locked()
    }
    const { generation, checkpoint, events } = held
    await round(checkpoint, events)
    const schema = schemaOf(name, generation)
    const tables = [...new Set([...(await tablesOf(db, schema)), ...(await tablesOf(db, scratch))])].sort()
    for (const table of tables) await reader.query(`lock table "${schema}"."${table}" in access share mode`)
    await reader.query('select 1')
    await lock.query('rollback')
    const compared: TableComparison[] = []
    for (const table of tables) compared.push(await compareTable(reader, table, schema, scratch))
    return { name, position: checkpoint, tables: compared, same: compared.every((table) => table.differences === 0) }
  } finally {
    // The end of a connection rolls back its transaction.
    await lock.end().catch(() => undefined)
    if (isAlone) {
      // A verification that has begun meanwhile drops the schema itself, and then needs its own.
      const alone = 'begin; lock table engine.verification in exclusive mode nowait'
      await reader
        .query(`rollback; ${alone}; drop schema if exists "${scratch}" cascade; commit`)
        .catch(() => undefined)
    }
    await reader.end().catch(() => undefined)
  }
}

const scratchOf = ({ name }: ProjectionGroup): string => `${name}_verify`

/** Drops the tables of killed verifications, which erasures do not reach (docs/threats.md T119); not those of a running one. */
export async function dropLeftTables(db: Db, groups: readonly ProjectionGroup[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname = any(${groups.map(scratchOf)}::text[])`.execute(db)
  if (rows.length === 0) return
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout to '700ms'`.execute(tx)
      await sql`lock table engine.verification in exclusive mode nowait`.execute(tx)
      for (const { name } of rows) await sql`drop schema if exists ${sql.id(name)} cascade`.execute(tx)
    })
  } catch (error) {
    if (!isLockFault(error)) throw error
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'plp verify',
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A table with foreign keys to or from a logged table stays logged, which is only slower. */
function ignoreReferences(error: { code?: string }): void {
  if (error.code !== '42P16') throw error
}

/** Compares rows as text, which works for every type: equal rows have equal text. */
async function compareTable(client: pg.Client, table: string, live: string, scratch: string): Promise<TableComparison> {
  const rowsOf = (schema: string) => `select t::text as row from "${schema}"."${table}" t`
  const { rows } = await client.query<RowDifference & { differences: number }>(
    `with difference as (
       (select 'only live' as side, d.row from (${rowsOf(live)} except all ${rowsOf(scratch)}) d)
       union all
       (select 'only rebuilt', d.row from (${rowsOf(scratch)} except all ${rowsOf(live)}) d)
     )
     select side, row, count(*) over () as differences from difference order by row, side limit ${samplesShown}`,
  )
  const count = await client.query<{ count: number }>(`select count(*) as count from "${live}"."${table}"`)
  return {
    table,
    rows: count.rows[0]?.count ?? 0,
    differences: rows[0]?.differences ?? 0,
    samples: rows.map(({ side, row }) => ({ side, row })),
  }
}
