import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createClient, type TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'
import { named } from '../support/named.ts'
import { promised } from '../support/promised.ts'

let one: TestApp
let two: TestApp
let admin: TestClient
const sockets: Socket[] = []

beforeAll(async () => {
  one = await startTestApp()
  two = await startTestApp({ beside: one })
  admin = await one.admin()
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await two?.close()
  await one?.close()
})

const some = async <N extends string>(...names: N[]): Promise<Record<N, Player>> => {
  const made = await players(one, names)
  return Object.fromEntries(names.map((name, index) => [name, made[index]!])) as Record<N, Player>
}
const roomOf = ({ id }: { id: number }) => `/api/leagues/${id}/messages`
const say = (player: Player, path: string, content: string, more: object = {}) =>
  player.call('POST', path, { content, ...more })
const said = async (player: Player, path: string, content: string) => {
  const { status, body } = await say(player, path, content)
  expect(status).toBe(201)
  return body
}
const contentsOf = async (player: Player, path: string) =>
  (await player.get(path)).map((message: { content: string | null }) => message.content)

interface ChatSocket {
  readonly messages: any[]
  readonly all: unknown[]
  readonly socket: Socket
}

/** A player's socket on a node, which records the chat messages it receives. */
async function listening(app: TestApp, player: { cookie: string }): Promise<ChatSocket> {
  const socket = io(app.url, {
    transports: ['websocket'],
    extraHeaders: { cookie: player.cookie },
    reconnection: false,
    forceNew: true,
  })
  sockets.push(socket)
  const heard: ChatSocket = { messages: [], all: [], socket }
  socket.on('message', (message) => heard.messages.push(message))
  socket.onAny((event, frame) => {
    if (event === 'message' || frame?.topic === 'messages') heard.all.push(frame)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return heard
}

async function within(promisedMs: number, what: string, is: () => boolean): Promise<void> {
  const ms = promised(promisedMs)
  const deadline = Date.now() + ms
  while (!is()) {
    if (Date.now() > deadline) throw new Error(`not within ${ms} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the chat of a league', () => {
  test('a message is trimmed, has 1 to 1,000 characters and is read oldest first', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    const path = roomOf(league)
    expect(await anna.get(path)).toEqual([])
    const first = await said(anna, path, '  Hello, all \n')
    expect(first).toMatchObject({
      content: 'Hello, all',
      userId: anna.id,
      leagueId: league.id,
      competitionId: null,
      messageType: 'message',
      isEdited: false,
      isDeleted: false,
      user: { username: anna.username },
    })
    await said(bob, path, 'x'.repeat(1000))
    expect((await bob.get(path)).map(({ userId }: { userId: number }) => userId)).toEqual([anna.id, bob.id])
    for (const [content, detail] of [
      [' \n ', 'A message needs some text'],
      ['\u200b', 'A message needs some text'],
      ['NUL \0', 'This text has characters that cannot be stored. Remove them'],
      ['half \ud83d', 'This text has characters that cannot be stored. Remove them'],
      ['x'.repeat(1001), 'A message has at most 1,000 characters'],
    ] as const) {
      const refused = await say(anna, path, content)
      expect([refused.status, refused.body.detail]).toEqual([400, detail])
    }
  })

  test('older messages are paged by the id of the oldest one known', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    const path = roomOf(league)
    for (const [index, player] of [anna, bob, anna, bob, anna, bob, anna].entries())
      await said(player, path, `${index}`)
    const latest = await anna.get(`${path}?limit=3`)
    expect(latest.map(({ content }: { content: string }) => content)).toEqual(['4', '5', '6'])
    expect(await contentsOf(anna, `${path}?limit=3&before=${latest[0].id}`)).toEqual(['1', '2', '3'])
  })

  test('T38: it is a 404 for strangers, of private and public leagues, and for former members', async () => {
    for (const type of ['private', 'public']) {
      const { anna, bob, eve } = await some('anna', 'bob', 'eve')
      const league = await leagueOf(anna, { type })
      await joinedBy(league, bob)
      const path = roomOf(league)
      const { id } = await said(bob, path, 'a secret')
      const isClosedTo = async (player: Player) => {
        for (const [method, url, body] of [
          ['GET', path],
          ['POST', path, { content: 'hi' }],
          ['PATCH', `/api/messages/${id}`, { content: 'hi' }],
          ['DELETE', `/api/messages/${id}`],
          ['POST', `/api/messages/${id}/report`, {}],
        ] as const) {
          const answer = await player.call(method, url, body)
          expect([method, url, answer.status]).toEqual([method, url, 404])
          expect(JSON.stringify(answer.body)).not.toContain('secret')
        }
      }
      await isClosedTo(eve)
      expect((await anna.call('DELETE', `/api/leagues/${league.id}/members/${bob.id}`)).status).toBe(204)
      await isClosedTo(bob)
      expect(await contentsOf(anna, path)).toEqual(['a secret'])
    }
    const { anna } = await some('anna')
    expect((await anna.call('GET', '/api/leagues/999999/messages')).status).toBe(404)
    expect((await one.client().request('GET', '/api/leagues/1/messages')).status).toBe(401)
  })

  test('T35: the author comes from the session, the room from the path', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    const path = roomOf(league)
    expect((await say(anna, path, 'x', { userId: bob.id })).status).toBe(403)
    expect((await say(anna, path, 'x', { leagueId: league.id + 1 })).status).toBe(400)
    expect((await say(anna, path, 'x', { competitionId: 1 })).status).toBe(400)
    const named = { userId: anna.id, leagueId: league.id, competitionId: null, messageType: 'message' }
    expect((await say(anna, path, 'x', named)).status).toBe(201)
  })

  test('T45: type, edited and author are the server’s', async () => {
    const { anna } = await some('anna')
    const path = roomOf(await leagueOf(anna))
    const fake = {
      messageType: 'system',
      isEdited: true,
      isDeleted: true,
      user: { username: 'admin' },
      id: 1,
      createdAt: '2020-01-01T00:00:00.000Z',
    }
    const { status, body } = await say(anna, path, 'x', fake)
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        messageType: 'message',
        isEdited: false,
        isDeleted: false,
        user: named(anna.username),
      }),
    ])
    expect(body.createdAt).toBe(new Date(one.clock.now()).toISOString())
  })

  test('T44: markup stays plain text', async () => {
    const { anna } = await some('anna')
    const path = roomOf(await leagueOf(anna))
    const text = '<img src=x onerror="alert(1)">'
    await said(anna, path, text)
    expect(await contentsOf(anna, path)).toEqual([text])
  })

  test('a repeat with the same key is the same message', async () => {
    const { anna } = await some('anna')
    const path = roomOf(await leagueOf(anna))
    const client = createClient(one.url)
    const send = () =>
      client.request('POST', path, { content: 'once' }, { cookie: anna.cookie, 'idempotency-key': 'a-key' })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect(await contentsOf(anna, path)).toEqual(['once'])
  })
})

describe('editing and deleting', () => {
  test('its author edits a message for 15 minutes; it is then marked as edited', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    const { id } = await said(bob, roomOf(league), 'Helo')
    const edit = (player: Player, content = 'Hello') => player.call('PATCH', `/api/messages/${id}`, { content })
    const edited = await edit(bob)
    expect([edited.status, edited.body]).toEqual([
      200,
      expect.objectContaining({ id, content: 'Hello', isEdited: true }),
    ])
    expect((await edit(anna)).status).toBe(403)
    expect((await edit(bob, ' ')).status).toBe(400)
    one.clock.advance(15 * 60_000 + 1)
    const late = await edit(bob, 'Too late')
    expect([late.status, late.body.detail]).toEqual([409, 'You can edit a message for 15 minutes'])
  })

  test('author, league admin and admin delete; a tombstone without content remains', async () => {
    const { anna, bob, carl } = await some('anna', 'bob', 'carl')
    const league = await leagueOf(anna)
    await joinedBy(league, bob, carl)
    const path = roomOf(league)
    const ids = []
    for (const text of ['by its author', 'by the admin of the league', 'by the admin'])
      ids.push((await said(bob, path, text)).id)
    expect((await carl.call('DELETE', `/api/messages/${ids[0]}`)).status).toBe(403)
    expect((await bob.call('DELETE', `/api/messages/${ids[0]}`)).status).toBe(204)
    expect((await anna.call('DELETE', `/api/messages/${ids[1]}`)).status).toBe(204)
    expect((await admin.delete(`/api/messages/${ids[2]}`)).status).toBe(204)
    const left = await carl.get(path)
    expect(left.map(({ id, content, isDeleted }: any) => ({ id, content, isDeleted }))).toEqual(
      ids.map((id) => ({ id, content: null, isDeleted: true })),
    )
    expect((await bob.call('DELETE', `/api/messages/${ids[0]}`)).status).toBe(404)
  })
})

describe('reports', () => {
  test('a member reports a message once; administrators read it until the message is deleted', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    const { id } = await said(anna, roomOf(league), 'rude words')
    const report = (player: Player) => player.call('POST', `/api/messages/${id}/report`, { reason: ' rude ' })
    expect((await report(bob)).status).toBe(200)
    expect((await report(bob)).status).toBe(409)
    expect((await report(anna)).status).toBe(403)
    expect((await bob.call('GET', '/api/admin/reports')).status).toBe(403)
    const mine = async () => (await admin.get('/api/admin/reports')).filter((report: any) => report.subjectId === id)
    expect(await mine()).toMatchObject([
      {
        reason: 'rude',
        reportedBy: { username: bob.username },
        ...{ kind: 'message', text: 'rude words', author: anna.username },
        place: { name: league.name, link: null },
      },
    ])
    expect((await admin.delete(`/api/messages/${id}`)).status).toBe(204)
    expect(await mine()).toEqual([])
    expect(await admin.get('/api/admin/log?limit=1')).toMatchObject([
      { kind: 'delete-message', by: { username: 'admin' }, user: { username: anna.username } },
    ])
  })

  test('R387: an administrator dismisses a report; the message stays, and a new report is listed', async () => {
    const { anna, bob, carl } = await some('anna', 'bob', 'carl')
    const league = await leagueOf(anna)
    for (const player of [bob, carl]) await joinedBy(league, player)
    const { id } = await said(anna, roomOf(league), 'not so rude')
    const report = (player: Player) => player.call('POST', `/api/messages/${id}/report`)
    const listed = async () => (await admin.get('/api/admin/reports')).filter((each: any) => each.subjectId === id)
    expect((await report(bob)).status).toBe(200)
    const [{ id: reportId }] = await listed()
    expect((await report(carl)).status).toBe(200)
    const path = `/api/admin/reports/${reportId}`
    expect((await bob.call('DELETE', path)).status).toBe(403)
    expect((await admin.delete(path)).status).toBe(204)
    expect(await listed()).toMatchObject([{ reportedBy: { username: carl.username } }])
    expect(await anna.get(roomOf(league))).toMatchObject([{ content: 'not so rude' }])
    expect(await admin.get('/api/admin/log?limit=1')).toMatchObject([
      { kind: 'dismiss-report', user: { username: bob.username } },
    ])
    for (const unknown of [path, '/api/admin/reports/share-1', '/api/admin/reports/message-999999999'])
      expect((await admin.delete(unknown)).status).toBe(404)
    expect((await admin.delete('/api/admin/reports/1')).status).toBe(400)
    expect((await report(bob)).status).toBe(200)
    expect(await listed()).toHaveLength(2)
    await admin.delete(`/api/messages/${id}`)
  })
})

describe('the chat of a competition', () => {
  test('is read by every signed-in user and written by participants', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const [{ id, name }] = (await anna.get('/api/competitions')).filter(
      ({ type }: { type: string }) => type === 'seasonal',
    )
    const path = `/api/competitions/${id}/messages`
    const refused = await say(bob, path, 'hi')
    expect([refused.status, refused.body.detail]).toEqual([403, 'Join the competition to write here'])
    expect((await anna.call('POST', `/api/competitions/${id}/join`)).status).toBe(200)
    const message = await said(anna, path, 'Who wins?')
    expect(message).toMatchObject({ competitionId: id, leagueId: null })
    expect(await bob.get(path)).toEqual([message])
    expect((await bob.call('PATCH', `/api/messages/${message.id}`, { content: 'Me' })).status).toBe(403)
    expect((await bob.call('POST', `/api/messages/${message.id}/report`)).status).toBe(200)
    const place = { name, link: `/competitions/${id}` }
    expect(await admin.get('/api/admin/reports')).toMatchObject([{ reason: null, place }])
    expect((await bob.call('GET', '/api/competitions/999999/messages')).status).toBe(404)
    expect((await bob.call('POST', '/api/competitions/999999/messages', { content: 'x' })).status).toBe(404)
  })

  test('is pushed to its watchers, and to nobody else', async () => {
    const { anna, bob, eve } = await some('anna', 'bob', 'eve')
    const [{ id }] = (await anna.get('/api/competitions')).filter(({ type }: { type: string }) => type === 'seasonal')
    await anna.call('POST', `/api/competitions/${id}/join`)
    const [watching, other] = [await listening(two, bob), await listening(two, eve)]
    for (const competitionId of [id, 999_999]) watching.socket.emit('watch', { competitionId })
    // A watch has no acknowledgement: nothing arrives before it is active. A chat accepts five messages in five
    // seconds.
    for (let tries = 0; tries < 20 && watching.messages.length === 0; tries++) {
      await said(anna, `/api/competitions/${id}/messages`, 'Is this on?')
      for (let looks = 0; looks < 30 && watching.messages.length === 0; looks++) await pause(50)
    }
    await said(anna, `/api/competitions/${id}/messages`, 'Here we go')
    const isHere = ({ content }: { content: string | null }) => content === 'Here we go'
    await within(1_000, 'the message', () => watching.messages.some(isHere))
    expect(watching.messages.filter(isHere)).toMatchObject([{ competitionId: id }])
    // Sent later to the same socket.
    await said(eve, roomOf(await leagueOf(eve)), 'Mine')
    await within(1_000, 'a message of her own', () => other.messages.length > 0)
    expect(other.messages).toMatchObject([{ content: 'Mine' }])
  })
})

describe('messages over two nodes', () => {
  test('reach the members on both within a second, in order, with each of their changes; strangers receive nothing', async () => {
    const { anna, bob, eve } = await some('anna', 'bob', 'eve')
    const league = await leagueOf(anna, { type: 'public' })
    await joinedBy(league, bob)
    const [here, there] = [await listening(one, anna), await listening(two, bob)]
    const strange = [await listening(one, eve), await listening(two, eve)]
    for (const { socket } of strange) socket.emit('watch', { competitionId: league.id })
    const contents = ({ messages }: ChatSocket) => messages.map(({ content }) => content)
    for (const text of ['1', '2', '3', '4']) await said(anna, roomOf(league), text)
    await within(1_000, 'four messages', () => here.messages.length === 4 && there.messages.length === 4)
    expect([contents(here), contents(there)]).toEqual([
      ['1', '2', '3', '4'],
      ['1', '2', '3', '4'],
    ])
    const { id } = there.messages[3]
    await anna.call('DELETE', `/api/messages/${id}`)
    await within(1_000, 'the tombstone', () => there.messages.length === 5)
    expect(there.messages[4]).toMatchObject({ id, content: null, isDeleted: true })
    expect(strange.flatMap(({ all }) => all)).toEqual([])
  })

  test('T42: a removed member receives nothing after the removal’s response, on either node', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    const other = await leagueOf(bob)
    const heard = [await listening(one, bob), await listening(two, bob)]
    await said(anna, roomOf(league), 'before')
    await within(1_000, 'a message on both', () => heard.every(({ messages }) => messages.length === 1))
    expect((await anna.call('DELETE', `/api/leagues/${league.id}/members/${bob.id}`)).status).toBe(204)
    for (const { all } of heard) all.length = 0
    await said(anna, roomOf(league), 'after')
    // Sent later to the same sockets.
    await said(bob, roomOf(other), 'alone')
    await within(1_000, 'a message on both', () => heard.every(({ messages }) => messages.length > 1))
    expect(heard.map(({ all }) => all)).toMatchObject([[{ content: 'alone' }], [{ content: 'alone' }]])
  })
})

describe('a deleted user', () => {
  test('leaves no message in any chat, and none that the log could decrypt', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    const path = roomOf(league)
    await said(anna, path, 'first')
    const { id } = await said(bob, path, 'my very own words')
    await said(anna, path, 'mine')
    const accounts = one.container.get(ACCOUNTS.Accounts)
    const context = {
      actor: null,
      at: new Date(one.clock.now()).toISOString(),
      correlationId: 'c',
      causationId: 'c',
      source: 'command',
    } as const
    expect((await accounts.deleteUser(bob.id, context)).ok).toBe(true)
    await one.settled()
    expect(await contentsOf(anna, path)).toEqual(['first', 'mine'])
    // Paging back from a deleted message still works.
    expect(await contentsOf(anna, `${path}?before=${id}`)).toEqual(['first'])
    const stored = await one.container.get(TYPES.Log).readStream(`message-${id}`)
    expect(stored[0]!.data).toMatchObject({ content: null })
    const raw = await one.container.get(TYPES.RawLog).readStream(`message-${id}`)
    expect(JSON.stringify(raw)).not.toContain('very own')
  })
})

test('the newest message is a league’s last activity', async () => {
  const { anna } = await some('anna')
  const league = await leagueOf(anna)
  expect((await anna.get(`/api/leagues/${league.id}/statistics`)).lastActivity).toBeNull()
  const { createdAt } = await said(anna, roomOf(league), 'x')
  expect((await anna.get(`/api/leagues/${league.id}/statistics`)).lastActivity).toBe(createdAt)
})

test('afterwards verify finds no difference', async () => {
  const verification = await one.container.get(TYPES.Engine).verify(['chat'])
  const tables = verification.find(({ name }) => name === 'chat')!.tables
  expect(tables.map(({ table, differences }) => [table, differences])).toEqual(tables.map(({ table }) => [table, 0]))
  expect(tables.map(({ table }) => table).sort()).toEqual(['erased', 'messages', 'posted', 'reports'])
})
