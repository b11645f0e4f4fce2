import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { until } from '../../test/support/projections.ts'
import { frameOf, type RawOptions, type RawSocket, rawSocket } from '../../test/support/raw-socket.ts'
import { createLive, type Live } from './live.ts'
import { createHttpServer, listen, stopServing } from './server.ts'
import type { SocketFailure } from './socket-failures.ts'

const LIMITS = { perUser: 3, perAddress: 6, unknownPerAddress: 4 }
/** No test waits for these; the one that does sets its own. */
const TIMEOUTS = { connect: 60_000, linger: 100 }

let failures: SocketFailure[]
let said: unknown[]
let count: number
/** Users whose session has ended. */
let ended: Set<number>
/** Resolves when the sessions may answer. */
let mayAnswer: { cookie(): Promise<void>; roles(): Promise<void> }
let looks: { cookie: number; roles: number }
let live: Live
let server: Server
let url: string
const sockets: RawSocket[] = []

const atOnce = async () => undefined
const away = async () => {
  throw new Error('Connection terminated')
}
/** Answers once the given function is called. */
function held(which: 'cookie' | 'roles'): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  mayAnswer[which] = () => promise
  return resolve
}

const userOf = (id: number) => ({ id, username: `player${id}`, role: 'user' as const, sessionId: `s${id}` })

async function start({ connect = TIMEOUTS.connect, slowAfterMs = 60_000 } = {}): Promise<void> {
  live = createLive({
    // Whose session it is stands in the cookie: a user's id.
    sessions: {
      async ofCookieHeader(cookie) {
        looks.cookie++
        const id = Number(cookie)
        const user = id > 0 && !ended.has(id) ? userOf(id) : null
        await mayAnswer.cookie()
        return user
      },
      async rolesOf(sessionIds) {
        looks.roles++
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
    logger: pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line)) }),
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
  said = []
  count = 0
  ended = new Set()
  mayAnswer = { cookie: atOnce, roles: atOnce }
  looks = { cookie: 0, roles: 0 }
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.end()
  await Promise.all([live.close(), stopServing(server, 100)])
})

async function asked(user: number | null, options: RawOptions = {}): Promise<RawSocket> {
  const socket = await rawSocket(url, { ...(user === null ? {} : { cookie: String(user) }), ...options })
  sockets.push(socket)
  return socket
}

/** A page's socket that stands. */
async function standing(user: number, options: RawOptions = {}): Promise<RawSocket> {
  const socket = await asked(user, options)
  socket.send('40')
  await until('the socket stands', () => socket.heard.some((text) => text.startsWith('40')))
  return socket
}

const from = (address: string): RawOptions => ({ headers: { 'X-Forwarded-For': address } })
const tell = (user: number) => live.publish([{ room: `user:${user}`, topic: 'user' }], '1')
/** What a socket has heard of changes. */
const changes = ({ heard }: RawSocket) => heard.filter((text) => text.startsWith('42["change"'))

describe('changes', () => {
  beforeEach(() => start())

  it('are spread where many pages receive them in the same instant', async () => {
    const socket = await asked(1)
    socket.send('40')
    await until('it stands', () => count === 1)
    const crowd = Array.from({ length: 21 }, (_, index) => ({ room: `user:${index + 1}`, topic: 'user' }))
    live.publish([{ room: 'all', topic: 'fixtures' }, { room: 'user:1', topic: 'leagues' }, ...crowd], '1')
    await until('it hears', () => changes(socket).length === 3)
    const frames = changes(socket).map((text) => (JSON.parse(text.slice(2)) as [string, unknown])[1])
    expect(frames).toEqual([
      { topic: 'fixtures', version: '1', spread: true },
      { topic: 'leagues', version: '1' },
      { topic: 'user', version: '1', spread: true },
    ])
  })
})

describe('what a client may say', () => {
  beforeEach(() => start())

  it('is CONNECT once, pongs, the competitions it shows, and goodbye', async () => {
    const socket = await asked(1)
    socket.send('40{"openFor":1200}')
    await until('it stands', () => count === 1)
    for (const text of [
      '3',
      '42["watch",{"competitionId":7}]',
      '42["unwatch",{"competitionId":7}]',
      `42["watch",{"shareUrl":"${'a'.repeat(22)}"}]`,
      '3',
    ])
      socket.send(text)
    tell(1)
    await until('it hears', () => changes(socket).length > 0)
    expect([socket.isClosed, failures]).toEqual([false, []])
    socket.send('41')
    await socket.closed
    expect([count, failures]).toEqual([0, []])
  })

  const first = '40'
  it.each<[what: string, frames: readonly Buffer[]]>([
    ['a second CONNECT', [first, '40'].map((text) => frameOf(text))],
    ['another namespace', [frameOf('40/admin,')]],
    ['another namespace beside the first', [first, '40/admin,'].map((text) => frameOf(text))],
    ['a CONNECT that is no object', [frameOf('40null')]],
    ['a CONNECT with a long story', [frameOf(`40{"openFor":"${'x'.repeat(300)}"}`)]],
    ['an event before CONNECT', [frameOf('42["watch",{"competitionId":7}]')]],
    ['an event that no page sends', [first, '42["message","hi"]'].map((text) => frameOf(text))],
    ['a reserved event', [first, '42["disconnect"]'].map((text) => frameOf(text))],
    ['a room by name', [first, '42["watch","chat:league:1"]'].map((text) => frameOf(text))],
    ['more than the competition', [first, '42["watch",{"competitionId":1,"leagueId":1}]'].map((text) => frameOf(text))],
    ['an acknowledgement', [first, '43[]'].map((text) => frameOf(text))],
    ['a wish for one', [first, '421["watch",{"competitionId":7}]'].map((text) => frameOf(text))],
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
    ['more than a message may be long', [frameOf('x'.repeat(2_000))]],
    ['a message of 1 TB', [Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4])]],
    ['empty fragments without end', [frameOf('4', 1, 0), ...Array(2_000).fill(frameOf('', 0, 0))]],
    ['one pong after the other', Array(50).fill(frameOf('3'))],
    [
      'watching and not watching without end',
      [first, ...Array(50).fill('42["watch",{"competitionId":7}]')].map((text) => frameOf(text)),
    ],
  ])('anything else ends the connection: %s', async (_what, frames) => {
    const socket = await asked(1)
    expect(socket.handshake.status).toBe(101)
    socket.write(Buffer.concat(frames))
    await socket.closed
    await until('its place is free', () => count === 0)
    expect(looks.roles).toBeLessThanOrEqual(1)
  })
})

test('a hundred thousand CONNECTs make one socket at most, and are looked up once', async () => {
  await start()
  const one = frameOf('40')
  const flood = Buffer.concat(Array.from({ length: 100_000 }, () => one))
  for (const connections of [1, 3]) {
    looks.roles = 0
    const attackers = await Promise.all(Array.from({ length: connections }, () => asked(1)))
    for (const attacker of attackers) attacker.write(flood)
    await Promise.all(attackers.map(({ closed }) => closed))
    expect(looks.roles).toBeLessThanOrEqual(connections)
  }
  const stranger = await asked(null)
  stranger.write(flood)
  await stranger.closed
  expect(stranger.handshake.status).toBe(401)
  expect(new Set(failures)).toEqual(new Set(['flood', 'signed_out']))
  await until('nobody is left', () => count === 0)
})

test('a client that says nothing is let go; one that has asked waits for us as long as we take', async () => {
  await start({ connect: 50 })
  const answer = held('roles')
  const asking = await asked(1)
  asking.send('40')
  await until('it is looked for', () => looks.roles === 1)
  const silent = await asked(1)
  await silent.closed
  await sleep(100)
  answer()
  await until('it stands', () => count === 1)
  await sleep(100)
  expect([asking.isClosed, failures]).toEqual([false, ['silent']])
})

describe('how many there may be', () => {
  beforeEach(() => start())

  it('of one user, from wherever', async () => {
    for (let n = 1; n <= LIMITS.perUser; n++) await standing(1, from(`192.0.2.${n}`))
    const refused = await asked(1, from('192.0.2.9'))
    expect([refused.handshake.status, failures]).toEqual([429, ['user_limit']])
    expect(refused.handshake.headers.get('retry-after')).toBe('30')
    expect((await asked(2, from('192.0.2.9'))).handshake.status).toBe(101)
    sockets[0]!.end()
    await until('there is room again', () => count === LIMITS.perUser - 1)
    await standing(1, from('192.0.2.9'))
  })

  it('from one address, whoever they are; of IPv6 from one /64', async () => {
    for (let n = 1; n <= LIMITS.perAddress; n++) await standing(n, from(`2001:db8::${n}`))
    expect((await asked(7, from('2001:db8::7:7:7:7'))).handshake.status).toBe(429)
    expect((await asked(7, from('2001:db8:0:1::7'))).handshake.status).toBe(101)
    expect(failures).toEqual(['address_limit'])
  })

  it('from one address: a place is free again once its connection is gone', async () => {
    const users = [1, 2, 3, 4, 5, 6]
    for (const user of users) await standing(user)
    const [first] = sockets
    first!.send('41')
    await first!.closed
    await standing(7)
    expect((await asked(8)).handshake.status).toBe(429)
  })

  it('from one address whose session is still looked for; they cost nobody else anything', async () => {
    const answer = held('cookie')
    const waiting = Array.from({ length: LIMITS.unknownPerAddress }, (_, index) => asked(index + 1))
    await until('all are looked for', () => looks.cookie === LIMITS.unknownPerAddress)
    expect((await asked(9)).handshake.status).toBe(429)
    expect([looks.cookie, failures]).toEqual([LIMITS.unknownPerAddress, ['handshake_limit']])
    const elsewhere = asked(9, from('192.0.2.1'))
    answer()
    for (const each of [...waiting, elsewhere]) expect((await each).handshake.status).toBe(101)
    // Those who were looked for and found are counted no longer.
    expect((await asked(5)).handshake.status).toBe(101)
  })

  it('a refused one leaves its place at once', async () => {
    for (let n = 0; n < 3 * LIMITS.perAddress; n++) expect((await asked(null)).handshake.status).toBe(401)
    await standing(1)
  })
})

describe('a session that ends', () => {
  beforeEach(() => start())
  const end = (user: number) => {
    ended.add(user)
    live.end({ userId: user, sessionId: `s${user}`, exceptSessionId: null })
  }

  it('ends its sockets, and those of nobody else', async () => {
    const [mine, other] = [await standing(1), await standing(2)]
    end(1)
    await mine.closed
    tell(2)
    await until('the other hears', () => changes(other).length === 1)
  })

  it('ends a connection that has not said CONNECT', async () => {
    const socket = await asked(1)
    end(1)
    await until('it is gone', () => socket.isClosed)
    expect(count).toBe(0)
  })

  it.each([
    ['while the first look is under way', 'cookie'],
    ['while the second look is under way', 'roles'],
  ] as const)('%s is heard of no more', async (_when, which) => {
    const answer = held(which)
    const asking = asked(1).then((socket) => {
      socket.send('40')
      return socket
    })
    await until('it is looked for', () => looks[which] === 1)
    // The look saw it; the answer comes after its end.
    end(1)
    answer()
    const socket = await asking
    await until('it has been told', () => socket.isClosed)
    tell(1)
    expect([count, changes(socket)]).toEqual([0, []])
  })

  it('between the looks, untold, is found by the second', async () => {
    const socket = await asked(1)
    ended.add(1)
    socket.send('40')
    await socket.closed
    expect(socket.heard.at(-1)).toBe('44{"message":"Not authenticated"}')
    expect([count, failures]).toEqual([0, ['signed_out']])
  })

  it('untold is found by the look of every minute; a store that is away ends nobody', async () => {
    const [mine, other] = [await standing(1), await standing(2)]
    mayAnswer.roles = away
    await live.check()
    expect(failures).toEqual(['store'])
    mayAnswer.roles = atOnce
    ended.add(1)
    await live.check()
    await mine.closed
    expect(other.isClosed).toBe(false)
  })

  it('spares the one session that goes on', async () => {
    const [mine, other] = [await standing(1), await standing(2)]
    live.end({ userId: 1, sessionId: null, exceptSessionId: 's1' })
    live.end({ userId: 2, sessionId: null, exceptSessionId: 's9' })
    await other.closed
    tell(1)
    await until('mine goes on', () => changes(mine).length === 1)
  })
})

test('a client that never reads is cut: what waits for it is bounded, in bytes and in time', async () => {
  await start({ slowAfterMs: 200 })
  const socket = await standing(1)
  const reader = await standing(2)
  socket.stopReading()
  // It goes on talking, as a page does: that is no sign of reading.
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

test('failures are counted; a store that is away makes no line of the log each', async () => {
  await start()
  mayAnswer.cookie = away
  for (let n = 0; n < 10; n++) expect((await asked(1)).handshake.status).toBe(503)
  expect([failures, said]).toEqual([Array(10).fill('store'), []])
})

test('a node that stops says so to its pages, takes nobody new, and is through although some do not answer', async () => {
  await start()
  const socket = await standing(1)
  const mute = await asked(2)
  mute.stopReading()
  const stopping = Promise.all([live.close(), stopServing(server, 5_000)])
  await socket.closed
  expect(socket.heard).toContain('42["leaving"]')
  await stopping
})
