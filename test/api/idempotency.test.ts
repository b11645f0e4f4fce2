import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEventStoreDbLog } from '../../src/event-log/eventstoredb/eventstoredb-log.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import type { NewEvent } from '../../src/kernel/event.ts'
import { type EventLog, EventLogUnavailable } from '../../src/kernel/event-log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { readToEnd } from '../support/event-log-contract.ts'
import { testDatabase } from '../support/postgres.ts'
import { promised } from '../support/promised.ts'

/**
 * `loses`: the append is stored and its response lost; `dies`: it is stored and the process does nothing afterwards;
 * `hangs`: it is not stored and never returns.
 */
type Fault = 'loses' | 'dies' | 'hangs'

/**
 * A log whose next append of a request has a fault; appends of reactors meanwhile do not. The next read of one stream
 * can be delayed.
 */
function faultyLog(log: EventLog) {
  let fault: Fault | null = null
  let slow: { readonly stream: string; readonly until: Promise<unknown> } | null = null
  async function store<T>(first: NewEvent | undefined, append: () => Promise<T>): Promise<T> {
    if (fault === null || first?.metadata.source !== 'command') return append()
    const how = fault
    fault = null
    if (how !== 'hangs') await append()
    if (how === 'loses') throw new EventLogUnavailable('the connection is gone')
    return new Promise(() => undefined)
  }
  const faulty: EventLog = {
    ...log,
    async readStream(...call) {
      const waits = slow?.stream === call[0] ? slow.until : null
      if (waits) slow = null
      await waits
      return log.readStream(...call)
    },
    append: (...call) => store(call[1][0], () => log.append(...call)),
    appendMany: (appends) => store(appends[0]?.events[0], () => log.appendMany(appends)),
  }
  return {
    log: faulty,
    fail: (next: Fault) => (fault = next),
    /** Delays the next read of a stream until the promise resolves. */
    slow: (stream: string, until: Promise<unknown>) => (slow = { stream, until }),
    /** True once every requested fault has occurred. */
    isThrough: () => fault === null && slow === null,
  }
}

let store: Awaited<ReturnType<typeof testDatabase>>
let openLog: () => EventLog
let faulty: ReturnType<typeof faultyLog>
let faultyOther: ReturnType<typeof faultyLog>
let one: TestApp
let other: TestApp
let admin: TestClient
let player: TestClient

beforeAll(async () => {
  store = await testDatabase()
  const url = process.env.TEST_EVENTSTORE_URL
  const prefix = `i${randomUUID().slice(0, 8)}`
  openLog = () => (url ? createEventStoreDbLog({ url, prefix }) : createPostgresLog({ database: store, prefix }))
  faulty = faultyLog(openLog())
  one = await startTestApp({ log: faulty.log })
  faultyOther = faultyLog(openLog())
  other = await startTestApp({ beside: one, log: faultyOther.log })
  admin = await one.admin()
  player = await one.player('anna')
})
afterAll(async () => {
  await other.close()
  await one.close()
  await store.drop()
})

/** The same request by the same user, on any node. */
const send = (app: TestApp, by: TestClient, path: string, body: unknown, key: string) =>
  app.client().request('POST', path, body, { cookie: by.cookie, 'idempotency-key': key })

const eventsOf = async (type: string) => (await allEvents()).filter((event) => event.type === type)
const allEvents = async () => (await readToEnd(faulty.log)).events

let leagues = 0
const aLeague = () => ({ name: `League ${++leagues}`, description: 'Of friends', type: 'private' })

async function leagueId(): Promise<number> {
  return (await player.post('/api/leagues', aLeague())).body.id
}

async function anyFixture(): Promise<number> {
  const fixtures = (await player.get('/api/fixtures')) as { id: number; isOpen: boolean }[]
  const predicted = new Set(((await player.get('/api/predictions')) as { fixtureId: number }[]).map((p) => p.fixtureId))
  return fixtures.find(({ id, isOpen }) => isOpen && !predicted.has(id))!.id
}

async function messageOfAnother(): Promise<number> {
  const bob = await one.player(`bob_${randomUUID().slice(0, 8)}`)
  const league = (await bob.post('/api/leagues', { ...aLeague(), type: 'public' })).body
  await player.post(`/api/leagues/${league.id}/join`)
  return (await bob.post(`/api/leagues/${league.id}/messages`, { content: 'hello' })).body.id
}

async function joinedCompetition(): Promise<number> {
  const competitions = (await player.get('/api/competitions')) as {
    id: number
    status: string
    type: string
    isParticipant: boolean
  }[]
  const open = competitions.find(
    ({ status, isParticipant, type }) => status === 'upcoming' && !isParticipant && type !== 'cup',
  )!
  await player.post(`/api/competitions/${open.id}/join`)
  return open.id
}

interface Write {
  readonly what: string
  readonly event: string
  readonly status: number
  request(): Promise<{ by: TestClient; path: string; body: unknown }>
}

const writes: readonly Write[] = [
  {
    what: 'a league',
    event: 'LeagueCreated',
    status: 201,
    request: async () => ({ by: player, path: '/api/leagues', body: aLeague() }),
  },
  {
    what: 'a message in a league',
    event: 'MessagePosted',
    status: 201,
    request: async () => ({
      by: player,
      path: `/api/leagues/${await leagueId()}/messages`,
      body: { content: 'Hello' },
    }),
  },
  {
    what: 'a message in a competition',
    event: 'MessagePosted',
    status: 201,
    request: async () => ({
      by: player,
      path: `/api/competitions/${await joinedCompetition()}/messages`,
      body: { content: 'Hello all' },
    }),
  },
  {
    what: 'a report of a message',
    event: 'MessageReported',
    status: 200,
    request: async () => ({ by: player, path: `/api/messages/${await messageOfAnother()}/report`, body: {} }),
  },
  {
    what: 'a team in a league',
    event: 'LeagueTeamCreated',
    status: 201,
    request: async () => ({
      by: player,
      path: `/api/leagues/${await leagueId()}/teams`,
      body: { name: 'Ours', maxMembers: 5 },
    }),
  },
  {
    what: 'a competition by an administrator',
    event: 'CompetitionCreated',
    status: 201,
    request: async () => ({
      by: admin,
      path: '/api/competitions',
      body: {
        type: 'seasonal',
        name: `Cup of ${randomUUID()}`,
        startDate: '2026-12-01T00:00:00.000Z',
        endDate: '2027-01-01T00:00:00.000Z',
        prizePool: 10,
      },
    }),
  },
  {
    what: 'a prediction',
    event: 'PredictionSubmitted',
    status: 201,
    request: async () => ({
      by: player,
      path: '/api/predictions',
      body: { fixtureId: await anyFixture(), predictedResult: 'home' },
    }),
  },
]

describe('a retried command with the same idempotency key has one effect (R57)', () => {
  test.each(writes)('$what, whose append was stored and whose answer was lost', async ({ event, status, request }) => {
    const { by, path, body } = await request()
    const before = await eventsOf(event)
    const key = randomUUID()
    faulty.fail('loses')
    expect((await send(one, by, path, body, key)).status).toBe(503)
    const retried = await send(one, by, path, body, key)
    expect(retried.status).toBe(status)
    const [made, ...more] = (await eventsOf(event)).slice(before.length)
    expect(more).toEqual([])
    if (retried.body.id !== undefined) expect(idOf(made!.data)).toBe(retried.body.id)
    expect(retried.body).toMatchObject(shownOf(body))
    expect((await send(other, by, path, body, key)).body).toEqual(retried.body)
    expect((await eventsOf(event)).length).toBe(before.length + 1)
  })

  test.each(writes.slice(0, 2))('$what, whose process died during it, on another node', async ({ event, request }) => {
    const { by, path, body } = await request()
    const before = await eventsOf(event)
    const key = randomUUID()
    faulty.fail('dies')
    const unanswered = send(one, by, path, body, key)
    await expect.poll(async () => (await eventsOf(event)).length).toBe(before.length + 1)
    const retried = await send(other, by, path, body, key)
    expect(retried.status).toBe(201)
    expect(idOf((await eventsOf(event)).at(-1)!.data)).toBe(retried.body.id)
    expect(retried.body).toMatchObject(shownOf(body))
    expect((await eventsOf(event)).length).toBe(before.length + 1)
    await unanswered
  })

  test('a new key is a new command', async () => {
    const body = aLeague()
    const ids = await Promise.all(
      [1, 2].map(async () => (await send(one, player, '/api/leagues', body, randomUUID())).body.id),
    )
    expect(new Set(ids).size).toBe(2)
  })

  test('a key whose 24 hours are over is a new command, also on a stream that it has written to', async () => {
    const fixtureId = await anyFixture()
    const { id } = (await player.post('/api/predictions', { fixtureId, predictedResult: 'home' })).body
    const key = randomUUID()
    const change = async (predictedResult: string) =>
      one
        .client()
        .request(
          'PUT',
          `/api/predictions/${id}`,
          { predictedResult },
          { cookie: player.cookie, 'idempotency-key': key },
        )
    expect((await change('draw')).body.predictedResult).toBe('draw')
    expect((await change('away')).body.predictedResult).toBe('draw')
    one.clock.advance(24 * 3_600_000 + 1_000)
    expect((await change('away')).body.predictedResult).toBe('away')
  })
})

describe('a request has one deadline for all of its waits: its 503 comes within 3 s', () => {
  /** Returns a call that founds a team in a league that `other` has not read yet. */
  async function foundsTeam() {
    const id = await leagueId()
    const [path, body, key] = [`/api/leagues/${id}/teams`, { name: 'Ours', maxMembers: 5 }, randomUUID()]
    return { stream: `league-${id}`, found: (app: TestApp) => send(app, player, path, body, key) }
  }
  /** The limit is below the sum of separate deadlines for each wait, on a busy machine. */
  async function isRefusedInTime(asked: Promise<{ status: number; headers: Headers }>, began: number, below: number) {
    const { status, headers } = await asked
    const ms = performance.now() - began
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
    expect(ms).toBeLessThan(promised(3_000, below))
  }

  test('if a read of the log is slow and the append then hangs', async () => {
    const { stream, found } = await foundsTeam()
    faultyOther.slow(stream, sleep(2_400))
    faultyOther.fail('hangs')
    await isRefusedInTime(found(other), performance.now(), 5_400)
    expect(faultyOther.isThrough()).toBe(true)
    expect((await found(one)).status).toBe(201)
  })

  test('if the key belongs to a dead node and the log then hangs', async () => {
    const { stream, found } = await foundsTeam()
    const before = await eventsOf('LeagueTeamCreated')
    const hang = Promise.withResolvers<void>()
    faulty.fail('dies')
    const unanswered = found(one)
    await expect.poll(async () => (await eventsOf('LeagueTeamCreated')).length).toBe(before.length + 1)
    faultyOther.slow(stream, hang.promise)
    await isRefusedInTime(found(other), performance.now(), 4_500)
    expect(faultyOther.isThrough()).toBe(true)
    hang.resolve()
    await unanswered
    expect((await found(other)).status).toBe(201)
    expect((await eventsOf('LeagueTeamCreated')).length).toBe(before.length + 1)
  })
})

test('signing out ends the requesting session, whatever its key: an earlier response keeps nobody signed in', async () => {
  const [{ username }, client, key] = [await player.get('/api/user'), one.client(), randomUUID()]
  for (const _again of [1, 2]) {
    expect((await client.post('/api/login', { username, password: 'password-1' })).status).toBe(200)
    const { cookie } = client
    expect((await client.request('POST', '/api/auth/logout', undefined, { 'idempotency-key': key })).status).toBe(204)
    expect((await one.client().request('GET', '/api/user', undefined, { cookie })).status).toBe(401)
  }
})

describe('the length of a key', () => {
  const makeLeague = (key: string) => send(one, player, '/api/leagues', aLeague(), key)

  test('200 characters work on any route, however long its path', async () => {
    const key = 'k'.repeat(200)
    expect((await makeLeague(key)).status).toBe(201)
    const path = `/api/leagues/${await leagueId()}/messages`
    const [first, again] = [
      await send(one, player, path, { content: 'once' }, key),
      await send(one, player, path, { content: 'once' }, key),
    ]
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect((await send(one, player, `/api/leagues/${'9'.repeat(5_000)}/messages`, {}, key)).status).toBe(400)
  })

  test.each([
    ['longer', 'k'.repeat(201)],
    ['empty', ''],
  ])('a %s one is refused with a sentence', async (_what, key) => {
    const refused = await makeLeague(key)
    expect([refused.status, refused.body.detail]).toEqual([400, 'The Idempotency-Key must have 1 to 200 characters'])
  })
})

const idOf = (data: unknown) => {
  const { messageId, leagueId, teamId, competitionId, predictionId } = data as Record<string, number>
  return predictionId ?? messageId ?? teamId ?? competitionId ?? leagueId
}

/** The part of a request that its response shows. */
function shownOf(body: unknown) {
  const { name, content, predictedResult } = body as Record<string, unknown>
  return Object.fromEntries(
    Object.entries({ name, content, predictedResult }).filter(([, value]) => value !== undefined),
  )
}
