import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FIXTURES } from '../../src/areas/fixtures/area.ts'
import type { FeedState } from '../../src/areas/fixtures/contract.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { ran } from '../support/testing.ts'

const CLUBS = ['Arsenal FC', 'Chelsea FC', 'Everton FC', 'Fulham FC', 'Liverpool FC', 'Manchester City FC']

/** Thirty matches of one season, all played, all with the same result. */
const played = (home: number, away: number) => ({
  matches: CLUBS.flatMap((homeClub) => CLUBS.filter((club) => club !== homeClub).map((club) => [homeClub, club])).map(
    ([homeClub, awayClub], index) => ({
      utcDate: `2025-03-${String((index % 28) + 1).padStart(2, '0')}T15:00:00Z`,
      status: 'FINISHED',
      matchday: (index % 10) + 1,
      season: { startDate: '2024-08-16', endDate: '2025-05-25' },
      homeTeam: { name: homeClub },
      awayTeam: { name: awayClub },
      score: { winner: null, fullTime: { home, away } },
    }),
  ),
})

let source: Server
let answer: unknown
let one: TestApp
let other: TestApp
let admin: TestClient

beforeAll(async () => {
  source = createServer((_, res) => res.end(typeof answer === 'string' ? answer : JSON.stringify(answer)))
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  one = await startTestApp()
  other = await startTestApp({ beside: one })
  admin = await one.admin()
})
afterAll(async () => {
  await other.close()
  await one.close()
  source.close()
})

/** Does the work of the job that runs every five minutes on the leading node. */
const refresh = () => {
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
  return one.container.get(FIXTURES.SourceRefresh).refresh({ kind: 'football-data', token: 'secret', url })
}
const now = () => new Date(one.clock.now()).toISOString()
const MINUTES = 60_000

/** The state as administrators see it, equal on every node. */
async function seen(): Promise<FeedState | null> {
  const state = await admin.get('/api/admin/fixtures/feed')
  const there = await other.client().request('GET', '/api/admin/fixtures/feed', undefined, { cookie: admin.cookie })
  expect(there.body).toEqual(state)
  return state
}

test('without a source there is no state', async () => {
  expect(await seen()).toBeNull()
})

test('waits while simulated results exist, and administrators see the reason', async () => {
  await ran(admin, 'POST', 'full-simulation', { gameweeks: 1, users: 1 })
  answer = played(2, 1)
  expect(await refresh()).toBeNull()
  expect((await seen())?.problem).toContain('paused while simulated results exist')
  await ran(admin, 'POST', 'clear')
  await refresh()
  expect((await seen())?.problem).toBeNull()
})

describe('a refresh of the fixtures', () => {
  let good: string
  beforeEach(async () => {
    one.clock.advance(5 * MINUTES)
    answer = played(2, 1)
    await refresh()
    good = now()
    one.clock.advance(5 * MINUTES)
  })

  test('that succeeded is shown with its time', async () => {
    const first = (await seen())!
    expect(first).toMatchObject({ source: 'football-data', at: good, takenAt: good, problem: null })
    await refresh()
    expect(await seen()).toEqual({ ...first, at: now(), takenAt: now() })
  })

  test('refused as broken is shown to administrators with the sentence, its start, and the last good one', async () => {
    answer = { matches: [{}] }
    expect(await refresh()).toBeNull()
    const refusedAt = now()
    expect(await seen()).toEqual({
      source: 'football-data',
      at: refusedAt,
      takenAt: good,
      problem: expect.stringContaining('football-data.org: matches.0.utcDate'),
      since: refusedAt,
    })
    one.clock.advance(5 * MINUTES)
    answer = 'no JSON'
    await refresh()
    // Another fault, but the refusals have not been interrupted.
    expect(await seen()).toMatchObject({
      at: now(),
      takenAt: good,
      problem: 'football-data.org: the answer is not JSON',
      since: refusedAt,
    })
  })

  test('refused by the jump guard is shown (T53), and known data stays', async () => {
    answer = played(0, 3)
    expect(await refresh()).toBeNull()
    const { problem, takenAt } = (await seen())!
    expect([problem, takenAt]).toEqual([expect.stringContaining('30 known results'), good])
    const fixtures = await admin.get('/api/fixtures?season=2024-25')
    expect(
      new Set(fixtures.map((f: { homeScore: number; awayScore: number }) => `${f.homeScore}-${f.awayScore}`)),
    ).toEqual(new Set(['2-1']))
  })

  test('that succeeds again ends it', async () => {
    answer = 'no JSON'
    await refresh()
    one.clock.advance(5 * MINUTES)
    answer = played(2, 1)
    await refresh()
    expect(await seen()).toEqual({ source: 'football-data', at: now(), takenAt: now(), problem: null, since: now() })
  })

  test('notifies administrators on every node when its state changes, and nobody else', async () => {
    const player = await one.player(`onlooker_${one.clock.now()}`)
    const [theirs, ours] = [await framesOf(one, player), await framesOf(other, admin)]
    await refresh()
    answer = 'no JSON'
    await refresh()
    await refresh()
    answer = played(2, 1)
    await refresh()
    await expect.poll(() => ours.topics).toEqual(['fixtures', 'fixtures'])
    expect(theirs.topics).toEqual([])
    for (const { socket } of [ours, theirs]) socket.disconnect()
  })
})

test('the state of the source is for administrators only', async () => {
  const player = await one.player('curious')
  expect((await player.request('GET', '/api/admin/fixtures/feed')).status).toBe(403)
  expect((await one.client().request('GET', '/api/admin/fixtures/feed')).status).toBe(401)
})

test('a start on the demo season forgets an earlier source', async () => {
  answer = 'no JSON'
  await refresh()
  await one.container.get(FIXTURES.SourceRefresh).refresh({ kind: 'demo' })
  expect(await seen()).toBeNull()
})

/** Topics of the changes that a socket receives from now on. */
async function framesOf(app: TestApp, who: TestClient): Promise<{ topics: string[]; socket: Socket }> {
  const socket = io(app.url, { transports: ['websocket'], extraHeaders: { cookie: who.cookie }, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const topics: string[] = []
  const { rows } = await app.container
    .get(TYPES.Database)
    .pool.query<{ version: string }>('select version from engine.live_version')
  socket.on('change', ({ topic, ids, version }: { topic: string; ids?: number[]; version: string }) => {
    // A node that lags sends the changes of earlier tests late. A change of matches names them. Competitions follow the season automatically.
    if (topic === 'fixtures' && !ids && BigInt(version) > BigInt(rows[0]!.version)) topics.push(topic)
  })
  return { topics, socket }
}
