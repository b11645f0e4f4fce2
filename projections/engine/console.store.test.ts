import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { appendEvents, countingGroup, listLogger, until } from '../../test/support/projections.ts'
import { runProjectionsCommand, wrongArguments } from './console.ts'
import { createProjectionEngine, type ProjectionEngine } from './engine.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let store: ReturnType<typeof createMemoryStore>
const running: ProjectionEngine[] = []

beforeAll(async () => {
  database = await testDatabase()
  store = createMemoryStore()
})

afterEach(() => Promise.all(running.splice(0).map((engine) => engine.stop())))

afterAll(() => database.drop())

let bad = false
const counting = countingGroup({
  before(events) {
    if (bad && events.some((event) => (event.data as { amount: number }).amount === 13)) throw new Error('unlucky')
  },
})

function engineOf(): ProjectionEngine {
  const engine = createProjectionEngine({
    database,
    log: store.open(),
    groups: [counting],
    reactors: [],
    onChanges: () => undefined,
    logger: listLogger(),
    clock: systemClock,
  })
  running.push(engine)
  return engine
}

async function run(...args: string[]) {
  const engine = engineOf()
  const lines: string[] = []
  const reports: number[] = []
  const code = await runProjectionsCommand(args, {
    engine,
    groups: [counting],
    verified: new Map(),
    print: (line) => lines.push(line),
    progress: ({ done }) => reports.push(done),
  })
  await engine.stop()
  return { code, lines, reports }
}

describe('npm run projections', () => {
  test('a stop prints no error', async () => {
    const verify = () => Promise.reject(new DOMException('This operation was aborted', 'AbortError'))
    const stopped = runProjectionsCommand(['verify'], {
      ...{ engine: { ...engineOf(), verify }, groups: [counting], verified: new Map() },
      ...{ print: expect.fail, progress: () => undefined },
    })
    await expect(stopped).rejects.toThrow('aborted')
  })

  test('works with and without a running server', async () => {
    expect(await run('status')).toMatchObject({ code: 0, lines: ['counting  group    not built yet, 0 events'] })
    const server = engineOf()
    await server.start()
    await server.waitFor(await appendEvents(store.open(), 40), ['Counted'], 5_000)
    expect(await run('status')).toMatchObject({ code: 0, lines: ['counting  group    up to date, 40 events'] })
    expect(await run('rebuild', 'counting')).toMatchObject({ code: 0, lines: ['counting: rebuilt'] })
    expect(server.isLeader()).toBe(true)
    expect(await run('verify')).toMatchObject({ code: 0, reports: [40] })
    await server.stop()
    expect(await run('rebuild', 'counting')).toMatchObject({
      code: 0,
      lines: ['counting: rebuilt'],
      reports: [0, 40, 40],
    })
    expect((await run('verify', 'counting')).lines[0]).toMatch(
      /^counting: 80 rows in 2 tables are the same as rebuilt from the log/,
    )
  })

  test('verify ends with 1 on a difference and shows the rows', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "select nspname as name from pg_namespace where nspname like 'counting_g%'",
    )
    await database.pool.query(`insert into ${rows[0]?.name}.totals values ('tampered', 1, 1)`)
    expect(await run('verify')).toMatchObject({
      code: 1,
      lines: ['counting.totals: 1 rows differ from the log', '  only live: (tampered,1,1)'],
    })
    expect((await run('rebuild', 'counting')).code).toBe(0)
    expect((await run('verify')).code).toBe(0)
  })

  test('status prints paused groups and the reason; skip and retry report whether they had an effect', async () => {
    bad = true
    const server = engineOf()
    await server.start()
    await server.waitFor(await appendEvents(store.open(), 1, 'Counted', 13), ['Counted'], 5_000)
    const status = await run('status')
    expect(status.lines[0]).toBe('counting  group    PAUSED: Error: unlucky, 40 events')
    expect(status.lines[1]).toMatch(/^waits: counting, Counted in counted-.* at 0*41: Error: unlucky$/)
    bad = false
    expect(await run('retry', 'counting')).toMatchObject({ code: 0, lines: ['counting: resumes at the event'] })
    await until('counted', async () => (await run('status')).lines[0] === 'counting  group    up to date, 41 events')
    expect(await run('skip', 'counting')).toMatchObject({ code: 1, lines: ['counting is not paused'] })
  })

  test.each([
    [['sing'], 'npm run projections does not know sing; it takes status, build, rebuild, verify, retry, skip, docs'],
    [['rebuild'], 'npm run projections -- rebuild takes the name of one of them'],
    [['status', 'counting'], 'npm run projections -- status does not know counting'],
    [['verify', 'a', 'b'], 'npm run projections -- verify does not know b'],
  ])('%s: the fault is reported in one line', async (args, line) => {
    expect(wrongArguments(args)).toBe(line)
    expect(await run(...args)).toMatchObject({ code: 1, lines: [line] })
  })

  test.each(['rebuild', 'verify', 'retry', 'skip'])('%s of an unknown name prints one line', async (command) => {
    expect(await run(command, 'nothing')).toMatchObject({
      code: 1,
      lines: ['no projection is called nothing; there are counting'],
    })
  })
})
