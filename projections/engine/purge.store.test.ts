import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import { createPurges, type Purges } from '../../src/event-log/purges.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Position } from '../../src/kernel/event.ts'
import { EventLogUnavailable, PlayPaused } from '../../src/kernel/event-log.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { countingGroup, listLogger, newEvent, until } from '../../test/support/projections.ts'
import { createProjectionEngine, type ProjectionEngine } from './engine.ts'
import { readPurgeState } from './request-store.ts'

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

const nothing = async () => undefined

interface Folded {
  readonly amounts: readonly number[]
}

/** Folds amounts and records the simulation mark of each context. */
const folding = (marks: (readonly [number, boolean])[]): Reactor<Folded> => ({
  name: 'folding',
  events: ['Counted'],
  initialState: { amounts: [] },
  async react({ amounts }, event, context) {
    const { amount } = event.data as { amount: number }
    marks.push([amount, context.simulated === true])
    return { amounts: [...amounts, amount] }
  },
})

/** Starts a node whose purges drop simulated `Counted` events. `batch` and `record` run before each projected batch and each recorded purge. */
async function node({
  batch = nothing,
  record = nothing,
}: {
  batch?: () => Promise<void>
  record?: () => Promise<void>
} = {}) {
  const known = createPurges(store.open(), ['Counted'], () => readPurgeState(database.db))
  const { log } = known
  const purges: Purges = {
    ...known,
    async record(...call) {
      await record()
      return known.record(...call)
    },
  }
  const marks: (readonly [number, boolean])[] = []
  const logger = listLogger()
  const engine = createProjectionEngine({
    ...{ database, log, purges, logger },
    groups: [countingGroup({ before: batch })],
    reactors: [folding(marks)],
    onChanges: () => undefined,
    clock: systemClock,
  })
  running.push(engine)
  await engine.start()
  const faults = () => logger.lines.filter(({ level }) => level === 'error')
  return { engine, marks, log, faults }
}

type Node = Awaited<ReturnType<typeof node>>

const append = async ({ log }: Pick<Node, 'log'>, amount: number, isSimulated = false): Promise<Position> => {
  const event = newEvent('Counted', { amount })
  const metadata = { ...event.metadata, ...(isSimulated ? { simulated: true as const } : {}) }
  return (await log.append(`counted-${event.id}`, [{ ...event, metadata }], 'no_stream')).position
}

/** Appends one event and waits until the group and the reactor have handled it. */
async function count(to: Node, amount: number, isSimulated = false): Promise<void> {
  await handled(to.engine, await append(to, amount, isSimulated))
}

async function handled(engine: ProjectionEngine, position: Position | null): Promise<void> {
  engine.nudge()
  expect(await engine.waitFor(position, ['Counted'], 30_000)).toEqual([])
  expect(await engine.waitForReactor('folding', position, 30_000)).toBe(true)
}

const sum = async () =>
  (await database.pool.query<{ sum: number }>('select sum(amount)::int as sum from read.totals')).rows[0]?.sum
const folded = async () =>
  (await database.pool.query<{ state: Folded }>('select state from engine.reactors')).rows[0]!.state.amounts
/** Whether a purge is in this state. */
const isIn = async (state: string) =>
  (await database.pool.query('select from engine.clearings where state = $1', [state])).rowCount === 1

/** Blocks the first batch after `hold` until `release`. */
function holding() {
  let held: PromiseWithResolvers<void> | undefined
  let isHeld = false
  return {
    async batch() {
      if (isHeld || !held) return
      isHeld = true
      await held.promise
    },
    hold() {
      held = Promise.withResolvers<void>()
    },
    release: () => held?.resolve(),
    fail: (error: Error) => held?.reject(error),
    isHeld: () => isHeld,
  }
}

test('R165 R167 tables and reactors are as if simulated events had never been there', async () => {
  const one = await node()
  await count(one, 1)
  await count(one, 10, true)
  await count(one, 2)
  expect([await sum(), await folded()]).toEqual([13, [1, 10, 2]])
  expect(one.marks).toEqual([
    [1, false],
    [10, true],
    [2, false],
  ])
  await one.engine.purge()
  await handled(one.engine, await one.log.head())
  expect([await sum(), await folded()]).toEqual([3, [1, 2]])
  expect((await one.engine.verify()).every(({ same }) => same)).toBe(true)
  await count(one, 20, true)
  await one.engine.purge()
  await count(one, 4)
  expect([await sum(), await folded()]).toEqual([7, [1, 2, 4]])
})

test('R165 play pauses on every node until the purge is done; reads show the earlier tables', async () => {
  const gate = holding()
  const one = await node(gate)
  const other = await node()
  await count(one, 1)
  await count(one, 10, true)
  gate.hold()
  const purged = other.engine.purge()
  await until('it runs', gate.isHeld)
  for (const each of [one, other]) await expect(append(each, 5)).rejects.toThrow(PlayPaused)
  expect(await sum()).toBe(11)
  gate.release()
  await purged
  expect(await sum()).toBe(1)
  for (const each of [one, other]) await append(each, 2)
  await handled(one.engine, await one.log.head())
  expect([await sum(), await folded()]).toEqual([5, [1, 2, 2]])
})

test('R168 a failed purge reports the reason, lets play continue, and can be requested again', async () => {
  let isBroken = true
  const one = await node({
    async record() {
      if (isBroken) throw new Error('nothing can be recorded')
    },
  })
  await count(one, 1)
  await count(one, 10, true)
  await expect(one.engine.purge()).rejects.toThrow('nothing can be recorded')
  await append(one, 2)
  isBroken = false
  await one.engine.purge()
  await handled(one.engine, await one.log.head())
  expect([await sum(), await folded()]).toEqual([3, [1, 2]])
})

test('R168 the next leading node finishes a purge that was started, requested on any node', async () => {
  const gate = holding()
  const first = await node(gate)
  await count(first, 1)
  await count(first, 10, true)
  gate.hold()
  const second = await node()
  const requested = second.engine.purge()
  await until('the first node is in the midst of it', gate.isHeld)
  const stopped = first.engine.stop()
  gate.fail(new Error('this process is gone'))
  await stopped
  await requested
  await until('the second leads', () => second.engine.isLeader())
  await count(second, 2)
  expect([await sum(), await folded()]).toEqual([3, [1, 2]])
  expect(await second.log.readStream('simulation')).toHaveLength(1)
  expect(second.faults()).toEqual([])
})

test('R168 a purge interrupted by a store fault is resumed when the store is back', async () => {
  let away = 1
  const one = await node({
    async record() {
      if (away-- > 0) throw new EventLogUnavailable('the log is away')
    },
  })
  await count(one, 1)
  await count(one, 10, true)
  await one.engine.purge()
  await count(one, 2)
  expect([await sum(), await folded()]).toEqual([3, [1, 2]])
})

test('R168 a rebuild that a purge interrupts, or that is requested during it, runs after it', async () => {
  const gate = holding()
  const one = await node(gate)
  await count(one, 1)
  await count(one, 10, true)
  gate.hold()
  const interrupted = one.engine.rebuild('counting')
  await until('it is being rebuilt', gate.isHeld)
  const purged = one.engine.purge()
  await until('the purge is requested', () => isIn('asked'))
  const meanwhile = one.engine.rebuild('counting')
  gate.release()
  await Promise.all([interrupted, meanwhile, purged])
  await count(one, 2)
  expect([await sum(), one.faults()]).toEqual([3, []])
})

test('R168 a running purge is not reported as a difference between tables and log', async () => {
  const gate = holding()
  const one = await node(gate)
  await count(one, 1)
  await count(one, 10, true)
  gate.hold()
  const purged = one.engine.purge()
  await until('it is recorded, and nothing is rebuilt yet', gate.isHeld)
  await expect(one.engine.verify()).rejects.toThrow('Simulated data is being purged. Verify again after the purge')
  gate.release()
  await purged
  expect((await one.engine.verify()).every(({ same }) => same)).toBe(true)
})

test('commands for a batch of events have the mark of these events', async () => {
  const batches: (readonly [readonly number[], boolean])[] = []
  const purges = createPurges(store.open(), ['Counted'], () => readPurgeState(database.db))
  for (const [amount, isSimulated] of [[1], [2], [10, true], [20, true], [3]] as const)
    await append(purges, amount, isSimulated)
  const engine = createProjectionEngine({
    ...{ database, log: purges.log, purges, groups: [countingGroup()], logger: listLogger(), clock: systemClock },
    reactors: [
      {
        ...folding([]),
        async reactAll(state, events, contextOf) {
          const amounts = events.map(({ data }) => (data as { amount: number }).amount)
          batches.push([amounts, contextOf(events.at(-1)!).simulated === true])
          return state
        },
      },
    ],
    onChanges: () => undefined,
  })
  running.push(engine)
  await engine.start()
  await handled(engine, await purges.log.head())
  expect(batches).toEqual([
    [[1, 2], false],
    [[10, 20], true],
    [[3], false],
  ])
})
