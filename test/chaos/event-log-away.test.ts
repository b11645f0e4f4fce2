import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEventStoreDbLog } from '../../src/event-log/eventstoredb/eventstoredb-log.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { testDatabase } from '../support/postgres.ts'
import { promised } from '../support/promised.ts'
import { type GateMode, openGate, type TcpGate } from '../support/tcp-gate.ts'

/** The deadline of a request without any other response. */
const DEADLINE_MS = 4_800

/** A log with its own gate, so that it can be unavailable while the read models remain. */
interface GatedLog {
  readonly log: EventLog
  readonly gate: TcpGate
  close(): Promise<void>
}

const gatedPostgres = async (): Promise<GatedLog> => {
  const database = await testDatabase()
  const url = new URL(database.url)
  const gate = await openGate(url.hostname, Number(url.port))
  url.port = String(gate.port)
  const log = createPostgresLog({ database: { url: url.href }, prefix: 'plp' })
  return {
    log,
    gate,
    async close() {
      await gate.close()
      await database.drop()
    },
  }
}

const gatedEventStore = async (): Promise<GatedLog> => {
  const url = new URL(eventStoreUrl.replace(/^\w+:/, 'http:'))
  const gate = await openGate(url.hostname, Number(url.port || 2113))
  const address = eventStoreUrl.replace(url.host, `127.0.0.1:${gate.port}`)
  return {
    log: createEventStoreDbLog({ url: address, prefix: `c${randomUUID().slice(0, 8)}` }),
    gate,
    close: () => gate.close(),
  }
}

const eventStoreUrl = process.env.TEST_EVENTSTORE_URL ?? ''
const stores: readonly [name: string, open: () => Promise<GatedLog>][] = [
  ['Postgres', gatedPostgres],
  ...(eventStoreUrl ? [['EventStoreDB', gatedEventStore] as [string, () => Promise<GatedLog>]] : []),
]

describe.each(stores)('the event log away (%s)', (_name, open) => {
  let store: GatedLog
  let app: TestApp
  let player: TestClient
  let admin: TestClient
  let fixtures: number[]

  beforeAll(async () => {
    store = await open()
    app = await startTestApp({ log: store.log })
    player = await app.player('steady')
    admin = await app.admin()
    fixtures = ((await player.get('/api/fixtures')) as { id: number; isOpen: boolean }[])
      .filter((fixture) => fixture.isOpen)
      .map((fixture) => fixture.id)
  })
  afterAll(async () => {
    store.gate.set('open')
    await app.close()
    await store.close()
  })

  const pick = (fixtureId: number, key: string) =>
    player.request(
      'POST',
      '/api/predictions',
      { fixtureId, predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 0 },
      { 'idempotency-key': key },
    )

  async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
    const began = performance.now()
    return { value: await work, ms: performance.now() - began }
  }

  async function untilStored(fixtureId: number, key: string) {
    const deadline = Date.now() + 20_000
    for (;;) {
      const answer = await pick(fixtureId, key)
      if (answer.status !== 503 || Date.now() > deadline) return answer
      await sleep(200)
    }
  }

  test.each<[how: string, mode: GateMode]>([
    ['hangs', 'hang'],
    ['refuses', 'refuse'],
    ['takes the append and never answers', 'mute'],
  ])('that %s: writes 503 within 3 s, reads go on, one event in the end', async (_how, mode) => {
    const fixtureId = fixtures.shift()!
    // Decided from a cached state, so that only the append fails.
    await untilStored(fixtures.shift()!, randomUUID())
    store.gate.set(mode)
    const key = randomUUID()
    const { value: refused, ms } = await timed(pick(fixtureId, key))
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    expect(ms).toBeLessThan(promised(3_000, DEADLINE_MS))

    for (const path of ['/api/predictions', '/api/leaderboard', '/api/fixtures', '/api/user', '/api/teams']) {
      const read = await timed(player.request('GET', path))
      expect([path, read.value.status]).toEqual([path, 200])
      expect(read.ms).toBeLessThan(promised(2_000))
    }
    // The history of a match is read from its stream in the log; the rest of the page remains available.
    const adminRead = await timed(admin.get('/api/admin/fixtures?gameweek=1'))
    expect(adminRead.value.length).toBeGreaterThan(0)
    expect(adminRead.value.flatMap(({ history }: { history: unknown[] }) => history)).toEqual([])
    expect(adminRead.ms).toBeLessThan(promised(3_000, DEADLINE_MS))
    const readiness = async () => {
      const res = await fetch(`${app.url}/readyz`)
      const { missing } = (await res.json()) as { missing: string[] }
      return { status: res.status, missing }
    }
    // Readiness is measured once a second for all callers.
    await expect.poll(async () => (await readiness()).missing).toContain('the event log does not answer')
    const { status, missing } = await readiness()
    expect(status).toBe(503)
    // No event is faulty.
    expect(missing).not.toContain('a projection is paused by an event')
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)

    store.gate.set('open')
    if (mode === 'mute') store.gate.cut()
    const stored = await untilStored(fixtureId, key)
    expect(stored.status).toBe(201)
    expect((await pick(fixtureId, key)).body.id).toBe(stored.body.id)
    const events = await store.log.readStream(`prediction-${(await player.get('/api/user')).id}-${fixtureId}`)
    expect(events.map((event) => event.type)).toEqual(['PredictionSubmitted'])
    await app.settled()
    const mine = (await player.get('/api/predictions')) as { fixtureId: number }[]
    expect(mine.filter((prediction) => prediction.fixtureId === fixtureId)).toHaveLength(1)
  })

  test('a flood of writes while it hangs is answered 503 within seconds, nothing queues up, and signing in works', async () => {
    store.gate.set('hang')
    const login = timed(app.client().post('/api/login', { username: 'steady', password: 'password-1' }))
    const flood = await Promise.all(
      Array.from({ length: 200 }, (_, index) => timed(pick(fixtures[index % fixtures.length]!, randomUUID()))),
    )
    expect(new Set(flood.map(({ value }) => value.status))).toEqual(new Set([503]))
    expect(Math.max(...flood.map(({ ms }) => ms))).toBeLessThan(promised(5_000))
    expect((await login).value.status).toBe(200)
    store.gate.set('open')
    store.gate.cut()
    expect((await untilStored(fixtures[0]!, randomUUID())).status).toBeLessThan(500)
  })
})

if (!eventStoreUrl) test.skip('the event log away (EventStoreDB): TEST_EVENTSTORE_URL is not set', () => undefined)
