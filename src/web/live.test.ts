import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { until } from '../../test/support/projections.ts'
import { frameOf, type RawOptions, type RawSocket, rawSocket } from '../../test/support/raw-socket.ts'
import { createLive, type Live } from './live.ts'
import { createHttpServer, listen, stopServing } from './server.ts'
import type { SocketFailure } from './socket-failures.ts'

const LIMITS = { perUser: 3, perAddress: 6, unknownPerAddress: 4 }
/** No test waits for these; the one that does sets its own. */
const TIMEOUTS = { connect: 60_000, linger: 100 }

let failures: SocketFailure[]
let logged: unknown[]
let count: number
/** Users whose session has ended. */
let ended: Set<number>
/** Resolves when the session reads may complete. */
let mayAnswer: { cookie(): Promise<void>; roles(): Promise<void> }
let checks: { cookie: number; roles: number }
let live: Live
let server: Server
let url: string
const sockets: RawSocket[] = []

const atOnce = async () => undefined
const away = async () => {
  throw new Error('Connection terminated')
}
/** Blocks the session reads until the returned function is called. */
function held(which: 'cookie' | 'roles'): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  mayAnswer[which] = () => promise
  return resolve
}

const userOf = (id: number) => ({ id, username: `player${id}`, role: 'user' as const, sessionId: `s${id}` })

async function start({ connect = TIMEOUTS.connect, slowAfterMs = 60_000 } = {}): Promise<void> {
  live = createLive({
    // The cookie is the id of the user.
    sessions: {
      async ofCookieHeader(cookie) {
        checks.cookie++
        const id = Number(cookie)
        const user = id > 0 && !ended.has(id) ? userOf(id) : null
        await mayAnswer.cookie()
        return user
      },
      async rolesOf(sessionIds) {
        checks.roles++
        const roles = new Map(
          sessionIds.filter((id) => !ended.has(Number(id.slice(1)))).map((id) => [id, 'user' as const]),
        )
        await mayAnswer.roles()
        return roles
      },
    },
    rooms: [
      {
        includes: (room) => room.startsWith('chat:'),
        watch: {
          field: 'competitionId',
          pattern: /\d{1,10}/,
          roomOf: (id) => `chat:competition:${id}`,
          exists: async () => true,
          replaysMissed: false,
        },
        load: async () => ({ to: [], frames: [] }),
      },
      {
        includes: (room) => room.startsWith('share:'),
        watch: {
          field: 'shareUrl',
          pattern: /"[\w-]{22}"/,
          roomOf: (token) => `share:${token}`,
          exists: async () => true,
          replaysMissed: true,
        },
      },
    ],
    logger: pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    publicUrl: undefined,
    onCount: (sockets) => {
      count = sockets
    },
    onFailure: (why) => void failures.push(why),
    limits: LIMITS,
    timeouts: { ...TIMEOUTS, connect },
  })
  const app = express().set('trust proxy', 'loopback').use('/socket.io', live.handshake)
  server = createHttpServer(app, { slowAfterMs, onSlowConsumer: () => failures.push('stalled') })
  url = await listen(server, 0, '127.0.0.1')
}

beforeEach(() => {
  failures = []
  logged = []
  count = 0
  ended = new Set()
  mayAnswer = { cookie: atOnce, roles: atOnce }
  checks = { cookie: 0, roles: 0 }
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.end()
  await Promise.all([live.close(), stopServing(server, 100)])
})

async function opened(user: number | null, options: RawOptions = {}): Promise<RawSocket> {
  const socket = await rawSocket(url, { ...(user === null ? {} : { cookie: String(user) }), ...options })
  sockets.push(socket)
  return socket
}

/** Opens a socket and waits until it is connected. */
async function connected(user: number, options: RawOptions = {}): Promise<RawSocket> {
  const socket = await opened(user, options)
  socket.send('40')
  await until('the socket is connected', () => socket.received.some((text) => text.startsWith('40')))
  return socket
}

const from = (address: string): RawOptions => ({ headers: { 'X-Forwarded-For': address } })
const notify = (user: number) => live.publish([{ room: `user:${user}`, topic: 'user' }], '1')
/** The `change` messages that a socket has received. */
const changes = ({ received }: RawSocket) => received.filter((text) => text.startsWith('42["change"'))

describe('changes', () => {
  beforeEach(() => start())

  it('are spread if many pages receive them at once', async () => {
    const socket = await opened(1)
    socket.send('40')
    await until('it is connected', () => count === 1)
    const crowd = Array.from({ length: 21 }, (_, index) => ({ room: `user:${index + 1}`, topic: 'user' }))
    live.publish([{ room: 'all', topic: 'fixtures' }, { room: 'user:1', topic: 'leagues' }, ...crowd], '1')
    await until('it is notified', () => changes(socket).length === 3)
    const frames = changes(socket).map((text) => (JSON.parse(text.slice(2)) as [string, unknown])[1])
    expect(frames).toEqual([
      { topic: 'fixtures', version: '1', spread: true },
      { topic: 'leagues', version: '1' },
      { topic: 'user', version: '1', spread: true },
    ])
  })

  it('are sent to pages that read before their socket was connected: of many rooms, to everyone', async () => {
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000)
    const crowd = Array.from({ length: 21 }, (_, index) => ({ room: `user:${index + 1}`, topic: 'user' }))
    live.publish([...crowd, { room: 'user:1', topic: 'leagues' }, { room: 'user:2', topic: 'news' }], '1')
    const socket = await opened(1)
    socket.send('40{"openFor":5000}')
    await until('it is notified', () => changes(socket).length === 2)
    clock.mockRestore()
    const frames = changes(socket).map((text) => (JSON.parse(text.slice(2)) as [string, unknown])[1])
    expect(frames).toEqual([
      { topic: 'user', version: '1', spread: true },
      { topic: 'leagues', version: '1' },
    ])
  })
})

describe('messages of a client', () => {
  beforeEach(() => start())

  it('may be CONNECT once, pongs, watch and unwatch, and DISCONNECT', async () => {
    const socket = await opened(1)
    socket.send('40{"openFor":1200}')
    await until('it is connected', () => count === 1)
    for (const text of [
      '3',
      '42["watch",{"competitionId":7}]',
      '42["unwatch",{"competitionId":7}]',
      `42["watch",{"shareUrl":"${'a'.repeat(22)}"}]`,
      '3',
    ])
      socket.send(text)
    notify(1)
    await until('it is notified', () => changes(socket).length > 0)
    expect([socket.isClosed, failures]).toEqual([false, []])
    socket.send('41')
    await socket.closed
    expect([count, failures]).toEqual([0, []])
  })

  const first = '40'
  it.each<[what: string, frames: readonly Buffer[]]>([
    ['a second CONNECT', [first, '40'].map((text) => frameOf(text))],
    ['another namespace', [frameOf('40/admin,')]],
    ['another namespace after the first', [first, '40/admin,'].map((text) => frameOf(text))],
    ['a CONNECT without an object', [frameOf('40null')]],
    ['a CONNECT with too much data', [frameOf(`40{"openFor":"${'x'.repeat(300)}"}`)]],
    ['an event before CONNECT', [frameOf('42["watch",{"competitionId":7}]')]],
    ['an event that no page sends', [first, '42["message","hi"]'].map((text) => frameOf(text))],
    ['a reserved event', [first, '42["disconnect"]'].map((text) => frameOf(text))],
    ['a room by name', [first, '42["watch","chat:league:1"]'].map((text) => frameOf(text))],
    ['more than the competition', [first, '42["watch",{"competitionId":1,"leagueId":1}]'].map((text) => frameOf(text))],
    ['an acknowledgement', [first, '43[]'].map((text) => frameOf(text))],
    ['a request for an acknowledgement', [first, '421["watch",{"competitionId":7}]'].map((text) => frameOf(text))],
    [
      'the beginning of a binary event',
      [first, '451-["watch",{"_placeholder":true,"num":0}]'].map((text) => frameOf(text)),
    ],
    ['broken JSON', [frameOf('40{"openFor":')]],
    ['a ping of Engine.IO', [frameOf('2')]],
    ['an upgrade probe', [frameOf('2probe')]],
    ['an upgrade', [frameOf('5')]],
    ['no packet at all', [frameOf('x')]],
    ['nothing in a frame', [frameOf('')]],
    ['a binary frame', [frameOf('40', 2)]],
    ['a ping of WebSocket', [frameOf('', 9)]],
    ['a pong of WebSocket', [frameOf('', 10)]],
    ['a compressed frame', [frameOf('40', 1, 0xc0)]],
    ['a frame that is not masked', [Buffer.from([0x81, 2, 0x34, 0x30])]],
    ['a continuation of nothing', [frameOf('40', 0)]],
    ['a message that is too long', [frameOf('x'.repeat(2_000))]],
    ['a message of 1 TB', [Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4])]],
    ['empty fragments without end', [frameOf('4', 1, 0), ...Array(2_000).fill(frameOf('', 0, 0))]],
    ['one pong after the other', Array(50).fill(frameOf('3'))],
    [
      'watching and not watching without end',
      [first, ...Array(50).fill('42["watch",{"competitionId":7}]')].map((text) => frameOf(text)),
    ],
  ])('anything else ends the connection: %s', async (_what, frames) => {
    const socket = await opened(1)
    expect(socket.handshake.status).toBe(101)
    socket.write(Buffer.concat(frames))
    await socket.closed
    await until('its seat is free', () => count === 0)
    expect(checks.roles).toBeLessThanOrEqual(1)
  })
})

test('a hundred thousand CONNECTs result in at most one socket and one session read', async () => {
  await start()
  const one = frameOf('40')
  const flood = Buffer.concat(Array.from({ length: 100_000 }, () => one))
  for (const connections of [1, 3]) {
    checks.roles = 0
    const attackers = await Promise.all(Array.from({ length: connections }, () => opened(1)))
    for (const attacker of attackers) attacker.write(flood)
    await Promise.all(attackers.map(({ closed }) => closed))
    expect(checks.roles).toBeLessThanOrEqual(connections)
  }
  const stranger = await opened(null)
  stranger.write(flood)
  await stranger.closed
  expect(stranger.handshake.status).toBe(401)
  expect(new Set(failures)).toEqual(new Set(['flood', 'signed_out']))
  await until('no socket is left', () => count === 0)
})

test('a silent client is disconnected; one that has sent CONNECT may wait for a slow server', async () => {
  await start({ connect: 50 })
  const answer = held('roles')
  const connecting = await opened(1)
  connecting.send('40')
  await until('its session is read', () => checks.roles === 1)
  const silent = await opened(1)
  await silent.closed
  await sleep(100)
  answer()
  await until('it stands', () => count === 1)
  await sleep(100)
  expect([connecting.isClosed, failures]).toEqual([false, ['silent']])
})

describe('the number of sockets is limited', () => {
  beforeEach(() => start())

  it('for one user, from any address', async () => {
    for (let n = 1; n <= LIMITS.perUser; n++) await connected(1, from(`192.0.2.${n}`))
    const refused = await opened(1, from('192.0.2.9'))
    expect([refused.handshake.status, failures]).toEqual([429, ['user_limit']])
    expect(refused.handshake.headers.get('retry-after')).toBe('30')
    expect((await opened(2, from('192.0.2.9'))).handshake.status).toBe(101)
    sockets[0]!.end()
    await until('a seat is free again', () => count === LIMITS.perUser - 1)
    await connected(1, from('192.0.2.9'))
  })

  it('for one address, regardless of user; for IPv6 per /64', async () => {
    for (let n = 1; n <= LIMITS.perAddress; n++) await connected(n, from(`2001:db8::${n}`))
    expect((await opened(7, from('2001:db8::7:7:7:7'))).handshake.status).toBe(429)
    expect((await opened(7, from('2001:db8:0:1::7'))).handshake.status).toBe(101)
    expect(failures).toEqual(['address_limit'])
  })

  it('for one address: a seat is free again after its connection has ended', async () => {
    const users = [1, 2, 3, 4, 5, 6]
    for (const user of users) await connected(user)
    const [first] = sockets
    first!.send('41')
    await first!.closed
    await connected(7)
    expect((await opened(8)).handshake.status).toBe(429)
  })

  it('for unchecked sessions of one address, without effect on others', async () => {
    const answer = held('cookie')
    const waiting = Array.from({ length: LIMITS.unknownPerAddress }, (_, index) => opened(index + 1))
    await until('all sessions are being read', () => checks.cookie === LIMITS.unknownPerAddress)
    expect((await opened(9)).handshake.status).toBe(429)
    expect([checks.cookie, failures]).toEqual([LIMITS.unknownPerAddress, ['handshake_limit']])
    const elsewhere = opened(9, from('192.0.2.1'))
    answer()
    for (const each of [...waiting, elsewhere]) expect((await each).handshake.status).toBe(101)
    // Checked sessions no longer count.
    expect((await opened(5)).handshake.status).toBe(101)
  })

  it('and a refused socket frees its seat at once', async () => {
    for (let n = 0; n < 3 * LIMITS.perAddress; n++) expect((await opened(null)).handshake.status).toBe(401)
    await connected(1)
  })
})

describe('a session that ends', () => {
  beforeEach(() => start())
  const end = (user: number) => {
    ended.add(user)
    live.end({ userId: user, sessionId: `s${user}`, exceptSessionId: null })
  }

  it('ends its own sockets only', async () => {
    const [mine, other] = [await connected(1), await connected(2)]
    end(1)
    await mine.closed
    notify(2)
    await until('the other is notified', () => changes(other).length === 1)
  })

  it('ends a connection that has not sent CONNECT', async () => {
    const socket = await opened(1)
    end(1)
    await until('it is gone', () => socket.isClosed)
    expect(count).toBe(0)
  })

  it.each([
    ['during the first check', 'cookie'],
    ['during the second check', 'roles'],
  ] as const)('%s receives no more changes', async (_when, which) => {
    const answer = held(which)
    const connecting = opened(1).then((socket) => {
      socket.send('40')
      return socket
    })
    await until('its session is read', () => checks[which] === 1)
    // The check has read the session; its result arrives after the end.
    end(1)
    answer()
    const socket = await connecting
    await until('it is closed', () => socket.isClosed)
    notify(1)
    expect([count, changes(socket)]).toEqual([0, []])
  })

  it('between the checks, without notice, is detected by the second', async () => {
    const socket = await opened(1)
    ended.add(1)
    socket.send('40')
    await socket.closed
    expect(socket.received.at(-1)).toBe('44{"message":"Not authenticated"}')
    expect([count, failures]).toEqual([0, ['signed_out']])
  })

  it('without notice is detected by the check of every minute; an unavailable store ends no socket', async () => {
    const [mine, other] = [await connected(1), await connected(2)]
    mayAnswer.roles = away
    await live.check()
    expect(failures).toEqual(['store'])
    mayAnswer.roles = atOnce
    ended.add(1)
    await live.check()
    await mine.closed
    expect(other.isClosed).toBe(false)
  })

  it('does not affect the excepted session', async () => {
    const [mine, other] = [await connected(1), await connected(2)]
    live.end({ userId: 1, sessionId: null, exceptSessionId: 's1' })
    live.end({ userId: 2, sessionId: null, exceptSessionId: 's9' })
    await other.closed
    notify(1)
    await until('mine is still connected', () => changes(mine).length === 1)
  })
})

test('a client that never reads is disconnected: waiting data is limited in bytes and time', async () => {
  await start({ slowAfterMs: 200 })
  const socket = await connected(1)
  const reader = await connected(2)
  socket.stopReading()
  // It continues to send, as a page does, which does not mean that it reads.
  const talking = setInterval(() => socket.send('3'), 250)
  const room = 'all'
  for (let version = 0; failures.length === 0; version++) {
    live.publish(Array(100).fill({ room, topic: 'fixtures', ids: Array(400).fill(1_000_000) }), String(version))
    await sleep(1)
  }
  clearInterval(talking)
  expect(failures).toEqual(['stalled'])
  await until('one is left', () => count === 1)
  expect(reader.isClosed).toBe(false)
})

test('failures are counted; an unavailable store does not cause a log line for each', async () => {
  await start()
  mayAnswer.cookie = away
  for (let n = 0; n < 10; n++) expect((await opened(1)).handshake.status).toBe(503)
  expect([failures, logged]).toEqual([Array(10).fill('store'), []])
})

test('a stopping node notifies its pages, accepts no new ones, and finishes even if some do not respond', async () => {
  await start()
  const socket = await connected(1)
  const mute = await opened(2)
  mute.stopReading()
  const stopping = Promise.all([live.close(), stopServing(server, 5_000)])
  await socket.closed
  expect(socket.received).toContain('42["leaving"]')
  await stopping
})
