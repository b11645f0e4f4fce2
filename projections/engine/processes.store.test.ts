import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { appendEvents, until } from '../../test/support/projections.ts'
import { promised } from '../../test/support/promised.ts'
import { repeated } from '../../test/support/repeated.ts'

const program = fileURLToPath(new URL('../../test/support/projection-node.ts', import.meta.url))

let database: Awaited<ReturnType<typeof testDatabase>>
let log: ReturnType<typeof createPostgresLog>
const children = new Set<ChildProcess>()

beforeEach(async () => {
  database = await testDatabase()
  log = createPostgresLog({ database, prefix: 'plp' })
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  await log.close()
  await database.drop()
})

/** Starts a node in a separate process; `leads()` returns its last report. */
function node() {
  const child = spawn(process.execPath, [program, database.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  let report = ''
  child.stdout?.on('data', (text: Buffer) => {
    report = text.toString().trim().split('\n').at(-1) ?? report
  })
  return { child, leads: () => report === 'leads' }
}

async function totals() {
  const { rows } = await database.pool.query<{ events: number; seen: number; echoed: number; answered: number }>(
    `select (select coalesce(sum(events), 0)::int from read.totals) as events, (select count(*) from read.seen) as seen,
       (select count(*) from log.events where type = 'Echoed') as echoed, (select state::int from engine.reactors where name = 'echo') as answered`,
  )
  return rows[0]
}

const isDone = (count: number) => async () => {
  const now = await totals().catch(() => undefined)
  return now?.seen === count && now.answered === count
}

test('after repeated kill -9 every event is counted and answered once', async () => {
  await log.ready()
  let count = 0
  for (let kill = 0; kill < repeated(2, 4); kill++) {
    const { child, leads } = node()
    await until('it leads', leads)
    for (let n = 0; n < 10; n++) {
      await appendEvents(log, 20)
      count += 20
    }
    await new Promise((resolve) => setTimeout(resolve, kill * 7))
    child.kill('SIGKILL')
  }
  const { leads } = node()
  await until('the last one leads', leads)
  await until('all is done', isDone(count), 60_000)
  expect(await totals()).toEqual({ events: count, seen: count, echoed: count, answered: count })
}, 480_000)

test('a frozen leader is replaced within 10 s, and writes nothing when it resumes', async () => {
  await log.ready()
  const first = node()
  await until('the first leads', first.leads)
  const second = node()
  let count = 0
  let stop = false
  const writer = (async () => {
    while (!stop) {
      await appendEvents(log, 10)
      count += 10
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  await until('events are counted', async () => ((await totals())?.seen ?? 0) > 50)
  first.child.kill('SIGSTOP')
  const frozenAt = performance.now()
  const withinMs = promised(10_000)
  await until('the second leads', second.leads, withinMs)
  const before = (await totals())?.seen ?? 0
  await until(
    'and counts',
    async () => ((await totals())?.seen ?? 0) > before + 50,
    withinMs - (performance.now() - frozenAt),
  )
  first.child.kill('SIGCONT')
  await until('the first knows that it does not lead', () => !first.leads())
  stop = true
  await writer
  await until('all is done', isDone(count), 60_000)
  expect(second.leads()).toBe(true)
  expect(await totals()).toEqual({ events: count, seen: count, echoed: count, answered: count })
}, 480_000)
