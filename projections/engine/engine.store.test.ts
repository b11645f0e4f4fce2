import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { EventLogUnavailable } from '../../src/kernel/event-log.ts'
import { uuid5 } from '../../src/kernel/uuid5.ts'
import type { LiveChange } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { viewSchemasOf } from '../../src/slice/view-schemas.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { appendEvents, countingGroup, listLogger, newEvent, until } from '../../test/support/projections.ts'
import { promised } from '../../test/support/promised.ts'
import { statementsOf } from '../../test/support/statements.ts'
import { createProjectionEngine, type EngineOptions, type ProjectionEngine } from './engine.ts'
import { CheckpointMoved } from './faults.ts'
import { createGroupTarget } from './group-target.ts'
import { everythingChanged } from './messages.ts'
import { reactorContext } from './reactor-target.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let store: ReturnType<typeof createMemoryStore>
let log: ReturnType<typeof store.open>
const running: ProjectionEngine[] = []
const opened: Database[] = []
/** Ends a wait that would never end. It asserts no speed: a busy machine may be many times slower. */
const TIMEOUT_MS = 40_000
/** Time limit when nothing must be waited for: well below the timeout. */
const AT_ONCE_MS = 30_000

beforeEach(async () => {
  database = await testDatabase()
  store = createMemoryStore()
  log = store.open()
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.stop()))
  await Promise.all(opened.splice(0).map((each) => each.close()))
  await strangers.leave()
  await database.drop()
})

/** Connections of a role that may only connect, as any role of the server may. */
const strangers = {
  role: `plp_stranger_${process.pid}`,
  connections: [] as pg.Client[],
  async connect(): Promise<pg.Client> {
    await database.pool.query(`create role ${this.role} login password 'stranger'`).catch(() => undefined)
    const address = new URL(database.url)
    Object.assign(address, { username: this.role, password: 'stranger' })
    const client = new pg.Client({ connectionString: address.href })
    client.on('error', () => undefined)
    this.connections.push(client)
    await client.connect()
    return client
  },
  async leave(): Promise<void> {
    await Promise.all(this.connections.splice(0).map((client) => client.end()))
    await database.pool.query(`drop role if exists ${this.role}`)
  },
}

type Node = ProjectionEngine & {
  readonly received: { changes: readonly LiveChange[]; version: string }[]
  readonly logger: ReturnType<typeof listLogger>
}

async function node(over: Partial<EngineOptions> = {}, start = true): Promise<Node> {
  const received: { changes: readonly LiveChange[]; version: string }[] = []
  const logger = listLogger()
  // Every node has its own connections.
  const ofNode = openDatabase(database.url)
  opened.push(ofNode)
  const engine = createProjectionEngine({
    database: ofNode,
    log: store.open(),
    groups: [countingGroup()],
    reactors: [],
    onChanges: (changes, version) => received.push({ changes, version }),
    logger,
    clock: systemClock,
    ...over,
  })
  running.push(engine)
  if (start) await engine.start()
  return { ...engine, received, logger }
}

async function rows<Row extends object>(text: string): Promise<Row[]> {
  return (await database.pool.query<Row>(text)).rows
}

/** In-memory appends never yield to other tasks. */
const yieldToOthers = () => new Promise((resolve) => setTimeout(resolve, 5))

const counted = async () => (await rows<{ n: number }>('select count(*) as n from read.seen'))[0]?.n

const checkpointOf = async (name: string) =>
  (
    await rows<{ checkpoint: Position }>(
      `select checkpoint from engine.generations where name = '${name}' and state = 'live'`,
    )
  )[0]?.checkpoint

const servedVersion = async () =>
  (
    await rows<{ version: number }>("select version from engine.generations where name = 'counting' and state = 'live'")
  )[0]?.version

describe('projecting', () => {
  test('an event is in the read tables when waitFor resolves', async () => {
    const engine = await node()
    for (let n = 1; n <= 20; n++) {
      const position = await appendEvents(log, 1)
      engine.nudge()
      expect(await engine.waitFor(position, ['Counted'], TIMEOUT_MS)).toEqual([])
      expect(await counted()).toBe(n)
    }
  })

  test('the history of the log is projected before the engine reports that it has caught up', async () => {
    await appendEvents(log, 5_000)
    const engine = await node()
    await until('caught up', () => engine.caughtUp())
    expect(await counted()).toBe(5_000)
  })

  test('the checkpoint also moves over ignored events', async () => {
    const engine = await node()
    await appendEvents(log, 3)
    const head = await appendEvents(log, 40, 'Ignored')
    await until('checkpoint stored', async () => (await checkpointOf('counting')) === head)
    expect(await engine.caughtUp()).toBe(true)
    expect(await counted()).toBe(3)
  })

  test('checkpoints after ignored events are stored together, in one statement', async () => {
    const others = ['a', 'b', 'c', 'd'].map((name) => countingGroup({ name, events: ['Rare'], views: [] }))
    const idle: Reactor<null> = { name: 'idle', events: ['Rare'], initialState: null, react: async () => null }
    const engine = await node({ groups: [countingGroup(), ...others], reactors: [idle] })
    await appendEvents(log, 1)
    const names = ['counting', 'a', 'b', 'c', 'd', 'idle']
    const stored = async (at: Position) =>
      (await engine.status()).projections.every((each) => names.includes(each.name)) &&
      (
        await rows<{ checkpoint: Position }>(
          'select checkpoint from engine.generations union all select checkpoint from engine.reactors',
        )
      ).every(({ checkpoint }) => checkpoint === at)
    await until('all are at the head', async () => stored((await log.head())!))
    const moves = (
      await statementsOf(async () => {
        const at = await appendEvents(log, 1)
        await until('all are at the head', () => stored(at))
      })
    ).filter((text) => /update engine\.(generations|reactors)/.test(text))
    // One with the rows of the group that handles the event, one for the five others.
    expect(moves).toHaveLength(2)
  })

  test('a filtered event causes no transaction, but waitFor and the count include it', async () => {
    const group = countingGroup()
    const filter = (event: RecordedEvent) => event.metadata.actor !== null
    const projected: number[] = []
    const engine = await node({
      groups: [
        {
          ...group,
          filter,
          project(tx, events) {
            projected.push(events.length)
            return group.project(tx, events)
          },
        },
      ],
    })
    const append = async (stream: string, actors: readonly (number | null)[]) => {
      const events = actors.map((actor) => {
        const event = newEvent('Counted', { amount: 1 })
        return { ...event, metadata: { ...event.metadata, actor } }
      })
      const { position } = await log.append(stream, events, 'no_stream')
      engine.nudge()
      expect(await engine.waitFor(position, ['Counted'], TIMEOUT_MS)).toEqual([])
      return position
    }
    const texts = await statementsOf(() => append('empty', [null, null, null]))
    expect(texts.filter((text) => text === 'begin')).toEqual([])
    const last = await append('mixed', [null, 1, null])
    expect(projected).toEqual([1])
    await append('empty again', [null])
    await until('counted', async () =>
      (await engine.status()).projections.every(({ events, checkpoint }) => events === 7 && checkpoint !== last),
    )
    await until('stored', async () => (await checkpointOf('counting')) === (await log.head()))
    expect(await rows('select events from engine.generations')).toEqual([{ events: 7 }])
  })

  test('live changes are delivered after the commit, with increasing versions', async () => {
    const engine = await node()
    for (let n = 0; n < 3; n++) await engine.waitFor(await appendEvents(log, 1), ['Counted'], TIMEOUT_MS)
    expect(engine.received.map(({ changes }) => changes)).toEqual(Array(3).fill([{ room: 'all', topic: 'table' }]))
    const versions = engine.received.map(({ version }) => BigInt(version))
    expect(versions).toEqual([...versions].sort((a, b) => (a < b ? -1 : 1)))
    expect(new Set(versions).size).toBe(3)
  })

  test('the leading node has caught up only when it has delivered the changes', async () => {
    const engine = await node()
    for (let count = 1; count <= 200; count++) {
      await appendEvents(log, 1)
      engine.nudge()
      while (!(await engine.caughtUp())) await new Promise((later) => setImmediate(later))
      expect(engine.received).toHaveLength(count)
    }
  })

  test('waitFor considers only groups that handle one of the types', async () => {
    const held = Promise.withResolvers<void>()
    const engine = await node({
      groups: [
        countingGroup(),
        countingGroup({ name: 'stuck', events: ['Stuck'], views: [], before: () => held.promise }),
      ],
    })
    const stuck = await appendEvents(log, 1, 'Stuck')
    expect(await engine.waitFor(stuck, ['Counted'], TIMEOUT_MS)).toEqual([])
    expect(await engine.waitFor(stuck, ['Stuck', 'Counted'], 50)).toEqual(['stuck'])
    const position = await appendEvents(log, 1)
    expect(await engine.waitFor(position, ['Counted'], TIMEOUT_MS)).toEqual([])
    held.resolve()
    expect(await engine.waitFor(stuck, ['Stuck'], TIMEOUT_MS)).toEqual([])
    expect(await engine.waitFor(null, ['Counted'], 0)).toEqual([])
  })

  test('two projections with the same name are refused', () => {
    expect(() =>
      createProjectionEngine({
        database,
        log,
        groups: [countingGroup(), countingGroup()],
        reactors: [],
        onChanges: () => undefined,
        logger: listLogger(),
        clock: systemClock,
      }),
    ).toThrow('counting')
  })
})

describe('exactly once', () => {
  test('a connection lost between the statements and the commit loses and repeats nothing', async () => {
    let deaths = 0
    const engine = await node({
      groups: [
        countingGroup({
          async after(tx) {
            if (deaths++ % 3 !== 0) return
            const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
            await database.pool.query('select pg_terminate_backend($1)', [own[0]?.pid])
            await new Promise((resolve) => setTimeout(resolve, 20))
          },
        }),
      ],
    })
    let last: Position | null = null
    for (let n = 0; n < 10; n++) last = await appendEvents(log, 50)
    expect(await engine.waitFor(last, ['Counted'], TIMEOUT_MS)).toEqual([])
    expect(deaths).toBeGreaterThan(1)
    expect(await rows('select count(*) as events, sum(amount)::int as amount from read.totals')).toEqual([
      { events: 500, amount: 500 },
    ])
  })

  test('an error after the statements rolls back rows and checkpoint together', async () => {
    let fails = 2
    const engine = await node({
      groups: [
        countingGroup({
          async after(tx) {
            if (fails-- > 0) throw Object.assign(new Error('disk full'), { code: '53100' })
            await sql`select 1`.execute(tx)
          },
        }),
      ],
    })
    expect(await engine.waitFor(await appendEvents(log, 5), ['Counted'], TIMEOUT_MS)).toEqual([])
    expect(await counted()).toBe(5)
    expect(engine.logger.lines.filter(({ message }) => message === 'projections: retrying')).toHaveLength(2)
  })

  test('a writer whose checkpoint was moved by another writes nothing (compare-and-set)', async () => {
    let release: () => void = () => undefined
    let held: Promise<void> | undefined
    const slow = await node({ groups: [countingGroup({ before: () => held })] })
    await slow.waitFor(await appendEvents(log, 1), ['Counted'], TIMEOUT_MS)
    // The slow node holds a batch with an old checkpoint while another node has moved on.
    held = new Promise((resolve) => {
      release = resolve
    })
    const group = createGroupTarget(countingGroup(), {
      db: database.db,
      node: 'other',
      now: () => '2026-08-15T14:00:00.000Z',
      onChanges: () => undefined,
      isStale: () => false,
    })
    const stale = await group.load()
    const position = await appendEvents(log, 1)
    const { events } = await log.readAll(stale.checkpoint, {}, 10)
    held = undefined
    release()
    expect(await slow.waitFor(position, ['Counted'], TIMEOUT_MS)).toEqual([])
    await expect(group.apply(stale, events, position)).rejects.toThrow(CheckpointMoved)
    expect(await counted()).toBe(2)
  })
})

describe('leadership', () => {
  test('a node that starts next to a busy one catches up with earlier events, not with those being written', async () => {
    await appendEvents(log, 50)
    let held: Promise<void> | undefined
    const slow = countingGroup({ before: () => held ?? new Promise((resolve) => setTimeout(resolve, 40)) })
    await node({ groups: [slow] })
    // Every read of the head appends one more event.
    const busy = {
      ...store.open(),
      head: async () => {
        await appendEvents(log, 1)
        return log.head()
      },
    }
    const starting = await node({ groups: [slow], log: busy })
    await starting.catchUp(AbortSignal.timeout(TIMEOUT_MS))
    expect(await counted()).toBeGreaterThanOrEqual(51)
    // The held batch is not projected before the check.
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    expect(await starting.caughtUp()).toBe(false)
    resolve()
  })

  test('catching up ends when it is aborted', async () => {
    await appendEvents(log, 1)
    const idle = await node({}, false)
    await idle.catchUp(AbortSignal.timeout(50))
    expect(await idle.caughtUp()).toBe(false)
  })

  test('one node leads, the other follows and receives progress and live changes', async () => {
    const leader = await node()
    const follower = await node()
    expect([leader.isLeader(), follower.isLeader()]).toEqual([true, false])
    const position = await appendEvents(log, 1)
    expect(await follower.waitFor(position, ['Counted'], TIMEOUT_MS)).toEqual([])
    expect(await counted()).toBe(1)
    await until('live changes on both', () => follower.received.length > 0 && leader.received.length > 0)
    expect(follower.received).toEqual(leader.received)
    expect(await follower.tryLead()).toBe(false)
    expect(await follower.caughtUp()).toBe(true)
  })

  test('R501: a node that alone cannot reach the log lets another one lead, and follows', async () => {
    let isAway = false
    const away = async () => {
      throw new EventLogUnavailable('unreachable')
    }
    const own = store.open()
    const first = await node({
      log: {
        ...own,
        head: () => (isAway ? away() : own.head()),
        readAll: (...args) => (isAway ? away() : own.readAll(...args)),
      },
    })
    const second = await node()
    await appendEvents(log, 1)
    await until('it is projected', async () => (await counted()) === 1)
    isAway = true
    const position = await appendEvents(log, 1)
    await until('the other leads', () => second.isLeader())
    expect(await second.waitFor(position, ['Counted'], TIMEOUT_MS)).toEqual([])
    expect(await first.waitFor(position, ['Counted'], TIMEOUT_MS)).toEqual([])
    expect([await counted(), first.isLeader()]).toEqual([2, false])
    await second.stop()
    isAway = false
    await until('it leads again', () => first.isLeader())
    await first.waitFor(await appendEvents(log, 1), ['Counted'], TIMEOUT_MS)
    expect(await counted()).toBe(3)
  })

  test('R501: a node without others leads while the log is away', async () => {
    let [isAway, refused] = [false, 0]
    const only = await node({
      log: {
        ...log,
        head: async () => {
          if (!isAway) return log.head()
          refused++
          throw new EventLogUnavailable('unreachable')
        },
      },
    })
    isAway = true
    // One attempt every two seconds: the fourth is after the time limit.
    await until('it has been away for long', () => refused > 4)
    expect(only.isLeader()).toBe(true)
  })

  test('announced changes reach every node, however many there are', async () => {
    const first = await node()
    const second = await node()
    const changes = Array.from({ length: 3_000 }, (_, id) => ({ room: `user:${id}`, topic: 'user' as const }))
    await second.announce([
      ...changes,
      { room: 'all', topic: 'clock', ids: [1, 2] },
      { room: 'all', topic: 'clock', ids: [2, 3] },
    ])
    await until('all of them', () => first.received.flatMap(({ changes }) => changes).length === 3_001)
    const all = first.received.flatMap(({ changes }) => changes)
    expect(new Set(all.map(({ room }) => room)).size).toBe(3_001)
    expect(all.find(({ topic }) => topic === 'clock')).toEqual({ room: 'all', topic: 'clock', ids: [1, 2, 3] })
    expect(second.received).toHaveLength(1)
    expect(new Set(first.received.map(({ version }) => version))).toEqual(new Set([second.received[0]?.version]))
  })

  const tellNodes = (body: object) => database.pool.query('select app.tell_nodes($1)', [JSON.stringify(body)])

  test('a node knows of every message sent more than a second ago, and when it may have missed some', async () => {
    const [broadcasts, missed] = [[] as unknown[], [] as string[]]
    const first = await node({
      onBroadcast: (message) => broadcasts.push(message),
      onBroadcastsMissed: () => missed.push('first'),
    })
    expect(first.knowsMessages()).toBe(true)
    await tellNodes({ broadcast: { userId: 7 } })
    await until('it is received', () => broadcasts.length > 0)
    expect([broadcasts, missed]).toEqual([[{ userId: 7 }], []])
    const blocker = await database.pool.connect()
    await blocker.query('begin; lock table engine.messages')
    await until('it has not read them for a second', () => !first.knowsMessages())
    await blocker.query('commit')
    blocker.release()
    await until('it has read them again', first.knowsMessages)
    expect(missed).toEqual([])
    await database.pool.query('select pg_terminate_backend(pid) from engine.leader')
    await until('it is informed', () => missed.length > 0)
    expect(first.received.at(-1)?.changes).toEqual(everythingChanged)
  })

  test('channels carry no content, and forged notifications change nothing and cost at most ten reads a second (T87)', async () => {
    const stranger = await strangers.connect()
    const received: (string | undefined)[] = []
    stranger.on('notification', ({ payload }) => received.push(payload))
    await stranger.query('listen plp_engine; listen plp_log; listen "socket.io#/"')
    const [leader, follower] = [await node(), await node()]
    const position = await appendEvents(log, 1)
    expect(await follower.waitFor(position, ['Counted'], TIMEOUT_MS)).toEqual([])
    await leader.announce([{ room: 'user:7', topic: 'user' }])
    await tellNodes({ broadcast: { sessionId: 'secret' } })
    await until('the follower is notified', () => follower.received.length === 2)
    await until('the stranger is notified', () => received.length > 0)
    expect(received.filter((payload) => payload !== '')).toEqual([])
    const before = [leader, follower].map((each) => each.received.length)
    const forged = `${Date.now() * 10} ${JSON.stringify({ n: 'x', m: [['counting', '9999']], x: 1, c: [['table', ['all'], 0]] })}`
    const began = performance.now()
    const reads = await statementsOf(async () => {
      while (performance.now() - began < 3_000) await stranger.query('select pg_notify($1, $2)', ['plp_engine', forged])
    })
    const seconds = (performance.now() - began) / 1_000
    // In addition to the reads of every second, on each of the two nodes.
    expect(reads.filter((text) => text.includes('engine.messages')).length / 2).toBeLessThanOrEqual(11 * seconds + 1)
    expect([leader, follower].map((each) => each.received.length)).toEqual(before)
    expect(await follower.waitFor('9998' as Position, ['Counted'], 50)).toEqual(['counting'])
    expect(await follower.waitFor(await appendEvents(log, 1), ['Counted'], TIMEOUT_MS)).toEqual([])
  })

  test('an advisory lock of another role prevents no node from leading; that of a node of the previous version does (T88)', async () => {
    const stranger = await strangers.connect()
    await stranger.query('select pg_advisory_lock(7305, 1)')
    const first = await node()
    expect(first.isLeader()).toBe(true)
    await first.stop()
    await stranger.query('select pg_advisory_unlock(7305, 1)')
    const old = new pg.Client({ connectionString: database.url })
    await old.connect()
    await old.query('select pg_advisory_lock(7305, 1)')
    const second = await node()
    expect(second.isLeader()).toBe(false)
    await old.end()
    await until('it leads', () => second.isLeader())
    // A node of the previous version follows it.
    const taken = await rows<{ free: boolean }>('select pg_try_advisory_lock(7305, 1) as free')
    expect(taken).toEqual([{ free: false }])
  })

  test('exactly one of several nodes that start at once leads', async () => {
    const nodes = await Promise.all(Array.from({ length: 5 }, () => node()))
    // A claim may lose to a node that already projects; the nodes claim again after a second.
    const leaders = () => nodes.filter((each) => each.isLeader())
    await until('a node leads', () => leaders().length > 0)
    expect(leaders()).toHaveLength(1)
  })

  test('a node whose claim waited for the claim of another does not lead', async () => {
    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    await other.query('begin')
    await other.query(
      'update engine.leader set (pid, backend_start) = (select pid, backend_start from pg_stat_activity where pid = pg_backend_pid())',
    )
    const claiming = node()
    const waits = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update engine.leader%'"
    await until('its claim waits', async () => (await rows(waits)).length > 0)
    await other.query('commit')
    expect((await claiming).isLeader()).toBe(false)
    await other.end()
  })

  test('another node takes over within 10 s when the leader stops', async () => {
    const leader = await node()
    const follower = await node()
    await leader.stop()
    const position = await appendEvents(log, 3)
    expect(await follower.waitFor(position, ['Counted'], promised(10_000))).toEqual([])
    // It projects shortly before it leads.
    await until('it leads', () => follower.isLeader())
  })

  test('a leader whose connection is terminated loses its lead; one of the two continues, and every event is counted once', async () => {
    const first = await node()
    const second = await node()
    let last: Position | null = null
    for (let n = 0; n < 5; n++) {
      await database.pool.query('select pg_terminate_backend(pid) from engine.leader where pid is not null')
      last = await appendEvents(log, 200)
      expect(await first.waitFor(last, ['Counted'], TIMEOUT_MS)).toEqual([])
      expect(await second.waitFor(last, ['Counted'], TIMEOUT_MS)).toEqual([])
    }
    await until('exactly one leads', () => first.isLeader() !== second.isLeader())
    expect(await counted()).toBe(1_000)
  })

  test('a leader that hangs with an open connection is replaced within 10 s', async () => {
    const hung = new pg.Client({ connectionString: database.url })
    hung.on('error', () => undefined)
    await hung.connect()
    await hung.query(
      'update engine.leader set (pid, backend_start) = (select pid, backend_start from pg_stat_activity where pid = pg_backend_pid())',
    )
    const began = performance.now()
    const follower = await node()
    expect(follower.isLeader()).toBe(false)
    await until('the follower leads', () => follower.isLeader(), promised(10_000))
    expect(performance.now() - began).toBeGreaterThan(3_000)
    expect(await follower.waitFor(await appendEvents(log, 1), ['Counted'], TIMEOUT_MS)).toEqual([])
  })

  test('a separate process can lead by tryLead, unless another node leads', async () => {
    const simulation = await node({}, false)
    expect(await simulation.tryLead()).toBe(true)
    expect(simulation.isLeader()).toBe(true)
    const other = await node({}, false)
    expect(await other.tryLead()).toBe(false)
    await simulation.start()
    expect(await simulation.waitFor(await appendEvents(log, 1), ['Counted'], TIMEOUT_MS)).toEqual([])
  })
})

describe('poison events', () => {
  const isBad = (event: RecordedEvent) => (event.data as { amount: number }).amount === 13
  const failing = (bad: { is: boolean }) =>
    countingGroup({
      before(events) {
        if (bad.is && events.some(isBad)) throw new TypeError('cannot count 13')
      },
    })

  async function poisoned(bad: { is: boolean }) {
    const healthy = countingGroup({ name: 'healthy', views: [] })
    const engine = await node({ groups: [failing(bad), healthy] })
    await appendEvents(log, 700)
    await appendEvents(log, 1, 'Counted', 13)
    const last = await appendEvents(log, 300)
    return { engine, last }
  }

  test('the batch is halved until the event is found; its group pauses before it, the others continue', async () => {
    const { engine, last } = await poisoned({ is: true })
    // waitFor does not wait for a paused group.
    const began = performance.now()
    expect(await engine.waitFor(last, ['Counted'], TIMEOUT_MS)).toEqual(['counting'])
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS)
    expect(await engine.waitFor(last, ['Counted'], 0)).toEqual(['counting'])
    expect(await counted()).toBe(700)
    const { projections, deadLetters } = await engine.status()
    const counting = projections.find(({ name }) => name === 'counting')
    expect(counting?.paused?.error).toContain('cannot count 13')
    expect(counting?.behind).toBe(true)
    expect(projections.find(({ name }) => name === 'healthy')).toMatchObject({
      paused: null,
      behind: false,
      events: 1_001,
    })
    expect(deadLetters).toMatchObject([
      { name: 'counting', eventType: 'Counted', position: counting?.paused?.position },
    ])
  })

  test('paused groups are known while the log is unavailable', async () => {
    const { engine } = await poisoned({ is: true })
    await until('paused', async () => (await engine.paused()).length > 0)
    const away = { ...store.open(), head: () => new Promise<never>(() => undefined) }
    const follower = await node({ groups: [failing({ is: false })], log: away }, false)
    expect(await follower.paused()).toEqual(['counting'])
  })

  test('followers do not wait for a paused group either', async () => {
    const { engine, last } = await poisoned({ is: true })
    await engine.waitFor(last, ['Counted'], TIMEOUT_MS)
    const follower = await node({ groups: [failing({ is: true }), countingGroup({ name: 'healthy', views: [] })] })
    expect(follower.isLeader()).toBe(false)
    expect(await follower.waitFor(last, ['Counted'], TIMEOUT_MS)).toEqual(['counting'])
  })

  test('retry resumes at the event after its cause is fixed', async () => {
    const bad = { is: true }
    const { engine, last } = await poisoned(bad)
    await engine.waitFor(last, ['Counted'], TIMEOUT_MS)
    expect(await engine.retry('counting')).toBe(true)
    await until('paused once more', async () => (await engine.status()).deadLetters.length === 1)
    bad.is = false
    expect(await engine.retry('counting')).toBe(true)
    await until('all counted', async () => (await counted()) === 1_001)
    expect((await engine.status()).deadLetters).toEqual([])
    expect(await engine.retry('counting')).toBe(false)
  })

  test('skip resumes after the event; verify and a rebuild leave the event out while it still fails', async () => {
    const bad = { is: true }
    const { engine, last } = await poisoned(bad)
    await engine.waitFor(last, ['Counted'], TIMEOUT_MS)
    expect(await engine.skip('counting')).toBe(true)
    await until('all others counted', async () => (await counted()) === 1_000)
    expect(await engine.verify(['counting'])).toMatchObject([{ same: true }])
    await engine.rebuild('counting')
    expect(await counted()).toBe(1_000)
    bad.is = false
    expect(await engine.verify(['counting'])).toMatchObject([{ same: false }])
    await engine.rebuild('counting')
    expect(await counted()).toBe(1_001)
  })

  test('a skip requested on another node reaches the leader', async () => {
    const { engine, last } = await poisoned({ is: true })
    await engine.waitFor(last, ['Counted'], TIMEOUT_MS)
    const follower = await node({ groups: [failing({ is: true }), countingGroup({ name: 'healthy', views: [] })] })
    expect(await follower.skip('counting')).toBe(true)
    await until('all others counted', async () => (await counted()) === 1_000)
  })

  test('a first build stops at a poison event, is readable, and continues after a skip', async () => {
    await appendEvents(log, 10)
    await appendEvents(log, 1, 'Counted', 13)
    const last = await appendEvents(log, 10)
    const engine = await node({ groups: [failing({ is: true })] })
    await until(
      'paused',
      async () => (await engine.status()).projections[0]?.paused !== null && (await engine.caughtUp()),
    )
    expect(await counted()).toBe(10)
    await engine.skip('counting')
    expect(await engine.waitFor(last, ['Counted'], TIMEOUT_MS)).toEqual([])
    expect(await counted()).toBe(20)
  })
})

describe('rebuild', () => {
  test('runs while events arrive; readers never see an empty or incomplete table', async () => {
    await appendEvents(log, 3_000)
    const engine = await node()
    await until('caught up', () => engine.caughtUp())
    const before = await checkpointOf('counting')
    let stop = false
    let reads = 0
    const reader = async () => {
      let least = 3_000
      while (!stop) {
        const n = (await rows<{ events: number }>('select sum(events)::int as events from read.totals'))[0]?.events ?? 0
        if (n < least) throw new Error(`saw ${n} after ${least}`)
        least = n
        reads++
      }
    }
    const readers = [reader(), reader()]
    const writer = (async () => {
      let last: Position | null = null
      while (!stop) {
        last = await appendEvents(log, 20)
        await yieldToOthers()
      }
      return last
    })()
    const progressed: LongRun[] = []
    for (let n = 0; n < 3; n++) await engine.rebuild('counting', (run) => progressed.push(run))
    stop = true
    await Promise.all(readers)
    expect(await engine.waitFor(await writer, ['Counted'], TIMEOUT_MS)).toEqual([])
    expect(reads).toBeGreaterThan(10)
    const head = await log.head()
    expect(await counted()).toBe(Number(head))
    expect(await checkpointOf('counting')).not.toBe(before)
    expect(progressed.at(-1)).toMatchObject({ name: 'counting', done: progressed.at(-1)?.total })
    expect(await rows("select nspname from pg_namespace where nspname like 'counting%'")).toHaveLength(1)
    expect((await engine.verify()).every(({ same }) => same)).toBe(true)
  })

  test('a new version is built while read shows the tables of the old one until the switch', async () => {
    const old = await node()
    await old.waitFor(await appendEvents(log, 100), ['Counted'], TIMEOUT_MS)
    await old.stop()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const next = countingGroup({
      version: 2,
      before: () => held,
      views: [
        { name: 'totals', sql: 'select amount * 2 as doubled from totals', doc: 'Doubled.' },
        { name: 'streams', sql: 'select stream from totals', doc: 'Streams.' },
      ],
    })
    const engine = await node({ groups: [next] })
    // The node is not ready.
    expect([engine.isBuilt(), await engine.caughtUp(), engine.isLeader()]).toEqual([false, false, false])
    expect(await counted()).toBe(100)
    const last = await appendEvents(log, 5)
    expect(await engine.waitFor(last, ['Counted'], 50)).toEqual(['counting'])
    release()
    // The node learns of the switch shortly after its commit.
    await until('switched', async () => (await engine.waitFor(last, ['Counted'], TIMEOUT_MS)).length === 0)
    expect((await engine.status()).projections[0]?.liveVersion).toBe(2)
    await until('read shows it', async () => (await servedVersion()) === 2)
    expect(await rows('select sum(doubled)::int as doubled from read.totals')).toEqual([{ doubled: 210 }])
    expect(await rows("select viewname from pg_views where schemaname = 'read' order by 1")).toEqual([
      { viewname: 'streams' },
      { viewname: 'totals' },
    ])
    // Open pages have missed the changes made meanwhile.
    expect(engine.received.at(-1)?.changes).toEqual(everythingChanged)
  })

  test('a reactor that queries columns of the next version waits until its tables are complete', async () => {
    const old = await node()
    await old.waitFor(await appendEvents(log, 3), ['Counted'], TIMEOUT_MS)
    await old.stop()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let queries = 0
    const querying: Reactor<number> = {
      ...{ name: 'querying', events: ['Counted'], initialState: 0 },
      async react() {
        queries++
        return (await rows<{ doubled: number }>('select sum(doubled)::int as doubled from read.totals'))[0]!.doubled
      },
    }
    const next = countingGroup({
      version: 2,
      before: () => held,
      views: [{ name: 'totals', sql: 'select amount * 2 as doubled from totals', doc: 'Doubled.' }],
    })
    database.views.use(viewSchemasOf([next]))
    const engine = await node({ groups: [next], reactors: [querying] })
    await until('the build has begun', async () => (await engine.rebuilding('counting')) !== null)
    expect([queries, await engine.paused()]).toEqual([0, []])
    release()
    const last = await appendEvents(log, 1)
    await until('it continues', () => engine.waitForReactor('querying', last, TIMEOUT_MS))
    const wrong: Reactor<null> = {
      ...{ name: 'wrong', events: ['Counted'], initialState: null },
      async react() {
        await rows('select tripled from read.totals')
        return null
      },
    }
    await engine.stop()
    const another = await node({ groups: [next], reactors: [wrong] })
    await until('it is paused', async () => (await another.paused()).includes('wrong'))
  })

  test('an optional group starts with empty tables over a history: the node is ready, and serves() is false', async () => {
    await appendEvents(log, 100)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const late = countingGroup({
      ...{ name: 'late', optionalOnFirstDeploy: true, before: () => held },
      views: [{ name: 'late', sql: 'select count(*)::int as n from seen', doc: 'How many.' }],
    })
    const calls: string[] = []
    const worker: Reactor<null> = {
      ...{ name: 'worker', events: ['Counted'], initialState: null, react: async () => null },
      dependsOn: { group: 'late', onRebuilt: async () => void calls.push('switched') },
    }
    const groups = [countingGroup(), late]
    const engine = await node({ groups, reactors: [worker] })
    const follower = await node({ groups, reactors: [worker] })
    await until('ready', async () => (await engine.caughtUp()) && (await follower.caughtUp()))
    expect(await counted()).toBe(100)
    expect(await rows('select n from read.late')).toEqual([{ n: 0 }])
    for (const each of [engine, follower])
      expect([await each.serves('counting'), await each.serves('late')]).toEqual([true, false])
    for (const each of [engine, follower]) {
      const rebuilding = async () => (await each.status()).projections.find(({ name }) => name === 'late')?.rebuilding
      await until('its building has begun', async () => (await rebuilding()) != null)
      expect(await rebuilding()).toEqual({ name: 'late', done: 0, total: null })
    }
    const last = await appendEvents(log, 5)
    const began = performance.now()
    expect(await engine.waitFor(last, ['Counted'], TIMEOUT_MS)).toEqual(['late'])
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS)
    expect(calls).toEqual([])
    release()
    await until('it serves', () => follower.serves('late'))
    // A follower learns of the switch shortly after its commit; from then on it waits for the group.
    await until('it is waited for', async () => (await follower.waitFor(last, ['Counted'], TIMEOUT_MS)).length === 0)
    expect(await rows('select n from read.late')).toEqual([{ n: 105 }])
    await until('the dependent reactor is called', () => calls.length === 1)
    expect(await engine.serves('late')).toBe(true)
    expect((await engine.verify()).every(({ same }) => same)).toBe(true)
  })

  test('a follower requests it from the leader and receives the outcome', async () => {
    const leader = await node()
    await leader.waitFor(await appendEvents(log, 100), ['Counted'], TIMEOUT_MS)
    await database.pool.query(
      `update ${(await rows<{ name: string }>("select nspname as name from pg_namespace where nspname like 'counting%'"))[0]?.name}.totals set amount = 7`,
    )
    const follower = await node()
    const progressed: LongRun[] = []
    await follower.rebuild('counting', (run) => progressed.push(run))
    expect(progressed.length).toBeGreaterThan(0)
    expect(await rows('select sum(amount)::int as amount from read.totals')).toEqual([{ amount: 100 }])
    await expect(follower.rebuild('nothing')).rejects.toThrow('no projection is called nothing; there are counting')
  })

  test('a failure leaves the live tables unchanged, reports its reason, and leaves no unfinished tables', async () => {
    let fails = false
    const engine = await node({
      groups: [
        countingGroup({
          before: (events) => {
            if (fails && events.length > 0) throw new Error('broken logic')
          },
        }),
      ],
    })
    await engine.waitFor(await appendEvents(log, 50), ['Counted'], TIMEOUT_MS)
    fails = true
    await expect(engine.rebuild('counting')).rejects.toThrow('broken logic')
    fails = false
    expect(await counted()).toBe(50)
    expect((await engine.status()).projections[0]).toMatchObject({
      rebuildError: expect.stringContaining('broken logic'),
      paused: null,
    })
    expect(await rows("select nspname from pg_namespace where nspname like 'counting%'")).toHaveLength(1)
    await engine.rebuild('counting')
    expect((await engine.status()).projections[0]).toMatchObject({ rebuildError: null })
  })

  test('read shows the old version while a poison event stops a new one; skip completes it without the event', async () => {
    const old = await node()
    await old.waitFor(await appendEvents(log, 10), ['Counted'], TIMEOUT_MS)
    await old.waitFor(await appendEvents(log, 1, 'Counted', 13), ['Counted'], TIMEOUT_MS)
    await old.stop()
    const next = countingGroup({
      version: 2,
      before(events) {
        if (events.some((event) => (event.data as { amount: number }).amount === 13)) throw new Error('unlucky')
      },
    })
    const engine = await node({ groups: [next] })
    await until('it is paused', async () => (await engine.paused()).length === 1 && engine.isLeader())
    expect([await counted(), await servedVersion()]).toEqual([11, 1])
    expect((await engine.status()).deadLetters).toMatchObject([
      { name: 'counting', error: expect.stringContaining('unlucky') },
    ])
    expect(await engine.skip('counting')).toBe(true)
    await until('switched', async () => (await servedVersion()) === 2)
    expect(await counted()).toBe(10)
    expect((await engine.status()).deadLetters).toEqual([])
  })

  test('the next leader drops the unfinished tables of a dead one', async () => {
    const first = await node()
    await first.waitFor(await appendEvents(log, 5), ['Counted'], TIMEOUT_MS)
    await first.stop()
    await database.pool.query(`insert into engine.generations (generation, name, version, state) values (nextval('engine.generation_numbers'), 'counting', 1, 'building');
      create schema counting_g2; create table counting_g2.seen (x int)`)
    await node()
    expect(await rows("select nspname from pg_namespace where nspname like 'counting%'")).toEqual([
      { nspname: 'counting_g1' },
    ])
  })
})

describe('verify', () => {
  test('finds a changed, a missing and an added row, and nothing in untouched tables', async () => {
    const engine = await node()
    await engine.waitFor(await appendEvents(log, 30), ['Counted'], TIMEOUT_MS)
    const done: LongRun[] = []
    expect(await engine.verify(undefined, (run) => done.push(run))).toMatchObject([
      {
        name: 'counting',
        position: await log.head(),
        same: true,
        tables: [
          { table: 'seen', rows: 30, differences: 0 },
          { table: 'totals', rows: 30, differences: 0 },
        ],
      },
    ])
    expect(done.at(-1)).toEqual({ name: 'counting', done: 30, total: 30 })
    const schema = (
      await rows<{ name: string }>("select nspname as name from pg_namespace where nspname like 'counting%'")
    )[0]?.name
    await database.pool.query(
      `update ${schema}.totals set amount = 5 where stream = (select min(stream) from ${schema}.totals)`,
    )
    const [changed] = await engine.verify(['counting'])
    expect(changed?.same).toBe(false)
    expect(changed?.tables[0]).toMatchObject({ table: 'seen', differences: 0, samples: [] })
    expect(changed?.tables[1]).toMatchObject({ table: 'totals', differences: 2 })
    expect(changed?.tables[1]?.samples.map(({ side }) => side).sort()).toEqual(['only live', 'only rebuilt'])
    await database.pool.query(
      `delete from ${schema}.seen where event_id = (select min(event_id::text)::uuid from ${schema}.seen)`,
    )
    await database.pool.query(`insert into ${schema}.totals values ('added', 1, 1)`)
    const [result] = await engine.verify()
    expect(result?.tables.map(({ differences }) => differences)).toEqual([1, 3])
    expect(await rows("select nspname from pg_namespace where nspname like '%verify%'")).toEqual([])
  })

  test('a second verification is refused, and leaves the tables of the first unchanged', async () => {
    const engine = await node()
    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    await other.query('begin; lock table engine.verification in exclusive mode')
    await database.pool.query('create schema counting_verify')
    await expect(engine.verify()).rejects.toThrow('verified already')
    expect(await rows("select to_regnamespace('counting_verify')::text as name")).toEqual([{ name: 'counting_verify' }])
    await other.end()
    await until('the next one runs', async () =>
      engine.verify().then(
        ([result]) => result!.same,
        () => false,
      ),
    )
  })

  test('T119: the leading node drops the tables of a killed verification, and none of a running one', async () => {
    const scratch = () => rows("select nspname from pg_namespace where nspname = 'counting_verify'")
    const verifying = new pg.Client({ connectionString: database.url })
    await verifying.connect()
    await verifying.query('begin; lock table engine.verification in exclusive mode')
    await database.pool.query('create schema counting_verify; create table counting_verify.totals ()')
    const first = await node()
    await until('it leads', () => first.isLeader())
    await first.stop()
    expect(await scratch()).toHaveLength(1)
    await verifying.end()
    const second = await node()
    await until('it leads', () => second.isLeader())
    await until('the tables are dropped', async () => (await scratch()).length === 0)
  })

  test('compares at one position while events keep arriving', async () => {
    const engine = await node()
    let stop = false
    const writer = (async () => {
      while (!stop) {
        await appendEvents(log, 10)
        await yieldToOthers()
      }
    })()
    for (let n = 0; n < 5; n++) expect(await engine.verify()).toMatchObject([{ same: true }])
    stop = true
    await writer
  })
})

describe('reactors', () => {
  interface Sum {
    readonly sum: number
    readonly bases: readonly string[]
  }
  const summing = (over: Partial<Reactor<Sum>> = {}): Reactor<Sum> => ({
    name: 'summing',
    events: ['Counted'],
    initialState: { sum: 0, bases: [] },
    async react(state, event, context) {
      return {
        sum: state.sum + (event.data as { amount: number }).amount,
        bases: [...state.bases, context.idBase ?? ''],
      }
    },
    ...over,
  })
  const stateOf = async (name: string) =>
    (await rows<{ state: Sum }>(`select state from engine.reactors where name = '${name}'`))[0]?.state

  test('reactAll receives batches in order, and a poison event is still isolated', async () => {
    const last = await appendEvents(log, 30)
    const events = (await log.readAll(null, {}, 100)).events
    const poison = events[11]!.id
    const sizes: number[] = []
    const batching = summing({
      async reactAll(state, batch) {
        sizes.push(batch.length)
        if (batch.some(({ id }) => id === poison)) throw new Error('poison')
        return { sum: state.sum + batch.length, bases: [...state.bases, ...batch.map(({ id }) => id)] }
      },
    })
    const engine = await node({ reactors: [batching] })
    await until('paused', async () => (await engine.status()).deadLetters.length > 0)
    expect(sizes[0]).toBe(30)
    expect((await engine.status()).deadLetters).toMatchObject([{ name: 'summing' }])
    expect((await stateOf('summing'))?.bases).toEqual(events.slice(0, 11).map(({ id }) => id))
    await engine.skip('summing')
    expect(await engine.waitForReactor('summing', last, TIMEOUT_MS)).toBe(true)
    expect(await stateOf('summing')).toEqual({
      sum: 29,
      bases: events.filter(({ id }) => id !== poison).map(({ id }) => id),
    })
  })

  test('fold every event in order from the beginning of the log, with deterministic contexts', async () => {
    await appendEvents(log, 3)
    const engine = await node({ reactors: [summing()] })
    const last = await appendEvents(log, 2)
    expect(await engine.waitForReactor('summing', last, TIMEOUT_MS)).toBe(true)
    const { events } = await log.readAll(null, {}, 10)
    expect(await stateOf('summing')).toEqual({ sum: 5, bases: events.map(({ id }) => `reactor:summing:${id}`) })
    await engine.rebuild('counting')
    expect((await stateOf('summing'))?.sum).toBe(5)
    const follower = await node({ reactors: [summing()] })
    expect(await follower.waitForReactor('summing', await appendEvents(log, 1), TIMEOUT_MS)).toBe(true)
  })

  test('a checkpoint with an unchanged state is stored and counted later, with others; other nodes are notified', async () => {
    const seen: string[] = []
    const quiet: Reactor<null> = {
      name: 'quiet',
      events: ['Counted'],
      initialState: null,
      async react(_, event) {
        seen.push(event.id)
        return null
      },
    }
    const engine = await node({ reactors: [quiet] })
    const follower = await node({ reactors: [quiet] })
    let last: Position | undefined
    const moves = (
      await statementsOf(async () => {
        for (let n = 0; n < 20; n++) {
          last = await appendEvents(log, 1)
          engine.nudge(last)
          expect(await engine.waitForReactor('quiet', last, TIMEOUT_MS)).toBe(true)
        }
        expect(await follower.waitForReactor('quiet', last!, TIMEOUT_MS)).toBe(true)
      })
    ).filter((text) => text.includes('update engine.reactors'))
    expect(moves.length).toBeLessThan(20)
    const status = async () => (await engine.status()).projections.find(({ name }) => name === 'quiet')
    await until('counted', async () => (await status())?.events === 20)
    expect(seen).toHaveLength(20)
  })

  test('a repeat after a crash between append and checkpoint uses the same ids and appends nothing twice', async () => {
    let crashes = 1
    const echo = (eventLog: typeof log): Reactor<null> => ({
      name: 'echo',
      events: ['Counted'],
      initialState: null,
      async react(_, event, context) {
        const source = newEvent('Echoed', { amount: 1 })
        await eventLog.append(`echo-${event.id}`, [{ ...source, id: uuid5(context.idBase ?? '') }], 'no_stream')
        if (crashes-- > 0) throw new EventLogUnavailable('gone after the append')
        return null
      },
    })
    const engine = await node({ reactors: [echo(log)] })
    const last = await appendEvents(log, 3)
    expect(await engine.waitForReactor('echo', last, TIMEOUT_MS)).toBe(true)
    const { events } = await log.readAll(null, { types: ['Echoed'] }, 10)
    expect(events).toHaveLength(3)
  })

  test('the context contains the cause, the effective time and the simulation mark', async () => {
    const source = newEvent('Counted', { amount: 1 })
    const event = {
      ...source,
      metadata: { ...source.metadata, simulated: true as const, actor: 7 },
      stream: 's',
      revision: 0,
      position: 'p' as Position,
      recordedAt: '',
    }
    expect(reactorContext('prizes', event)).toEqual({
      actor: null,
      at: source.metadata.at,
      correlationId: source.metadata.$correlationId,
      causationId: source.id,
      source: 'reactor:prizes',
      idBase: `reactor:prizes:${source.id}`,
      simulated: true,
    })
  })

  test('a stop among many events keeps the state of the handled ones', async () => {
    let handled = 0
    const slow = summing({
      async react(state) {
        handled++
        await yieldToOthers()
        return { sum: state.sum + 1, bases: [] }
      },
    })
    await appendEvents(log, 1_000)
    const engine = await node({ reactors: [slow] })
    await until('some events are handled', () => handled >= 5)
    await engine.stop()
    expect(handled).toBeLessThan(1_000)
    expect((await stateOf('summing'))?.sum).toBe(handled)
  })

  test('a wait of a reactor ends with the term: a stop does not wait for it, and the next leader handles the event', async () => {
    const longerLog = createMemoryStore().open()
    const never = await appendEvents(longerLog, 10)
    let timeoutMs = TIMEOUT_MS
    let isWaiting = false
    const waiting = summing({
      async react({ sum }, event) {
        const { ofTerm } = running.at(-1)!
        const waits = [
          ofTerm.waitFor(never, ['Counted'], timeoutMs),
          ofTerm.waitForReactor('counting', never, timeoutMs),
        ]
        isWaiting = true
        await Promise.all(waits)
        return { sum: sum + (event.data as { amount: number }).amount, bases: [] }
      },
    })
    const engine = await node({ reactors: [waiting] })
    const last = await appendEvents(log, 1)
    engine.nudge()
    await until('it waits', () => isWaiting)
    const begun = performance.now()
    await engine.stop()
    expect(performance.now() - begun).toBeLessThan(TIMEOUT_MS / 2)
    expect(await stateOf('summing')).toEqual({ sum: 0, bases: [] })
    expect(engine.logger.lines.filter(({ level }) => level !== 'info')).toEqual([])

    timeoutMs = 50
    const next = await node({ reactors: [waiting] })
    expect(await next.waitForReactor('summing', last, TIMEOUT_MS)).toBe(true)
    expect((await stateOf('summing'))?.sum).toBe(1)
  })

  test('a reactor that fails at an event pauses there with its state, groups continue, and retry handles the event', async () => {
    let bad = true
    const engine = await node({
      reactors: [
        summing({
          async react(state, event) {
            if (bad && (event.data as { amount: number }).amount === 13) throw new Error('unlucky')
            return { sum: state.sum + (event.data as { amount: number }).amount, bases: [] }
          },
        }),
      ],
    })
    await appendEvents(log, 20)
    await appendEvents(log, 1, 'Counted', 13)
    const last = await appendEvents(log, 20)
    expect(await engine.waitForReactor('summing', last, TIMEOUT_MS)).toBe(false)
    expect(await engine.waitFor(last, ['Counted'], TIMEOUT_MS)).toEqual([])
    expect((await stateOf('summing'))?.sum).toBe(20)
    expect((await engine.status()).projections.find(({ kind }) => kind === 'reactor')).toMatchObject({
      name: 'summing',
      paused: { error: expect.stringContaining('unlucky') },
    })
    bad = false
    expect(await engine.retry('summing')).toBe(true)
    await until('handled', async () => (await stateOf('summing'))?.sum === 53)
  })
})

describe('a reactor that depends on a group', () => {
  /** Counts events; `onRebuilt` is called for new tables. */
  function worker(onRebuilt: (context: CommandContext) => Promise<void>): Reactor<number> {
    return {
      name: 'worker',
      events: ['Counted'],
      initialState: 0,
      react: async (sum) => sum + 1,
      dependsOn: { group: 'counting', onRebuilt },
    }
  }
  /** A second version of the group, whose view has other columns. */
  const doubling = () =>
    countingGroup({ version: 2, views: [{ name: 'seen', sql: 'select 2 as each', doc: 'Twice.' }] })

  test('is called when it starts and after each switch, without an event', async () => {
    await appendEvents(log, 3)
    const found: (number | undefined)[] = []
    const contexts: CommandContext[] = []
    const reactor = worker(async (context) => {
      contexts.push(context)
      found.push(await counted())
    })
    const engine = await node({ reactors: [reactor] })
    await until('it is called after the first build', () => found.length === 1)
    expect(found).toEqual([3])
    await engine.rebuild('counting')
    await until('it is called after the switch', () => found.length === 2)
    await engine.waitForReactor('worker', await appendEvents(log, 5), TIMEOUT_MS)
    expect(found).toEqual([3, 3])
    expect(contexts[0]).toMatchObject({ actor: null, source: 'reactor:worker', at: expect.any(String) })
    await engine.stop()
    await node({ reactors: [reactor] })
    await until('it is called at the next start', () => found.length === 3)
  })

  test('is not called for tables of another version, only for complete ones of its own', async () => {
    await appendEvents(log, 3)
    database.views.use(viewSchemasOf([doubling()]))
    const first = await node()
    await until('caught up', () => first.caughtUp())
    await first.stop()
    const found: unknown[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const reactor: Reactor<number> = {
      ...worker(async () => {
        found.push(...(await rows('select * from read.seen')))
      }),
      async react(sum) {
        if (found.length === 0) throw new EventLogUnavailable('its tables are not there yet')
        return sum + 1
      },
    }
    const group = doubling()
    const engine = await node({
      groups: [{ ...group, project: (tx, events) => held.then(() => group.project(tx, events)) }],
      reactors: [reactor],
    })
    expect(found).toEqual([])
    const last = await appendEvents(log, 1)
    expect(await engine.waitForReactor('worker', last, 50)).toBe(false)
    expect(found).toEqual([])
    release()
    await until('it is called', () => found.length > 0)
    await until('it continues', () => engine.waitForReactor('worker', last, TIMEOUT_MS))
    expect(found).toEqual([{ each: 2 }])
  })

  test('is called until it succeeds, never during react, and not while it is paused', async () => {
    let fails = 2
    let isReacting = false
    let calls = 0
    let bad = true
    const reactor: Reactor<number> = {
      ...worker(async () => {
        expect(isReacting).toBe(false)
        if (fails-- > 0) throw new EventLogUnavailable('away')
        calls++
      }),
      async react(sum, event) {
        if (bad && (event.data as { amount: number }).amount === 13) throw new Error('unlucky')
        isReacting = true
        await yieldToOthers()
        isReacting = false
        return sum + 1
      },
    }
    const engine = await node({ reactors: [reactor] })
    const last = await appendEvents(log, 60)
    await until('called', () => calls === 1)
    expect(await engine.waitForReactor('worker', last, TIMEOUT_MS)).toBe(true)
    for (let n = 0; n < 3; n++) {
      await Promise.all([appendEvents(log, 20), engine.rebuild('counting')])
      await until('called again', () => calls === n + 2)
    }
    expect(await engine.waitForReactor('worker', await appendEvents(log, 1, 'Counted', 13), TIMEOUT_MS)).toBe(false)
    await engine.rebuild('counting')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(calls).toBe(4)
    bad = false
    await engine.retry('worker')
    await until('called after it resumes', () => calls === 5)
  })

  test('must depend on a known group', () => {
    const reactors = [worker(async () => undefined)]
    expect(() =>
      createProjectionEngine({
        ...{ database, log, groups: [], reactors, onChanges: () => undefined, logger: listLogger() },
        clock: systemClock,
      }),
    ).toThrow('worker')
  })
})

describe('store faults', () => {
  test('an unavailable event log is read again when it is back; events appended meanwhile are projected', async () => {
    let away = false
    const inner = store.open()
    const flaky = {
      ...inner,
      readAll: async (...args: Parameters<typeof inner.readAll>) => {
        if (away) throw new EventLogUnavailable('away')
        return inner.readAll(...args)
      },
    }
    const engine = await node({ log: flaky })
    await engine.waitFor(await appendEvents(log, 1), ['Counted'], TIMEOUT_MS)
    away = true
    const last = await appendEvents(log, 5)
    expect(await engine.waitFor(last, ['Counted'], 300)).toEqual(['counting'])
    away = false
    expect(await engine.waitFor(last, ['Counted'], TIMEOUT_MS)).toEqual([])
    expect(await counted()).toBe(6)
  })

  test('a build that failed for lack of connections is repeated without a restart', async () => {
    await appendEvents(log, 5)
    await (await node()).stop()
    await sql`create sequence public.tries`.execute(database.db)
    const group = countingGroup({ version: 2 })
    const ddl = `do $$ begin
      if nextval('public.tries') < 3 then raise exception 'too many clients' using errcode = '53300'; end if;
    end $$; ${group.ddl}`
    await node({ groups: [{ ...group, ddl }] })
    const version = async () =>
      (await rows<{ version: number }>('select version from engine.generations where state = $$live$$'))[0]?.version
    await until('it is built', async () => (await version()) === 2)
    expect(await counted()).toBe(5)
  })

  test('stop finishes the current batch', async () => {
    let begun = false
    const engine = await node({
      groups: [
        countingGroup({
          before: async () => {
            begun = true
            await new Promise((resolve) => setTimeout(resolve, 300))
          },
        }),
      ],
    })
    const last = await appendEvents(log, 5)
    await until('the batch has begun', () => begun)
    await engine.stop()
    expect(await counted()).toBe(5)
    expect(await checkpointOf('counting')).toBe(last)
  })
})
