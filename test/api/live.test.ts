import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LiveTopic } from '../../src/contracts/live.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { until } from '../support/projections.ts'
import { promised } from '../support/promised.ts'

interface Frame {
  readonly topic: string
  readonly version: string
  readonly ids?: number[]
}

/** What each socket heard from its first moment on. */
const sockets = new Map<Socket, Frame[]>()

function connect(app: TestApp, headers: Record<string, string>, auth: object = {}): Promise<Socket> {
  const socket = io(app.url, {
    ...{ transports: ['websocket'], extraHeaders: headers, reconnection: false, forceNew: true },
    auth,
  })
  const frames: Frame[] = []
  sockets.set(socket, frames)
  socket.on('change', (frame: Frame) => frames.push(frame))
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

/** Frames a socket hears, and a wait for the first that fits. */
function listen(socket: Socket) {
  const frames = sockets.get(socket)!
  return {
    frames,
    async first(fits: (frame: Frame) => boolean, promisedMs: number): Promise<Frame> {
      const withinMs = promised(promisedMs)
      const deadline = Date.now() + withinMs
      while (Date.now() < deadline) {
        const frame = frames.find(fits)
        if (frame) return frame
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      throw new Error(`nothing within ${withinMs} ms, only ${JSON.stringify(frames)}`)
    },
  }
}

async function openFixture(player: TestClient): Promise<{ id: number }> {
  return (await player.get('/api/fixtures')).find((fixture: { isOpen: boolean }) => fixture.isOpen)
}

const result = (admin: TestClient, id: number, homeScore: number) =>
  admin.post(`/api/admin/fixtures/${id}/result`, { homeScore, awayScore: 0, reason: 'full time' })

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await startTestApp()
  two = await startTestApp({ beside: one })
})
afterAll(async () => {
  for (const socket of sockets.keys()) socket.disconnect()
  await two.close()
  await one.close()
})

describe('the socket handshake (T41)', () => {
  it('refuses who is not signed in', async () => {
    await expect(connect(one, {})).rejects.toThrow('Not authenticated')
  })

  it('refuses another site, even with a session', async () => {
    const player = await one.player('socket_origin')
    await expect(connect(one, { cookie: player.cookie, origin: 'https://evil.example' })).rejects.toThrow()
  })

  it('drops a client that sends more than 16 kB (T43)', async () => {
    const player = await one.player('socket_flood')
    const socket = await connect(one, { cookie: player.cookie })
    const gone = new Promise((resolve) => socket.once('disconnect', resolve))
    socket.emit('anything', 'x'.repeat(50_000))
    await gone
  })

  it('ends the sockets of a session that signs out (T5)', async () => {
    const player = await one.player('socket_leaver')
    const socket = await connect(one, { cookie: player.cookie })
    const gone = new Promise((resolve) => socket.once('disconnect', resolve))
    await player.post('/api/auth/logout')
    await gone
  })
})

describe('live changes', () => {
  it('tells the pages of both nodes of a result within a second, with versions that only grow', async () => {
    const player = await one.player('watcher')
    const here = listen(await connect(one, { cookie: player.cookie }))
    const there = listen(await connect(two, { cookie: player.cookie }))
    const admin = await one.admin()
    const { id } = await openFixture(player)
    await result(admin, id, 2)
    const hears = (frame: Frame) => frame.topic === 'fixtures' && (frame.ids ?? []).includes(id)
    await Promise.all([here.first(hears, 1_000), there.first(hears, 1_000)])
    await result(admin, id, 3)
    await there.first((frame) => hears(frame) && frame !== there.frames.find(hears), 1_000)
    const versions = there.frames.map((frame) => frame.version)
    expect([...versions].sort((a, b) => Number(a) - Number(b))).toEqual(versions)
  })

  it('tells of a pick nobody but the player who made it (T30)', async () => {
    const player = await one.player('picker')
    const other = await one.player('other')
    const mine = listen(await connect(two, { cookie: player.cookie }))
    const theirs = listen(await connect(one, { cookie: other.cookie }))
    const { id } = await openFixture(player)
    expect((await player.post('/api/predictions', { fixtureId: id, predictedResult: 'draw' })).status).toBe(201)
    await mine.first((frame) => frame.topic === 'predictions', 1_000)
    expect(theirs.frames.filter((frame) => frame.topic === 'predictions')).toEqual([])
  })
})

describe('what changed before the socket stood', () => {
  it('is told to a page that says how long it has been open, by either node, and not what was told before', async () => {
    const player = await one.player('late_socket')
    const admin = await one.admin()
    const { id } = await openFixture(player)
    const early = listen(await connect(two, { cookie: player.cookie }))
    await result(admin, id, 1)
    const told = await early.first((frame) => frame.topic === 'fixtures' && (frame.ids ?? []).includes(id), 1_000)
    for (const app of [one, two]) {
      const late = listen(await connect(app, { cookie: player.cookie }, { openFor: 10_000 }))
      expect(await late.first((frame) => frame.topic === 'fixtures', 1_000)).toMatchObject({ topic: told.topic })
    }
    // Reactors answer a result too, and pages are told of what they say.
    await until('everything has been answered', async () => {
      const { projections } = await (one.container.get(TYPES.Engine).isLeader() ? one : two).container
        .get(TYPES.Engine)
        .status()
      return projections.every(({ behind }) => !behind)
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    const fresh = listen(await connect(two, { cookie: player.cookie }, { openFor: 1 }))
    const silent = listen(await connect(two, { cookie: player.cookie }))
    const odd = listen(await connect(two, { cookie: player.cookie }, { openFor: 'x' }))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect([fresh.frames, silent.frames, odd.frames]).toEqual([[], [], []])
  })

  it('may have been anything, where a node began later than the page was opened', async () => {
    const player = await one.player('old_page')
    const late = listen(await connect(one, { cookie: player.cookie }, { openFor: 86_400_000 }))
    await late.first((frame) => frame.topic === 'notifications', 1_000)
    expect(late.frames.map(({ topic }) => topic)).toEqual([...LiveTopic.options])
  })
})

describe('two nodes on one Postgres', () => {
  it('a write on either node is read on it at once, and a session holds on both', async () => {
    const player = await two.player('wanderer')
    const { id } = await openFixture(player)
    const made = await player.post('/api/predictions', { fixtureId: id, predictedResult: 'away' })
    expect([made.status, made.headers.get('plp-pending')]).toEqual([201, null])
    expect(await player.get('/api/predictions')).toHaveLength(1)
  })

  it('the follower projects within 10 seconds of the leader’s end, and nothing is lost or doubled', async () => {
    const leading = one.container.get(TYPES.Engine).isLeader() ? one : two
    const other = leading === one ? two : one
    const player = await other.player('survivor')
    const { id } = await openFixture(player)
    const client = await import('pg').then(({ default: pg }) => new pg.Client({ connectionString: one.databaseUrl }))
    await client.connect()
    // The leader loses every connection at once, as by kill -9, and stays away.
    await leading.container.get(TYPES.Engine).stop()
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    )
    await client.end()
    const began = Date.now()
    let status = 0
    const withinMs = promised(10_000)
    while (status !== 201 && Date.now() - began < withinMs) {
      status = (await player.post('/api/predictions', { fixtureId: id, predictedResult: 'home' })).status
      if (status === 409) break
    }
    await expect
      .poll(async () => (await player.get('/api/predictions')).length, { timeout: withinMs - (Date.now() - began) })
      .toBe(1)
    expect(other.container.get(TYPES.Engine).isLeader()).toBe(true)
  })
})
