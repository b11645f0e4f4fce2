import { randomUUID } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import type { Position } from '../../src/kernel/event.ts'
import { type EventLog, EventLogUnavailable } from '../../src/kernel/event-log.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { loggedDuring } from '../../test/support/postgres-log.ts'
import { appendEvents, countingGroup, listLogger, until } from '../../test/support/projections.ts'
import type { EngineContext } from './context.ts'
import { CheckpointMoved } from './faults.ts'
import { addViews, createFirst, createTables, dropGeneration, endReaders, serve, switchTo } from './generations.ts'
import { rebuildGroup } from './rebuild.ts'
import type { RebuildQueue } from './rebuild-queue.ts'
import { createStatusReader } from './status.ts'
import { type Db, EMPTY, insertGeneration, readGenerations, readGroup, schemaOf, versionsOf } from './store.ts'
import { verifyGroup } from './verify.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Db
let log: EventLog

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(() => {
  log = createMemoryStore().open()
})
afterEach(async () => {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname like 'counting%' or nspname like 'read_counting%'`.execute(
    db,
  )
  for (const { name } of rows) await sql.raw(`drop schema "${name}" cascade`).execute(db)
  await sql`delete from engine.generations`.execute(db)
})

const stop = new AbortController()
const lost = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })

async function rebuild(
  group: ProjectionGroup,
  over: Partial<EngineContext> = {},
  signal: AbortSignal = stop.signal,
  onProgress: (run: LongRun) => void = () => undefined,
): Promise<void> {
  const context = {
    ...{ db, log, node: randomUUID(), logger: listLogger(), onChanges: () => undefined },
    ...{ now: () => '2026-08-15T14:00:00.000Z', lastPurge: async () => null },
    ...over,
  }
  await rebuildGroup(group, undefined, context as unknown as EngineContext, onProgress, signal)
}

/** The log, whose next reads fail with these errors. */
function failing(...errors: Error[]): EventLog {
  return {
    ...log,
    readAll(...call) {
      const error = errors.shift()
      return error ? Promise.reject(error) : log.readAll(...call)
    },
  }
}

const schemas = async () =>
  (
    await sql<{ name: string }>`
      select nspname as name from pg_namespace where nspname like 'counting%' order by 1`.execute(db)
  ).rows.map(({ name }) => name)

const counted = async () => (await sql<{ n: number }>`select count(*) as n from read.seen`.execute(db)).rows[0]!.n

const generationOf = async (group: ProjectionGroup) => (await readGroup(db, group))!.generation

/** Another role, which may read the views. */
async function readerRole() {
  const role = `plp_reader_${process.pid}`
  await database.pool.query(`create role ${role} login password 'reader'; grant usage on schema read to ${role};
    grant select on read.seen, read.totals to ${role}`)
  const address = new URL(database.url)
  Object.assign(address, { username: role, password: 'reader' })
  return {
    client: () => new pg.Client({ connectionString: address.href }),
    drop: () => database.pool.query(`drop owned by ${role}; drop role ${role}`),
  }
}

describe('generations', () => {
  test('a switch fails if the one in use has moved, or the new one is not being built, and changes nothing', async () => {
    const group = countingGroup()
    await createFirst(db, group, 1)
    const generation = await generationOf(group)
    const next = await insertGeneration(db, 'counting', 1, null)
    const before = await readGenerations(db)
    const switchOver = (to: number, old?: { generation: number; checkpoint: Position | null }) =>
      db.transaction().execute((tx) => switchTo(tx, group, to, old))
    await expect(switchOver(next, { generation, checkpoint: '7' as Position })).rejects.toThrow(CheckpointMoved)
    await expect(switchOver(generation)).rejects.toThrow('no longer being built')
    expect(await readGenerations(db)).toEqual(before)
  })

  test('read continues to show the old version if the new one is not built', async () => {
    await createFirst(db, countingGroup(), 1)
    const serving = db.transaction().execute((tx) => serve(tx, [countingGroup({ version: 2 })]))
    await expect(serving).rejects.toThrow('version 2 is not built')
    expect(await counted()).toBe(0)
  })

  test('R310: columns of a view that change cause no error in the log of PostgreSQL', async () => {
    await createFirst(db, countingGroup(), 1)
    const group = countingGroup({
      version: 2,
      views: [{ name: 'seen', sql: 'select stream as renamed from totals', doc: '' }],
    })
    await createFirst(db, group, 2)
    const logged = await loggedDuring(async () => {
      const fresh = openDatabase(database.url)
      await fresh.db.transaction().execute((tx) => serve(tx, [group]))
      await fresh.close()
    })
    expect(logged).toEqual([])
    expect(await sql`select renamed from read.seen`.execute(db)).toMatchObject({ rows: [] })
  })

  test('a view that cannot be created leaves nothing in use', async () => {
    const group = countingGroup({ views: [{ name: 'seen', sql: 'select missing from seen', doc: '' }] })
    await expect(createFirst(db, group, 1)).rejects.toThrow('missing')
    expect(await readGroup(db, group)).toBeUndefined()
  })

  test('views of a version are added once', async () => {
    const group = countingGroup()
    await createFirst(db, group, 1)
    await addViews(db, group, await generationOf(group))
    await sql`update engine.generations set has_views = false`.execute(db)
    await addViews(db, group, await generationOf(group))
    expect(await readGroup(db, group)).toMatchObject({ hasViews: true })
  })

  test('one in use is not dropped; one that is read is dropped later', async () => {
    const group = countingGroup()
    await createFirst(db, group, 1)
    const generation = await generationOf(group)
    await expect(dropGeneration(db, 'counting', generation)).rejects.toThrow('in use')
    await sql`update engine.generations set state = 'retired'`.execute(db)
    const reader = new pg.Client({ connectionString: database.url })
    await reader.connect()
    await reader.query('begin; select from read.seen')
    expect(await dropGeneration(db, 'counting', generation)).toBe(false)
    await reader.end()
    await until('it is dropped', () => dropGeneration(db, 'counting', generation))
    expect(await schemas()).toEqual([])
  })

  test('reads of other roles that lock the views are ended, other sessions are not', async () => {
    await createFirst(db, countingGroup(), 1)
    const role = await readerRole()
    const sessions = ['seen', 'totals'].map((view) => {
      const client = role.client()
      const ended = new Promise<void>((resolve) => client.on('error', () => resolve()))
      return { view, client, ended }
    })
    for (const { client, view } of sessions) {
      await client.connect()
      await client.query(`begin; select from read.${view}`)
    }
    const [ofSeen, ofTotals] = sessions
    await endReaders(db, ['seen'])
    await ofSeen!.ended
    expect((await ofTotals!.client.query('select 1')).rowCount).toBe(1)
    await ofTotals!.client.end()
    await role.drop()
  })

  test('T122: readers of another role that return as soon as they are ended do not prevent a switch', async () => {
    const group = countingGroup()
    await createFirst(db, group, 1)
    const generation = await generationOf(group)
    const role = await readerRole()
    let isOver = false
    const readers = Array.from({ length: 5 }, async () => {
      while (!isOver) {
        const client = role.client()
        const ended = new Promise<void>((resolve) => client.on('error', () => resolve()))
        const reading = client.connect().then(() => client.query('begin; select from read.seen, read.totals'))
        await reading.then(() => Promise.race([ended, switched])).catch(() => undefined)
        await client.end().catch(() => undefined)
      }
    })
    const switched = rebuild(group).finally(() => {
      isOver = true
    })
    await switched
    await Promise.all(readers)
    expect(await generationOf(group)).not.toBe(generation)
    await role.drop()
  }, 90_000)
})

describe('rebuild', () => {
  test('resumes at its checkpoint after a fault of the log or of PostgreSQL, and counts every event once', async () => {
    await appendEvents(log, 3)
    const faults = [lost(), undefined]
    const group = countingGroup({
      after: async () => {
        const error = faults.shift()
        if (error) throw error
      },
    })
    const logger = listLogger()
    await rebuild(group, { log: failing(new EventLogUnavailable('away')), logger })
    expect(await counted()).toBe(3)
    expect(logger.lines.map(({ fields }) => fields.error)).toEqual(['away', 'Connection terminated unexpectedly'])
  })

  test('continues after PostgreSQL has been unavailable for longer than one pause', async () => {
    await appendEvents(log, 3)
    let failures = 0
    const breaking: KyselyPlugin = {
      transformQuery({ node }) {
        if (failures === 0) return node
        failures--
        throw lost()
      },
      transformResult: async ({ result }) => result,
    }
    let isFirst = true
    const group = countingGroup({
      before() {
        if (!isFirst) return
        isFirst = false
        failures = 2
        throw lost()
      },
    })
    await rebuild(group, { db: db.withPlugin(breaking) })
    expect(await counted()).toBe(3)
  })

  test('fails at once because of another error or a stop, and leaves nothing', async () => {
    await appendEvents(log, 3)
    const group = countingGroup()
    await expect(rebuild(group, { log: failing(new TypeError('not a position')) })).rejects.toThrow('not a position')
    const stopped = new AbortController()
    const ending = countingGroup({ before: () => stopped.abort(new Error('stopped')) })
    await expect(rebuild(ending, {}, stopped.signal)).rejects.toThrow('stopped')
    expect([await schemas(), await readGenerations(db)]).toEqual([[], []])
  })

  test('its progress counts events that are appended meanwhile in the total, too', async () => {
    const group = countingGroup()
    await createFirst(db, group, group.version)
    const last = await appendEvents(log, 3)
    await sql`update engine.generations set events = 2, checkpoint = ${last}`.execute(db)
    const reports: LongRun[] = []
    await rebuild(group, {}, stop.signal, (run) => reports.push(run))
    expect(reports.map(({ done, total }) => [done, total])).toEqual([
      [0, 2],
      [3, 3],
      [3, 3],
    ])
  })

  test('its progress, read on another node, does so, too', async () => {
    const group = countingGroup()
    await createFirst(db, group, group.version)
    const next = await insertGeneration(db, group.name, group.version, null)
    await sql`update engine.generations set events = case when generation = ${next} then 3 else 2 end`.execute(db)
    const context = { db, log, groups: [group], versions: versionsOf([group]), projects: () => false }
    const { rebuilding } = createStatusReader(
      context as unknown as EngineContext,
      {
        progressOf: () => null,
      } as unknown as RebuildQueue,
    )
    expect(await rebuilding(group.name)).toEqual({ name: group.name, done: 3, total: 3 })
  })
})

describe('verify', () => {
  const verify = (group: ProjectionGroup, url = database.url) =>
    verifyGroup(group, { ...database, url }, log, () => undefined, stop.signal)

  test('refuses a group without tables, and one with empty tables until it is built', async () => {
    await expect(verify(countingGroup())).rejects.toThrow('has not been built yet: npm run projections -- build')
    await createFirst(db, countingGroup(), EMPTY)
    await expect(verify(countingGroup())).rejects.toThrow('is being built')
  })

  test('R310: causes no warning in the log of PostgreSQL, whether it ends or is refused', async () => {
    const logged = await loggedDuring(async () => {
      await rebuild(countingGroup())
      expect(await verify(countingGroup())).toMatchObject({ same: true })
      await expect(verify(countingGroup({ version: 2 }))).rejects.toThrow()
    })
    expect(logged).toEqual([])
  })

  test('keeps the tables of a verification that begins while another one ends', async () => {
    await appendEvents(log, 3)
    await rebuild(countingGroup())
    const [begun, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = countingGroup({
      before() {
        begun.resolve()
        return resumed.promise
      },
    })
    let reader: pg.Client | undefined
    let second: ReturnType<typeof verify> | undefined
    const original = pg.Client.prototype.query
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...call: unknown[]
    ) {
      const [text] = call
      const run = (...args: unknown[]) => Reflect.apply(original, this, args)
      if (typeof text === 'string' && text.startsWith('begin isolation level')) reader ??= this
      if (this !== reader || second || !String(text).startsWith('rollback')) return run(...call)
      // The end of this transaction lets the other one begin, between two statements.
      await run('rollback')
      second = verify(slow)
      await begun.promise
      return run(String(text).replace(/^rollback;?/, ''))
    } as typeof pg.Client.prototype.query)
    try {
      expect(await verify(countingGroup())).toMatchObject({ same: true })
    } finally {
      query.mockRestore()
      resumed.resolve()
    }
    expect(await second).toMatchObject({ same: true })
  })

  test('names an event that fails only now, and leaves no tables', async () => {
    await appendEvents(log, 3)
    await rebuild(countingGroup())
    const broken = countingGroup({
      before() {
        throw new Error('broken logic')
      },
    })
    await expect(verify(broken)).rejects.toThrow(/Counted at \d+: broken logic/)
    expect(await schemas()).toHaveLength(1)
  })

  test('compares tables that reference each other, also after ignored events only', async () => {
    const group = countingGroup({
      ddl: 'create table parents (id int primary key); create table children (id int references parents)',
      ...{ indexes: '', views: [] },
    })
    await rebuild(group)
    await appendEvents(log, 2, 'Ignored')
    await sql`update engine.generations set checkpoint = ${await log.head()}`.execute(db)
    expect(await verify(group)).toMatchObject({ same: true, position: await log.head() })
  })

  test('compares with the new tables if a switch comes first', async () => {
    const group = countingGroup()
    await createFirst(db, group, 1)
    const next = await insertGeneration(db, 'counting', 1, null)
    await createTables(db, group, schemaOf('counting', next))
    const switching = new pg.Client({ connectionString: database.url })
    await switching.connect()
    await switching.query("begin; update engine.generations set state = 'retired' where state = 'live'")
    const verified = verify(group)
    await until('verify waits', async () => {
      const { rowCount } = await database.pool.query(
        "select from pg_stat_activity where application_name = 'plp verify' and wait_event_type = 'Lock'",
      )
      return rowCount === 1
    })
    await switching.query(`update engine.generations set state = 'live' where generation = ${next}; commit`)
    await switching.end()
    expect(await verified).toMatchObject({ same: true })
  })

  test('leaves no connection if the second one is refused', async () => {
    await createFirst(db, countingGroup(), 1)
    const role = `plp_single_${process.pid}`
    await database.pool.query(`create role ${role} login password 'single' connection limit 1`)
    const address = new URL(database.url)
    Object.assign(address, { username: role, password: 'single' })
    await expect(verify(countingGroup(), address.href)).rejects.toThrow('too many connections')
    await until(
      'none is left',
      async () => {
        const { rowCount } = await database.pool.query('select from pg_stat_activity where usename = $1', [role])
        return rowCount === 0
      },
      5_000,
    )
    await database.pool.query(`drop role ${role}`)
  })
})
