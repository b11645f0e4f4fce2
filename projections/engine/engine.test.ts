import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Position } from '../../src/kernel/event.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { appendEvents, countingGroup, listLogger, until } from '../../test/support/projections.ts'
import { createProjectionEngine, type EngineOptions, type ProjectionEngine } from './engine.ts'
import type { LiveChange } from './group.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let store: ReturnType<typeof createMemoryStore>
let log: ReturnType<typeof store.open>
const running: ProjectionEngine[] = []

beforeEach(async () => {
  database = await testDatabase()
  store = createMemoryStore()
  log = store.open()
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.stop()))
  await database.drop()
})

type Node = ProjectionEngine & {
  readonly heard: { changes: readonly LiveChange[]; version: string }[]
  readonly logger: ReturnType<typeof listLogger>
}

async function node(over: Partial<EngineOptions> = {}, start = true): Promise<Node> {
  const heard: { changes: readonly LiveChange[]; version: string }[] = []
  const logger = listLogger()
  const engine = createProjectionEngine({
    database,
    log: store.open(),
    groups: [countingGroup()],
    reactors: [],
    onChanges: (changes, version) => heard.push({ changes, version }),
    logger,
    clock: systemClock,
    ...over,
  })
  running.push(engine)
  if (start) await engine.start()
  return { ...engine, heard, logger }
}

async function rows<Row extends object>(text: string): Promise<Row[]> {
  return (await database.pool.query<Row>(text)).rows
}

const counted = async () => (await rows<{ n: number }>('select count(*) as n from read.seen'))[0]?.n

const checkpointOf = async (name: string) =>
  (
    await rows<{ checkpoint: Position }>(
      `select checkpoint from engine.generations where name = '${name}' and state = 'live'`,
    )
  )[0]?.checkpoint

describe('projecting', () => {
  test('an event is in the read tables when waitFor resolves', async () => {
    const engine = await node()
    for (let n = 1; n <= 20; n++) {
      const position = await appendEvents(log, 1)
      engine.nudge()
      expect(await engine.waitFor(position, ['Counted'], 5_000)).toEqual([])
      expect(await counted()).toBe(n)
    }
  })

  test('what is already in the log is built before the engine says that it has caught up', async () => {
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

  test('live changes are given after the commit, with versions that grow', async () => {
    const engine = await node()
    for (let n = 0; n < 3; n++) await engine.waitFor(await appendEvents(log, 1), ['Counted'], 5_000)
    expect(engine.heard.map(({ changes }) => changes)).toEqual(Array(3).fill([{ room: 'all', topic: 'table' }]))
    const versions = engine.heard.map(({ version }) => BigInt(version))
    expect(versions).toEqual([...versions].sort((a, b) => (a < b ? -1 : 1)))
    expect(new Set(versions).size).toBe(3)
  })

  test('waitFor looks only at groups that handle one of the types', async () => {
    const engine = await node({
      groups: [
        countingGroup(),
        countingGroup({
          name: 'stuck',
          events: ['Stuck'],
          views: [],
          before: () => new Promise((resolve) => setTimeout(resolve, 400)),
        }),
      ],
    })
    const stuck = await appendEvents(log, 1, 'Stuck')
    expect(await engine.waitFor(stuck, ['Stuck', 'Counted'], 50)).toEqual(['stuck'])
    const position = await appendEvents(log, 1)
    expect(await engine.waitFor(position, ['Counted'], 5_000)).toEqual([])
    expect(await engine.waitFor(stuck, ['Stuck'], 5_000)).toEqual([])
    expect(await engine.waitFor(null, ['Counted'], 0)).toEqual([])
  })

  test('two projections of one name are refused', () => {
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
