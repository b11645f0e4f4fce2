import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import { withoutCleared } from '../../src/event-log/without-cleared.ts'
import { createClearings } from '../../src/kernel/clearings.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Position } from '../../src/kernel/event.ts'
import { EventLogUnavailable } from '../../src/kernel/event-log.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { appendEvents, countingGroup, listLogger, newEvent, until } from '../../test/support/projections.ts'
import { createProjectionEngine, type ProjectionEngine } from './engine.ts'
import { lastClearing } from './store.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let store: ReturnType<typeof createMemoryStore>
const running: ProjectionEngine[] = []

beforeEach(async () => {
  database = await testDatabase()
  store = createMemoryStore()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.stop()))
  await database.drop()
})

interface Heard {
  readonly amounts: readonly number[]
}

/** Remembers what it was given, and tells in which context. */
function hearing(contexts: (readonly [number, boolean])[]): Reactor<Heard> {
  return {
    name: 'hearing',
    events: ['Counted'],
    initialState: { amounts: [] },
    async react({ amounts }, event, context) {
      const { amount } = event.data as { amount: number }
      contexts.push([amount, context.underSimulation === true])
      return { amounts: [...amounts, amount] }
    },
  }
}

/** A node on the store whose clears take back marked `Counted`. `forget` as the port has it; `before` each batch that is projected. */
async function node({
  forget = async () => undefined,
  before = async () => undefined,
}: {
  forget?: () => Promise<void>
  before?: () => Promise<void>
} = {}) {
  const whole = store.open()
  const find = () => lastClearing(database.db)
  const clearings = createClearings({ types: ['Counted'], compare: whole.compare, find })
  const contexts: (readonly [number, boolean])[] = []
  const logger = listLogger()
  const engine = createProjectionEngine({
    database,
    log: withoutCleared(whole, clearings),
    groups: [countingGroup({ before })],
    reactors: [hearing(contexts)],
    onChanges: () => undefined,
    logger,
    clock: systemClock,
    clearing: {
      types: ['Counted'],
      async say(id) {
        const stored = await whole.append(`cleared-${id}`, [{ ...newEvent('Cleared'), id }], 'no_stream')
        return stored.position
      },
      moveTo: clearings.moveTo,
      forget,
    },
  })
  running.push(engine)
  await engine.start()
  const faults = () => logger.lines.filter(({ level }) => level === 'error')
  return { engine, contexts, log: whole, faults }
}

type Node = Awaited<ReturnType<typeof node>>

/** Appends one event, and waits until it is projected and answered. */
async function count({ engine, log }: Node, amount: number, isSimulated = false): Promise<void> {
  const event = newEvent('Counted', { amount })
  const metadata = { ...event.metadata, ...(isSimulated ? { simulated: true as const } : {}) }
  const { position } = await log.append(`counted-${event.id}`, [{ ...event, metadata }], 'no_stream')
  await answered(engine, position)
}

async function answered(engine: ProjectionEngine, position: Position | null): Promise<void> {
  engine.nudge()
  expect(await engine.waitFor(position, ['Counted'], 30_000)).toEqual([])
  expect(await engine.waitForReactor('hearing', position, 30_000)).toBe(true)
}

const sum = async () =>
  (await database.pool.query<{ sum: number }>('select sum(amount)::int as sum from read.totals')).rows[0]?.sum
const heard = async () =>
  (await database.pool.query<{ state: Heard; before: unknown }>('select state, before from engine.reactors')).rows[0]!

test('R165 R167 tables and reactors are as if it had never been there, and what is real is answered anew', async () => {
  const one = await node()
  await count(one, 1)
  await count(one, 10, true)
  await count(one, 2)
  expect([await sum(), (await heard()).state.amounts]).toEqual([13, [1, 10, 2]])
  expect(one.contexts).toEqual([
    [1, false],
    [10, true],
    [2, true],
  ])
  await one.engine.clear()
  await answered(one.engine, await one.log.head())
  expect([await sum(), await heard()]).toEqual([3, { state: { amounts: [1, 2] }, before: null }])
  expect(one.contexts.slice(3)).toEqual([[2, false]])
  expect((await one.engine.verify()).every(({ same }) => same)).toBe(true)
  await count(one, 20, true)
  await one.engine.clear()
  await count(one, 4)
  expect([await sum(), (await heard()).state.amounts]).toEqual([7, [1, 2, 4]])
})

test('R168 a clear that failed says why, and can be ordered again', async () => {
  let isBroken = true
  const one = await node({
    async forget() {
      if (isBroken) throw new Error('nothing can be forgotten')
    },
  })
  await count(one, 1)
  await count(one, 10, true)
  await expect(one.engine.clear()).rejects.toThrow('nothing can be forgotten')
  await count(one, 2)
  isBroken = false
  await one.engine.clear()
  await answered(one.engine, await one.log.head())
  expect([await sum(), (await heard()).state.amounts]).toEqual([3, [1, 2]])
})

test('R168 one that was begun is finished by whoever leads next, asked for on any node', async () => {
  const held = Promise.withResolvers<void>()
  const first = await node({ forget: () => held.promise })
  await count(first, 1)
  await count(first, 10, true)
  const second = await node()
  const asked = second.engine.clear()
  const position = async () =>
    (await database.pool.query("select from engine.clearings where state = 'running' and done = 1")).rowCount
  await until('the first node is in the midst of it', async () => (await position()) === 1)
  const stopped = first.engine.stop()
  held.reject(new Error('this process is gone'))
  await stopped
  await asked
  await until('the second leads', () => second.engine.isLeader())
  await count(second, 2)
  expect([await sum(), (await heard()).state.amounts]).toEqual([3, [1, 2]])
  expect((await second.log.readAll(null, { types: ['Cleared'] }, 10)).events).toHaveLength(1)
  expect([...first.faults(), ...second.faults()]).toEqual([])
})

test('R168 one that a store breaks off goes on as soon as it is back', async () => {
  let away = 1
  const one = await node({
    async forget() {
      if (away-- > 0) throw new EventLogUnavailable('the log is away')
    },
  })
  await count(one, 1)
  await count(one, 10, true)
  await one.engine.clear()
  await count(one, 2)
  expect([await sum(), (await heard()).state.amounts]).toEqual([3, [1, 2]])
  expect(one.faults()).toEqual([])
})

test('R168 a rebuild that a clear breaks off, or that is asked for meanwhile, is done behind it', async () => {
  let [projecting, forgetting]: (PromiseWithResolvers<void> | undefined)[] = []
  const reached: string[] = []
  const one = await node({
    async before() {
      reached.push('project')
      await projecting?.promise
    },
    async forget() {
      reached.push('forget')
      await forgetting?.promise
    },
  })
  await count(one, 1)
  await count(one, 10, true)
  ;[projecting, forgetting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  reached.length = 0
  const brokenOff = one.engine.rebuild('counting')
  await until('it is being rebuilt', () => reached.includes('project'))
  const cleared = one.engine.clear()
  const rows = (state: string) => database.pool.query('select from engine.clearings where state = $1', [state])
  await until('the clear is asked for', async () => (await rows('asked')).rowCount === 1)
  projecting.resolve()
  await until('all is rebuilt', () => reached.includes('forget'))
  const meanwhile = one.engine.rebuild('counting')
  forgetting.resolve()
  await Promise.all([brokenOff, meanwhile, cleared])
  await count(one, 2)
  expect([await sum(), one.faults()]).toEqual([3, []])
})

test('R168 a clear under way is no difference between tables and log', async () => {
  let projecting: PromiseWithResolvers<void> | undefined
  let isHeld = false
  const one = await node({
    async before() {
      isHeld = projecting !== undefined
      const { promise } = projecting ?? {}
      projecting = undefined
      await promise
    },
  })
  await count(one, 1)
  await count(one, 10, true)
  const held = Promise.withResolvers<void>()
  projecting = held
  const cleared = one.engine.clear()
  await until('it has been said, and nothing is rebuilt yet', () => isHeld)
  await expect(one.engine.verify()).rejects.toThrow('Simulated data is being taken back meanwhile')
  held.resolve()
  await cleared
  expect((await one.engine.verify()).every(({ same }) => same)).toBe(true)
})

test('a node that has simulated nothing keeps nothing', async () => {
  const one = await node()
  await appendEvents(one.log, 3)
  await answered(one.engine, await one.log.head())
  expect((await heard()).before).toBeNull()
})
