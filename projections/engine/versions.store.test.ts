import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import { createPurges } from '../../src/event-log/purges.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Position } from '../../src/kernel/event.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { viewSchemasOf } from '../../src/slice/view-schemas.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { appendEvents, countingGroup, listLogger, newEvent, until } from '../../test/support/projections.ts'
import { createProjectionEngine, type ProjectionEngine } from './engine.ts'
import { readPurgeState } from './request-store.ts'

// Nodes of two versions of the code on one database.

let database: Awaited<ReturnType<typeof testDatabase>>
let store: ReturnType<typeof createMemoryStore>
let log: ReturnType<typeof store.open>
const running: ProjectionEngine[] = []
const opened: Database[] = []
const releases: (() => void)[] = []
const TIMEOUT_MS = 40_000

beforeEach(async () => {
  database = await testDatabase()
  store = createMemoryStore()
  log = store.open()
})

afterEach(async () => {
  for (const release of releases.splice(0)) release()
  await Promise.all(running.splice(0).map((engine) => engine.stop()))
  await Promise.all(opened.splice(0).map((each) => each.close()))
  await database.drop()
})

/** A group that both versions share, and one that the second version changes. */
const shared = countingGroup({ name: 'shared', views: [{ name: 'both', sql: 'select * from seen', doc: 'Shared.' }] })
const first = (over: Partial<ProjectionGroup> = {}): readonly ProjectionGroup[] => [
  shared,
  countingGroup({ views: [{ name: 'counts', sql: 'select stream, amount from totals', doc: 'Version 1.' }], ...over }),
]
const second = (before?: () => Promise<void>): readonly ProjectionGroup[] => [
  shared,
  countingGroup({
    version: 2,
    before,
    views: [{ name: 'counts', sql: 'select stream, 2 * amount as doubled from totals', doc: 'Version 2.' }],
  }),
]

/** Echoes each event by one event of its own, on whichever node leads. */
const echoes = new Map<string, number>()
const echo = (node: string): Reactor<number> => ({
  name: 'echo',
  events: ['Counted'],
  initialState: 0,
  async react(sum, { id }) {
    echoes.set(id, (echoes.get(id) ?? 0) + 1)
    leaders.add(node)
    return sum + 1
  },
})
const leaders = new Set<string>()

async function node(groups: readonly ProjectionGroup[], name = 'node', start = true) {
  const ofNode = openDatabase(database.url)
  opened.push(ofNode)
  ofNode.views.use(viewSchemasOf(groups))
  const purges = createPurges(store.open(), ['Counted'], () => readPurgeState(ofNode.db))
  const logger = listLogger()
  const engine = createProjectionEngine({
    ...{ database: ofNode, log: purges.log, purges, groups, logger },
    reactors: [echo(name)],
    onChanges: () => undefined,
    clock: systemClock,
    unusedMs: 0,
  })
  running.push(engine)
  if (start) await engine.start()
  const sumOf = async (column: string) =>
    (await ofNode.pool.query<{ n: number }>(`select coalesce(sum(${column}), 0)::int as n from read.counts`)).rows[0]!.n
  const both = async () => (await ofNode.pool.query('select from read.both')).rowCount
  const stop = async () => {
    running.splice(running.indexOf(engine), 1)
    await engine.stop()
  }
  return { ...engine, stop, database: ofNode, log: purges.log, logger, sumOf, both }
}

const rows = async <Row extends object>(text: string) => (await database.pool.query<Row>(text)).rows
/** Columns of the analysts' view. */
const columnsServed = async () =>
  (
    await rows<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = \'read."counts"\'::regclass and attnum > 0 order by attnum',
    )
  ).map(({ name }) => name)
const schemasOf = async (like: string) =>
  (
    await rows<{ name: string }>(`select nspname as name from pg_namespace where nspname like '${like}' order by 1`)
  ).map(({ name }) => name)
const passed = (engine: Pick<ProjectionEngine, 'waitFor'>, position: Position | null) =>
  engine.waitFor(position, ['Counted'], TIMEOUT_MS)

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  releases.push(resolve)
  return { before: () => promise, release: resolve }
}

/** A connection that leads as nodes of versions before versioned tables do. */
async function oldLeader() {
  const client = new pg.Client({ connectionString: database.url, application_name: 'plp engine' })
  client.on('error', () => undefined)
  await client.connect()
  const beat = setInterval(() => void client.query('select 1').catch(() => undefined), 200)
  releases.push(() => clearInterval(beat))
  await client.query('select pg_advisory_lock(7305, 1)')
  return {
    async stop() {
      clearInterval(beat)
      await client.end()
    },
  }
}

describe('R251 a node of a new version builds its tables beside a node of the old one', () => {
  test('both read and project their own tables while both run; read switches when the new node leads', async () => {
    const old = await node(first(), 'old')
    await passed(old, await appendEvents(log, 20))
    const { before, release } = gate()
    const next = await node(second(before), 'next')
    expect([next.isBuilt(), await next.caughtUp()]).toEqual([false, false])
    // Tables of the old version are complete and current, for reads of its own writes, too.
    expect(await passed(old, await appendEvents(log, 5))).toEqual([])
    expect([await old.sumOf('amount'), old.isLeader()]).toEqual([25, true])
    release()
    await until('the new node is built', () => next.isBuilt())
    await until('it has caught up', () => next.caughtUp())
    const last = await appendEvents(log, 5)
    expect(await Promise.all([passed(old, last), passed(next, last)])).toEqual([[], []])
    expect([await old.sumOf('amount'), await next.sumOf('doubled')]).toEqual([30, 60])
    expect([await old.both(), await next.both()]).toEqual([30, 30])
    expect([old.isLeader(), next.isLeader(), await columnsServed()]).toEqual([true, false, ['stream', 'amount']])
    expect((await next.verify()).every(({ same }) => same)).toBe(true)
    await old.stop()
    await until('the new node leads', () => next.isLeader())
    await until('read shows its tables', async () => (await columnsServed()).join() === 'stream,doubled')
    const after = await appendEvents(log, 1)
    expect(await passed(next, after)).toEqual([])
    expect([await next.sumOf('doubled'), await next.both()]).toEqual([62, 31])
  })

  test('exactly one node leads, and the reactor handles each event once across the versions', async () => {
    echoes.clear()
    leaders.clear()
    const old = await node(first(), 'old')
    await passed(old, await appendEvents(log, 10))
    const next = await node(second(), 'next')
    await until('it has caught up', () => next.caughtUp())
    expect([old.isLeader(), next.isLeader()]).toEqual([true, false])
    await old.waitForReactor('echo', await appendEvents(log, 10), TIMEOUT_MS)
    expect([...leaders]).toEqual(['old'])
    await old.stop()
    const last = await appendEvents(log, 10)
    await until('the new node leads', () => next.isLeader())
    await until('handled', () => next.waitForReactor('echo', last, TIMEOUT_MS))
    expect([...echoes.values()]).toEqual(Array(30).fill(1))
    expect(leaders).toEqual(new Set(['old', 'next']))
  })

  test('a second old node goes on when the first one stops, whichever version leads then', async () => {
    const old = [await node(first(), 'old'), await node(first(), 'older')] as const
    const next = await node(second(), 'next')
    await passed(old[0], await appendEvents(log, 10))
    await until('it has caught up', () => next.caughtUp())
    await old[0].stop()
    await until('one leads', () => old[1].isLeader() !== next.isLeader())
    const last = await appendEvents(log, 10)
    expect(await Promise.all([passed(old[1], last), passed(next, last)])).toEqual([[], []])
    expect([await old[1].sumOf('amount'), await next.sumOf('doubled')]).toEqual([20, 40])
    await old[1].stop()
    await until('read shows the new tables', async () => (await columnsServed()).join() === 'stream,doubled')
  })

  test('after a downgrade the old version leads with its own tables, and read shows these again', async () => {
    const old = await node(first())
    await passed(old, await appendEvents(log, 10))
    await old.stop()
    const next = await node(second())
    await until('read shows the new tables', async () => (await columnsServed()).join() === 'stream,doubled')
    const again = await node(first())
    const last = await appendEvents(log, 5)
    expect(await passed(again, last)).toEqual([])
    await until('it is built', () => again.isBuilt())
    await next.stop()
    await until('read shows the old tables', async () => (await columnsServed()).join() === 'stream,amount')
    expect(await passed(again, last)).toEqual([])
    await until('caught up', () => again.caughtUp())
    expect([await again.sumOf('amount'), await again.both()]).toEqual([15, 15])
  })

  test('tables that no node uses are dropped once the new version leads; those of running nodes are not', async () => {
    const old = await node(first())
    await passed(old, await appendEvents(log, 10))
    const next = await node(second())
    await until('it has caught up', () => next.caughtUp())
    expect(await schemasOf('counting_g%')).toHaveLength(2)
    await old.stop()
    await until('read shows the new tables', async () => (await columnsServed()).join() === 'stream,doubled')
    await next.stop()
    const last = await node(second())
    await until('it leads', () => last.isLeader())
    expect(await schemasOf('counting_g%')).toHaveLength(1)
    expect(await schemasOf('read_counting_%')).toEqual(['read_counting_2'])
    expect(await last.sumOf('doubled')).toBe(20)
  })

  test('a group that no longer exists is projected for old nodes, then loses its tables and its views', async () => {
    const gone = countingGroup({ name: 'gone', views: [{ name: 'gone', sql: 'select * from seen', doc: 'Gone.' }] })
    const old = await node([...first(), gone])
    await passed(old, await appendEvents(log, 5))
    const next = await node(first())
    await until('it has caught up', () => next.caughtUp())
    expect(await passed(old, await appendEvents(log, 1))).toEqual([])
    expect((await old.database.pool.query('select from read.gone')).rowCount).toBe(6)
    await old.stop()
    await until('the view is gone', async () =>
      (await rows('select to_regclass(\'read."gone"\') as name')).some((row) => (row as { name: null }).name === null),
    )
    await next.stop()
    await node(first())
    await until('the tables are gone', async () => (await schemasOf('gone%')).length === 0)
    expect(await schemasOf('read_gone%')).toEqual([])
  })
})

describe('R252 projections build', () => {
  test('builds the tables of the new version while the old one leads; the new node then starts with them', async () => {
    const old = await node(first())
    await passed(old, await appendEvents(log, 500))
    const builder = await node(second(), 'builder', false)
    const done: number[] = []
    await builder.build((run) => done.push(run.done))
    expect([builder.isLeader(), old.isLeader(), await columnsServed()]).toEqual([false, true, ['stream', 'amount']])
    await builder.stop()
    const last = await appendEvents(log, 10)
    expect(await passed(old, last)).toEqual([])
    await old.stop()
    const next = await node(second())
    expect(next.isBuilt()).toBe(true)
    expect(await passed(next, last)).toEqual([])
    expect(await next.sumOf('doubled')).toBe(1_020)
    expect(next.logger.lines.filter(({ message }) => message === 'projections: rebuilding')).toEqual([])
  })

  test('a builder that dies leaves nothing that the next one keeps', async () => {
    const old = await node(first())
    await passed(old, await appendEvents(log, 10))
    const { before, release } = gate()
    const dying = await node(second(before), 'dying', false)
    const died = dying.build(() => undefined).catch((error: unknown) => error)
    await until(
      'it builds',
      async () => (await rows("select from engine.generations where state = 'preparing'")).length === 1,
    )
    await database.pool.query(
      "select pg_terminate_backend(pid) from engine.projectors where name = 'counting' and version = 2",
    )
    release()
    await dying.stop()
    expect(await died).toBeDefined()
    const next = await node(second())
    await until('it is built', () => next.isBuilt())
    await until('it has caught up', () => next.caughtUp())
    expect([await next.sumOf('doubled'), await schemasOf('counting_g%')]).toEqual([
      20,
      expect.objectContaining({ length: 2 }),
    ])
  })
})

describe('R253 a purge and an operator’s commands apply to the tables of each version', () => {
  const simulated = async (amount: number) => {
    const event = newEvent('Counted', { amount })
    const metadata = { ...event.metadata, simulated: true as const }
    return (await log.append(`counted-${event.id}`, [{ ...event, metadata }], 'no_stream')).position
  }

  test('a purge rebuilds both versions before play resumes', async () => {
    const old = await node(first())
    const next = await node(second())
    await until('it is built', () => next.isBuilt())
    await appendEvents(log, 3)
    const last = await simulated(100)
    expect(await Promise.all([passed(old, last), passed(next, last)])).toEqual([[], []])
    expect([await old.sumOf('amount'), await next.sumOf('doubled')]).toEqual([103, 206])
    await next.purge()
    expect([await old.sumOf('amount'), await next.sumOf('doubled')]).toEqual([3, 6])
    const after = await appendEvents(log, 1)
    expect(await Promise.all([passed(old, after), passed(next, after)])).toEqual([[], []])
    for (const each of [old, next]) expect((await each.verify()).every(({ same }) => same)).toBe(true)
  })

  test('tables that a purge has missed are rebuilt before they are used', async () => {
    const old = await node(first())
    const builder = await node(second(), 'builder', false)
    await appendEvents(log, 3)
    await passed(old, await simulated(100))
    await builder.build(() => undefined)
    await builder.stop()
    await old.purge()
    await old.stop()
    const next = await node(second())
    await until('it is built', () => next.isBuilt())
    expect(await next.sumOf('doubled')).toBe(6)
  })

  test('a rebuild, a pause and a retry of one version leave the other as it is', async () => {
    let isBad = true
    const failing = second(async () => undefined).map((group) =>
      group.name === 'shared'
        ? group
        : {
            ...group,
            project: ((tx, events) => {
              if (isBad && events.some(({ data }) => (data as { amount: number }).amount === 13))
                throw new Error('unlucky')
              return group.project(tx, events)
            }) as ProjectionGroup['project'],
          },
    )
    const old = await node(first())
    const next = await node(failing)
    await until('it is built', () => next.isBuilt())
    const last = await appendEvents(log, 1, 'Counted', 13)
    expect(await passed(old, last)).toEqual([])
    expect(await passed(next, last)).toEqual(['counting'])
    expect([await old.paused(), await next.paused()]).toEqual([[], ['counting']])
    expect([await old.sumOf('amount'), await next.sumOf('doubled')]).toEqual([13, 0])
    const generation = (await old.status()).projections.find(({ name }) => name === 'counting')?.generation
    isBad = false
    expect(await old.retry('counting')).toBe(false)
    expect(await next.retry('counting')).toBe(true)
    expect(await passed(next, last)).toEqual([])
    await next.rebuild('counting')
    expect(await next.sumOf('doubled')).toBe(26)
    expect((await old.status()).projections.find(({ name }) => name === 'counting')?.generation).toBe(generation)
    expect((await old.verify()).every(({ same }) => same)).toBe(true)
  })
})

describe('R251 beside a leading node of a version before versioned tables', () => {
  test('a node builds its own tables, leaves live ones to the leader, and leads after it', async () => {
    const before = await node(first())
    await passed(before, await appendEvents(log, 10))
    await before.stop()
    await database.pool.query(
      'update engine.generations set has_views = false; drop schema read_counting_1, read_shared_1 cascade',
    )
    await database.pool.query('update engine.generations set purged = null')
    const leader = await oldLeader()
    const added = countingGroup({ name: 'added', views: [{ name: 'added', sql: 'select * from seen', doc: 'New.' }] })
    const next = await node([...second(), added])
    await until('it is built', () => next.isBuilt())
    await until('it has caught up', () => next.caughtUp())
    expect([await next.sumOf('doubled'), await next.both(), next.isLeader()]).toEqual([20, 10, false])
    expect(await columnsServed()).toEqual(['stream', 'amount'])
    expect(
      await rows('select name from engine.projectors join pg_stat_activity using (pid, backend_start) order by 1'),
    ).toEqual([{ name: 'added' }, { name: 'counting' }])
    // Such a leader sets the version of groups that it does not have to 0.
    await database.pool.query("update engine.generations set version = 0 where name = 'added' and state = 'live'")
    await leader.stop()
    await until('it leads', () => next.isLeader())
    await until('read shows its tables', async () => (await columnsServed()).join() === 'stream,doubled')
    await until('the added group is built again', async () => {
      const [result] = await next.verify(['added']).catch(() => [])
      return result?.same === true
    })
    expect(await passed(next, await appendEvents(log, 1))).toEqual([])
  })
})
