import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { RECOVERY } from '../../src/areas/recovery/area.ts'
import { TYPES } from '../../src/identifiers.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { until } from '../support/projections.ts'
import { promised } from '../support/promised.ts'
import { frameOf, type RawSocket, rawSocket, upgradeRequest } from '../support/raw-socket.ts'
import { statementsOf } from '../support/statements.ts'

interface Frame {
  readonly topic: string
  readonly version: string
  readonly ids?: number[]
}

/** Frames that each socket has received since it was opened. */
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

/** Frames of a socket, and a function that waits for the first match. */
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

/** How often a node has refused or cut sockets, by reason. */
async function failuresOf(app: TestApp): Promise<Record<string, number>> {
  const metrics = await app.container.get(TYPES.Metrics).socketFailures.get()
  return Object.fromEntries(metrics.values.map(({ labels, value }) => [labels.reason, value]))
}

describe('the socket handshake', () => {
  it('refuses clients without a session, before the upgrade', async () => {
    await expect(connect(one, {})).rejects.toThrow('websocket error')
    await expect(connect(one, { cookie: 'plp_session=x' })).rejects.toThrow('websocket error')
    const { handshake } = await rawSocket(one.url, { cookie: `plp_session=${'A'.repeat(43)}` })
    expect([handshake.status, JSON.parse(handshake.body).detail]).toEqual([401, 'Not authenticated'])
  })

  it('refuses another site, even with a session', async () => {
    const { cookie } = await one.player('socket_origin')
    await expect(connect(one, { cookie, origin: 'https://evil.example' })).rejects.toThrow()
    const elsewhere: Record<string, string>[] = [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]
    for (const headers of elsewhere) expect((await rawSocket(one.url, { cookie, headers })).handshake.status).toBe(403)
  })

  it('T93: accepts only the origin of PUBLIC_URL if that is set, else that of its own host, as other requests do', async () => {
    const named = await startTestApp({ beside: one, env: { PUBLIC_URL: 'https://plp.example' } })
    const { cookie } = await one.player('socket_host')
    const statuses = async (app: TestApp, headers: Record<string, string>) => {
      const { status } = await fetch(`${app.url}/api/user/sessions/end-others`, {
        method: 'POST',
        headers: { cookie, ...headers },
      })
      const socket = await rawSocket(app.url, { cookie, headers })
      socket.end()
      return [status, socket.handshake.status]
    }
    const own = (app: TestApp) => ({ Origin: app.url })
    const forged = { Origin: 'https://evil.example', Host: 'evil.example' }
    expect(await statuses(named, own(named))).toEqual([403, 403])
    expect(await statuses(named, { Origin: 'https://plp.example' })).toEqual([200, 101])
    expect(await statuses(one, own(one))).toEqual([200, 101])
    expect((await rawSocket(named.url, { cookie, headers: forged })).handshake.status).toBe(403)
    await named.stop()
  })

  it('refuses with a problem and the security headers of every other answer, and ends the connection', async () => {
    const { cookie } = await one.player('socket_refused')
    const asked = (query: string) => `/socket.io/?${query}`
    const pages = 'EIO=4&transport=websocket'
    const refusals: [status: number, path: string, headers?: Record<string, string>][] = [
      [401, asked(pages), { Cookie: '' }],
      [401, asked(pages), { Cookie: `plp_session=${'x'.repeat(14_000)}` }],
      [403, asked(pages), { Origin: 'https://evil.example' }],
      [400, asked('EIO=3&transport=websocket')],
      [400, asked('EIO=4&transport=polling')],
      [400, asked('EIO=4&transport=webtransport')],
      [400, asked('EIO=4&transport=__proto__')],
      [400, asked('EIO=4')],
      [400, asked(`${pages}&transport=polling`)],
      [400, asked(`${pages}&sid=x`)],
      [400, asked(`${pages}&sid=__proto__`)],
      [400, '/socket.io/'],
      [400, asked('%'.repeat(5_000))],
      [400, asked(pages), { Upgrade: 'h2c' }],
      [400, asked(pages), { 'Sec-WebSocket-Version': '12' }],
      [400, asked(pages), { 'Sec-WebSocket-Key': 'short' }],
      [400, asked(pages), { 'Sec-WebSocket-Protocol': ',' }],
      [404, '/socket.io//evil.test/?EIO=4&transport=websocket'],
      [404, '/socket.io/socket.io.js'],
      [426, asked(pages), { Connection: 'close' }],
      [426, asked('EIO=4&transport=polling'), { Connection: 'close' }],
    ]
    const elsewhere = await fetch(`${one.url}/api/nothing`)
    const names = [...elsewhere.headers.keys()].filter((name) =>
      /^(x-|content-sec|referrer|strict|cross|origin)/.test(name),
    )
    expect(names).toContain('content-security-policy')
    const plain = (value: string | null) => value?.replaceAll(/nonce-[^']+/g, 'nonce')
    for (const [status, path, headers] of refusals) {
      const { handshake } = await rawSocket(one.url, { cookie, path, headers: headers ?? {} })
      expect([path, handshake.status]).toEqual([path, status])
      expect(handshake.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(JSON.parse(handshake.body)).toMatchObject({ status, detail: expect.any(String) })
      for (const name of names.filter((each) => each !== 'x-request-id'))
        expect([name, plain(handshake.headers.get(name))]).toEqual([name, plain(elsewhere.headers.get(name))])
      expect(handshake.headers.get('cache-control')).toBe('no-store')
    }
    const posted = await fetch(`${one.url}${asked('EIO=4&transport=polling&sid=x')}`, { method: 'POST', body: '40' })
    expect([posted.status, posted.headers.get('upgrade')]).toEqual([426, 'websocket'])
    // A head too long for Node never reaches our code, and is refused like the others.
    const { handshake } = await rawSocket(one.url, { cookie: `plp_session=${'x'.repeat(17_000)}` })
    expect(handshake.status).toBe(431)
  })

  it('is for sockets: a request to upgrade to another protocol elsewhere is ignored', async () => {
    const { handshake } = await rawSocket(one.url, { path: '/healthz', headers: { Upgrade: 'h2c' } })
    expect([handshake.status, handshake.body]).toEqual([200, '{"status":"ok"}'])
  })

  it('drops a client that sends more than 16 kB', async () => {
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

describe('a session that its player ends', () => {
  it('loses its sockets on the other node within a second, and no other session does (R140)', async () => {
    const here = await one.player('socket_ender')
    const [there, elsewhere] = [one.client(), one.client()]
    for (const client of [there, elsewhere])
      await client.post('/api/login', { username: 'socket_ender', password: 'password-1' })
    const own = await connect(two, { cookie: here.cookie })
    const gone = async (cookie: string, end: () => Promise<{ status: number }>) => {
      const socket = await connect(two, { cookie })
      const closed = new Promise((resolve) => socket.once('disconnect', resolve))
      const began = performance.now()
      expect((await end()).status).toBeLessThan(300)
      await closed
      expect(performance.now() - began).toBeLessThan(promised(1_000, 10_000))
    }
    const sessions = await there.get('/api/user/sessions')
    const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    await gone(there.cookie, () => here.delete(`/api/user/sessions/${id}`))
    await gone(elsewhere.cookie, () => here.post('/api/user/sessions/end-others'))
    expect(own.connected).toBe(true)
    // A copy of the old cookie is signed out as well.
    await gone(here.cookie, () =>
      here.post('/api/user/password', { currentPassword: 'password-1', newPassword: 'password-2' }),
    )
  })
})

describe('a flood of 100,000 CONNECTs', () => {
  const one40 = frameOf('40')
  const flood = Buffer.concat(Array.from({ length: 100_000 }, () => one40))

  it.each([
    ['a stranger', 1],
    ['a stranger', 4],
    ['a player', 1],
    ['a player', 4],
  ])('of %s over %i connections leaves the node answering, and makes no socket', async (who, count) => {
    const cookie = who === 'a player' ? (await one.player(`flooder_${count}`)).cookie : 'plp_session=x'
    const before = await failuresOf(one)
    const attackers = await Promise.all(Array.from({ length: count }, () => rawSocket(one.url, { cookie })))
    for (const attacker of attackers) attacker.write(flood)
    const began = performance.now()
    expect((await fetch(`${one.url}/healthz`)).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(promised(1_000, 10_000))
    await Promise.all(attackers.map(({ closed }) => closed))
    await until('nobody stands', async () => {
      const { values } = await one.container.get(TYPES.Metrics).sockets.get()
      return (values[0]?.value ?? 0) === 0
    })
    const reason = who === 'a player' ? 'flood' : 'signed_out'
    expect((await failuresOf(one))[reason]).toBe((before[reason] ?? 0) + count)
  })

  it('before its answer is read as little', async () => {
    const { port, hostname } = new URL(one.url)
    const socket = net.connect(Number(port), hostname)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined).resume()
    socket.write(upgradeRequest(one.url, { cookie: (await one.player('early_flooder')).cookie }))
    socket.write(flood)
    await closed
    expect((await fetch(`${one.url}/healthz`)).status).toBe(200)
  })
})

describe('a session that ends while its socket joins', () => {
  const signsOut = async (player: TestClient) => expect((await player.post('/api/auth/logout')).status).toBe(204)
  const isDeleted = async (player: TestClient) => {
    const { id } = await player.get('/api/user')
    const context = systemContext(new Date(one.clock.now()).toISOString())
    expect(await one.container.get(ACCOUNTS.Accounts).deleteUser(id, context)).toMatchObject({ ok: true })
  }

  it.each([
    ['signs_out', signsOut],
    ['is_deleted', isDeleted],
  ])('has no socket left on either node, whenever it said CONNECT: %s', async (what, end) => {
    const left: RawSocket[] = []
    for (let round = 0; round < 10; round++) {
      const player = await one.player(`${what}_${round}`)
      const { cookie } = player
      const joining = await Promise.all([one, two, one, two].map(({ url }) => rawSocket(url, { cookie })))
      const ending = end(player)
      const later = (async () => {
        for (const socket of joining) {
          await new Promise((resolve) => setTimeout(resolve, round / 4))
          socket.send('40')
        }
        // Handshakes at the same time.
        return Promise.all([one, two].map(({ url }) => rawSocket(url, { cookie })))
      })()
      await ending
      for (const socket of await later) if (socket.handshake.status === 101) joining.push(socket)
      for (const socket of joining.slice(4)) socket.send('40')
      left.push(...joining)
    }
    // Long before the check of every minute would find them.
    await until('all are gone', () => left.every(({ isClosed }) => isClosed), 15_000)
  })
})

describe('live changes', () => {
  it('notify the pages of both nodes of a result within a second, with versions that only grow', async () => {
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

  it('notify only the player who made a pick (T30)', async () => {
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

describe('changes before the socket was connected', () => {
  it('are sent to a page that reports how long it has been open, by either node, and earlier ones are not', async () => {
    const player = await one.player('late_socket')
    const admin = await one.admin()
    const { id } = await openFixture(player)
    const early = listen(await connect(two, { cookie: player.cookie }))
    const before = performance.now()
    await result(admin, id, 1)
    const told = await early.first((frame) => frame.topic === 'fixtures' && (frame.ids ?? []).includes(id), 1_000)
    for (const app of [one, two]) {
      const late = listen(
        await connect(app, { cookie: player.cookie }, { openFor: performance.now() - before + 1_000 }),
      )
      expect(await late.first((frame) => frame.topic === 'fixtures', 1_000)).toMatchObject({ topic: told.topic })
    }
    // Reactors respond to a result too, and pages are notified of their events.
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

  it('are unknown if a node started after the page was opened, so everything is refreshed', async () => {
    const player = await one.player('old_page')
    const late = listen(await connect(one, { cookie: player.cookie }, { openFor: 86_400_000 }))
    await late.first((frame) => frame.topic === '*', 1_000)
    expect(late.frames.map(({ topic }) => topic)).toEqual(['*'])
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

  it('shows on both the picks made on one, on a cached page of the board, also after a rebuild (R56)', async () => {
    const here = await one.player('here')
    const there = await two.player('there')
    const { id: reader } = await there.get('/api/user')
    const open: { id: number }[] = (await here.get('/api/fixtures')).filter((each: { isOpen: boolean }) => each.isOpen)
    const { id: player } = await here.get('/api/user')
    const onPage = async (client: TestClient) => {
      const { entries, me } = await client.get('/api/leaderboard?limit=100')
      if (me) expect(me.id).toBe(client === here ? player : reader)
      return entries.find((each: { id: number }) => each.id === player)?.totalPredictions ?? 0
    }
    for (const [index, { id: fixtureId }] of open.slice(0, 3).entries()) {
      expect([await onPage(here), await onPage(there)]).toEqual([index, index])
      await here.post('/api/predictions', { fixtureId, predictedResult: 'home' })
      expect(await onPage(here)).toBe(index + 1)
      await expect.poll(() => onPage(there), { timeout: promised(1_000) }).toBe(index + 1)
      if (index === 1) await one.container.get(TYPES.Engine).rebuild('play')
    }
  })

  it('after every kind of reset all sessions and sockets of the user are gone within a second, on both (T22, R115)', async () => {
    const { id } = await (await one.player('forgetful')).get('/api/user')
    const tokenFor = async () => {
      const mail = randomUUID()
      const { pool } = one.container.get(TYPES.Database)
      const at = new Date(one.clock.now()).toISOString()
      await one.container.get(RECOVERY.Outbox).write(pool, { id: mail, userId: id, kind: 'reset', at })
      return one.container.get(TYPES.PersonalData).hmac('mail-token', mail)
    }
    let password = 'password-1'
    const signIn = async (app: TestApp) => {
      const client = app.client()
      expect((await client.post('/api/login', { username: 'forgetful', password })).status).toBe(200)
      return client
    }
    const username = 'forgetful'
    const owner = await signIn(one)
    const question = { securityQuestion: 'First ground?', securityAnswer: 'Highbury in the rain' }
    expect((await owner.put('/api/profile', question)).status).toBe(200)
    const administrator = await one.admin()
    const kinds: readonly (() => Promise<{ status: number; body: any }>)[] = [
      async () => one.client().post('/api/auth/reset-password', { token: await tokenFor(), newPassword: 'by-a-token' }),
      () =>
        one.client().post('/api/auth/self-reset-password', {
          ...{ username, currentPassword: password, newPassword: 'by-myself-1' },
        }),
      () =>
        one.client().post('/api/auth/security-reset-password', {
          ...{ username, securityAnswer: question.securityAnswer, newPassword: 'by-an-answer' },
        }),
      () => administrator.post(`/api/admin/users/${id}/reset-password`),
    ]
    const passwords = ['by-a-token', 'by-myself-1', 'by-an-answer']
    for (const [n, reset] of kinds.entries()) {
      const clients = [await signIn(one), await signIn(two)]
      const open = await Promise.all([one, two].map((app, at) => connect(app, { cookie: clients[at]!.cookie })))
      const { status, body } = await reset()
      expect([n, status]).toEqual([n, 200])
      password = passwords[n] ?? body.newPassword
      await expect
        .poll(() => open.map(({ connected }) => connected), { timeout: promised(1_000) })
        .toEqual([false, false])
      for (const client of clients) expect((await client.request('GET', '/api/user')).status).toBe(401)
    }
  })

  it('needs no statement for a session while nothing changes; ended anywhere, it ends on both within a second (T5)', async () => {
    const { pool } = one.container.get(TYPES.Database)
    const admin = await one.admin()
    const own = await two.player('remembered')
    const { id } = await own.get('/api/user')
    const status = async (app: TestApp, { cookie }: Pick<TestClient, 'cookie'>, path: string) =>
      (await fetch(app.url + path, { headers: { cookie } })).status
    const sessionReads = async (app: TestApp) =>
      (await statementsOf(() => status(app, own, '/api/teams'), 'requests')).filter((text) => text.includes('sessions'))
    for (const app of [one, two]) await expect.poll(() => sessionReads(app)).toEqual([])

    const ends: readonly [what: string, path: string, ended: number, (client: TestClient) => Promise<unknown>][] = [
      ['signed out', '/api/teams', 401, (client) => client.post('/api/auth/logout')],
      ['ended by another session', '/api/teams', 401, () => own.post('/api/user/sessions/end-others')],
      ['deleted by hand', '/api/teams', 401, () => pool.query('delete from app.sessions where user_id = $1', [id])],
    ]
    for (const [what, path, ended, end] of ends) {
      const client = one.client()
      await client.post('/api/login', { username: 'remembered', password: 'password-1' })
      const used = { cookie: client.cookie }
      for (const app of [one, two]) expect([what, await status(app, used, path)]).toEqual([what, 200])
      await end(client)
      const both = async () => [what, await status(one, used, path), await status(two, used, path)]
      await expect.poll(both, { timeout: promised(1_000) }).toEqual([what, ended, ended])
    }

    // A role is lost with a statement that ends no session.
    const { id: adminId } = await admin.get('/api/user')
    const roles = () => Promise.all([one, two].map((app) => status(app, admin, '/api/admin/users')))
    expect(await roles()).toEqual([200, 200])
    const setRole = (role: string) =>
      pool.query('update app.credentials set role = $2 where user_id = $1', [adminId, role])
    await setRole('user')
    await expect.poll(roles, { timeout: promised(1_000) }).toEqual([403, 403])
    await setRole('admin')
    await expect.poll(roles, { timeout: promised(1_000) }).toEqual([200, 200])
  })

  it('the follower projects within 10 seconds of the leader’s end, and nothing is lost or doubled', async () => {
    const leading = one.container.get(TYPES.Engine).isLeader() ? one : two
    const other = leading === one ? two : one
    const player = await other.player('survivor')
    const { id } = await openFixture(player)
    const client = await import('pg').then(({ default: pg }) => new pg.Client({ connectionString: one.databaseUrl }))
    await client.connect()
    // The leader loses every connection at once, as by kill -9, and does not return.
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
