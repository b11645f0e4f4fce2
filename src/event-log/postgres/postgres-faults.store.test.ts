import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readToEnd, sampleEvent } from '../../../test/support/event-log-contract.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { promised } from '../../../test/support/promised.ts'
import { openGate, type TcpGate } from '../../../test/support/tcp-gate.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { listen } from './listener.ts'
import { createPostgresLog } from './postgres-log.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let gate: TcpGate
let log: EventLog

beforeAll(async () => {
  database = await testDatabase()
  const { hostname, port } = new URL(database.url)
  gate = await openGate(hostname, Number(port || 5432))
})
afterAll(async () => {
  await gate.close()
  await database.drop()
})
beforeEach(() => {
  gate.set('open')
  const url = new URL(database.url)
  url.host = `127.0.0.1:${gate.port}`
  log = createPostgresLog({ database: { url: url.href }, prefix: 'f', pollMs: 100 })
})
afterEach(() => log.close())

const fresh = () => `thing-${Math.random().toString(36).slice(2)}`
const timed = async (work: Promise<unknown>) => {
  const began = performance.now()
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  )
  return { error, ms: performance.now() - began }
}

test.each(['hang', 'refuse'] as const)(
  'throws within 3 s when the server is unreachable (%s), and works after its return',
  async (mode) => {
    await log.append(fresh(), [sampleEvent()], 'no_stream')
    gate.set(mode)
    const outcomes = await Promise.all([
      timed(log.append(fresh(), [sampleEvent()], 'no_stream')),
      timed(log.appendMany([{ stream: fresh(), events: [sampleEvent()], expected: 'no_stream' }])),
      timed(log.readStream('thing')),
      timed(log.readAll(null, {}, 10)),
      timed(log.head()),
      timed(log.ready()),
    ])
    for (const { error, ms } of outcomes) {
      expect(error).toMatchObject({ name: 'EventLogUnavailable' })
      expect(ms).toBeLessThan(promised(3_000))
    }
    gate.set('open')
    gate.cut()
    await log.ready()
    expect(await log.append(fresh(), [sampleEvent()], 'no_stream')).toMatchObject({ revision: 0 })
  },
)

test('an append whose connection broke is retried and stored once', async () => {
  await log.ready()
  for (let round = 0; round < 5; round++) {
    const stream = fresh()
    const append = log.append(stream, [sampleEvent()], 'no_stream')
    setTimeout(() => gate.cut(), Math.random() * 5)
    await append
    // Other connections of the pool are cut, too; each fails once.
    await expect.poll(() => log.readStream(stream).catch(() => [])).toHaveLength(1)
  }
})

test('64 writers through cuts: nothing acknowledged is lost, nothing is stored twice, positions have no gap', async () => {
  const acknowledged: string[] = []
  let writing = true
  const writers = Array.from({ length: 64 }, async () => {
    while (writing) {
      const event = sampleEvent()
      // On a busy machine cuts may be faster than an append; an append without acknowledgement guarantees nothing.
      await log.append(fresh(), [event], 'no_stream').then(
        () => acknowledged.push(event.id),
        (error) => expect(error).toMatchObject({ name: 'EventLogUnavailable' }),
      )
    }
  })
  for (let cut = 0; cut < 4; cut++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    gate.cut()
  }
  writing = false
  await Promise.all(writers)
  // Reads without the gate: a read over a cut connection may fail, which another test covers.
  const reader = createPostgresLog({ database, prefix: 'f' })
  const { events } = await readToEnd(reader, null, {}, 5_000)
  await reader.close()
  const ids = events.map((event) => event.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
  expect(events.map((event) => Number(event.position))).toEqual(events.map((_, index) => index + 1))
})

test('signals arrive after the listening connection was cut, and by polling without notifications', async () => {
  const writer = createPostgresLog({ database, prefix: 'f' })
  const abort = new AbortController()
  let signals = 0
  log.subscribe(() => signals++, abort.signal)
  for (let round = 0; round < 3; round++) {
    gate.cut()
    const before = signals
    await writer.append(fresh(), [sampleEvent()], 'no_stream')
    await expect.poll(() => signals).toBeGreaterThan(before)
  }
  abort.abort()
  await writer.close()
})

test('a slow append delays faster ones after it, so that no reader skips it', async () => {
  await log.append(fresh(), [sampleEvent()], 'no_stream')
  const after = await log.head()
  const slow = await database.pool.connect()
  await slow.query('begin')
  const [stream, event] = [fresh(), sampleEvent('Slow')]
  await slow.query(`select * from log.append((select id from log.logs where prefix = 'f'), $1::json, $2::json)`, [
    JSON.stringify([{ o: 0, s: stream, e: -1, n: 1 }]),
    JSON.stringify([{ o: 0, i: 0, id: event.id, t: 'Slow', d: '{}', m: '{}' }]),
  ])
  const fast = log.append(fresh(), [sampleEvent('Fast')], 'no_stream')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect((await log.readAll(after, {}, 10)).events).toEqual([])
  await slow.query('commit')
  slow.release()
  await fast
  expect((await log.readAll(after, {}, 10)).events.map((found) => found.type)).toEqual(['Slow', 'Fast'])
})

test.each(["update log.events set type = 'Other'", 'delete from log.events', 'truncate log.events'])(
  'the log is append-only: "%s" is forbidden',
  async (sql) => {
    await log.append(fresh(), [sampleEvent()], 'no_stream')
    await expect(database.pool.query(sql)).rejects.toThrow(/append-only/)
  },
)

test('concurrent appends share transactions, and one that cannot be stored does not affect others', async () => {
  const transactions = async () =>
    Number((await database.pool.query('select count(distinct recorded_at) as n from log.events')).rows[0].n)
  const before = await transactions()
  const [bad, ...good] = await Promise.allSettled([
    log.append(fresh(), [{ ...sampleEvent(), data: { toJSON: () => undefined } }], 'no_stream'),
    ...Array.from({ length: 300 }, () => log.append(fresh(), [sampleEvent()], 'no_stream')),
  ])
  expect(bad?.status).toBe('rejected')
  expect(good.every((outcome) => outcome.status === 'fulfilled')).toBe(true)
  expect((await transactions()) - before).toBeLessThan(302)
  const alone = await transactions()
  await Promise.all(Array.from({ length: 300 }, () => log.append(fresh(), [sampleEvent()], 'no_stream')))
  expect((await transactions()) - alone).toBeLessThan(10)
})

test('queued appends are bounded: above the limit callers are refused at once', async () => {
  await log.ready()
  gate.set('hang')
  const flood = Array.from({ length: 101 }, () =>
    timed(
      log.append(
        fresh(),
        Array.from({ length: 1_000 }, () => sampleEvent()),
        'no_stream',
      ),
    ),
  )
  const last = await flood.at(-1)
  expect(last?.error).toMatchObject({ name: 'EventLogUnavailable' })
  expect(last?.ms).toBeLessThan(promised(1_000))
  await Promise.all(flood)
})

test('R500: a listening connection that hangs is replaced', async () => {
  const abort = new AbortController()
  const url = new URL(database.url)
  url.host = `127.0.0.1:${gate.port}`
  let established = 0
  const notify = () => void established++
  listen({ url: url.href, notify, isOwn: () => false, poll: async () => false, pollMs: 1_000 }, abort.signal)
  await expect.poll(() => established, { timeout: 30_000 }).toBe(1)
  gate.freeze()
  await expect.poll(() => established, { timeout: 30_000 }).toBe(2)
  abort.abort()
})
