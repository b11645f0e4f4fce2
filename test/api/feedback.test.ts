import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import type { Feedback, FeedbackCounts } from '../../src/areas/feedback/contract.ts'
import { feedbackStream, feedbackVoteStream } from '../../src/areas/feedback/events.ts'
import { NOTIFICATION_REACTOR } from '../../src/areas/notifications/reactor.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { type Player, players } from '../support/leagues.ts'
import { named } from '../support/named.ts'

let app: TestApp
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
})
afterAll(() => app?.close())

const some = async <N extends string>(...names: N[]): Promise<Record<N, Player>> => {
  const made = await players(app, names)
  return Object.fromEntries(names.map((name, index) => [name, made[index]!])) as Record<N, Player>
}
const SAID = { category: 'feature', title: 'Mute one league', description: 'It tells me far too much.' }
const give = (player: Player, body: object = {}) => player.call('POST', '/api/feedback', { ...SAID, ...body })
async function submitted(player: Player, body: object = {}): Promise<Feedback> {
  const answer = await give(player, body)
  expect(answer.status).toBe(201)
  return answer.body
}
const list = (player: Player, query = ''): Promise<Feedback[]> => player.get(`/api/feedback${query}`)
const vote = (player: Player, { id }: { id: number }) => player.call('POST', `/api/feedback/${id}/vote`)
const takeBack = (player: Player, { id }: { id: number }) => player.call('DELETE', `/api/feedback/${id}/vote`)
const answer = ({ id }: { id: number }, body: unknown) => admin.request('PATCH', `/api/admin/feedback/${id}`, body)
async function delivered(): Promise<void> {
  const engine = app.container.get(TYPES.Engine)
  engine.nudge()
  const head = await app.container.get(TYPES.Log).head()
  expect(await engine.waitForReactor(NOTIFICATION_REACTOR, head, 60_000)).toBe(true)
}
const inbox = async (player: Player): Promise<{ kind: string; title: string; text: string; link: string }[]> =>
  (await player.get('/api/notifications')).filter(({ kind }: { kind: string }) => kind === 'feedback')
const deleteUser = ({ id }: { id: number }) =>
  app.container.get(ACCOUNTS.Accounts).deleteUser(id, {
    actor: null,
    at: new Date(app.clock.now()).toISOString(),
    correlationId: 'erasure',
    causationId: 'erasure',
    source: 'command',
  })

describe('POST /api/feedback', () => {
  test('R81: is open and of medium priority by default, trimmed, and first in everyone’s list', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const { status, body } = await give(anna, { title: '  Mute one league \n' })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...SAID,
      id: expect.any(Number),
      priority: 'medium',
      status: 'open',
      adminResponse: null,
      respondedBy: null,
      respondedAt: null,
      createdAt: '2026-11-21T09:00:00.000Z',
      updatedAt: '2026-11-21T09:00:00.000Z',
      user: { id: anna.id, ...named(anna.username) },
      votes: 0,
      hasVoted: false,
      isMine: true,
    })
    expect((await list(anna))[0]).toEqual(body)
    expect((await list(bob))[0]).toEqual({ ...body, isMine: false })
    expect((await submitted(bob, { priority: 'high' })).priority).toBe('high')
  })

  test('R81: names missing fields', async () => {
    const { anna } = await some('anna')
    for (const [body, path, message] of [
      [{ category: undefined }, 'category', 'Category is required'],
      [{ category: 'praise' }, 'category', 'Category is required'],
      [{ title: undefined }, 'title', 'Title must be at least 3 characters'],
      [{ title: ' Hi ' }, 'title', 'Title must be at least 3 characters'],
      [{ title: '\u200b\u200b\u200b' }, 'title', 'Title must be at least 3 characters'],
      [{ title: 'x'.repeat(200) }, 'title', 'Title must be less than 200 characters'],
      [{ description: undefined }, 'description', 'Description must be at least 10 characters'],
      [{ description: 'Too short' }, 'description', 'Description must be at least 10 characters'],
      [{ description: 'x'.repeat(2_001) }, 'description', 'Description has at most 2,000 characters'],
      [{ priority: 'urgent' }, 'priority', 'priority has to be one of low, medium, high'],
    ] as const) {
      const refused = await give(anna, body)
      expect([refused.status, refused.body.detail]).toEqual([400, message])
      expect(refused.body.errors).toContainEqual({ path, message })
    }
    await submitted(anna, { title: 'Why', description: 'x'.repeat(10) })
    await submitted(anna, { title: 'x'.repeat(199), description: 'x'.repeat(2_000) })
  })

  test('T49: status, answer, votes and author in the body are ignored', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const claimed = { status: 'resolved', adminResponse: 'Done!', votes: 99, respondedBy: { username: 'admin' } }
    expect(await submitted(anna, { ...claimed, id: 7, user: { username: 'admin' } })).toMatchObject({
      status: 'open',
      adminResponse: null,
      respondedBy: null,
      votes: 0,
      user: { id: anna.id, ...named(anna.username) },
    })
    expect((await give(anna, { userId: bob.id })).status).toBe(403)
  })

  test('the same Idempotency-Key submits it once', async () => {
    const { anna } = await some('anna')
    const twice = [1, 2].map(() => anna.call('POST', '/api/feedback', SAID, { 'idempotency-key': 'once-and-only' }))
    const ids = (await Promise.all(twice)).map(({ body }) => body.id)
    expect(ids[0]).toBe(ids[1])
    expect(await list(anna, '?show=mine')).toHaveLength(1)
  })
})

describe('GET /api/feedback', () => {
  test('T48: returns of its author only number, name and picture', async () => {
    const { anna, bob } = await some('anna', 'bob')
    await submitted(anna)
    const [first] = await list(bob)
    expect(first!.user).toEqual({ id: anna.id, ...named(anna.username) })
    const fields = 'id category title description priority status adminResponse respondedBy respondedAt'
    const more = 'createdAt updatedAt user votes hasVoted isMine'
    expect(Object.keys(first!).sort()).toEqual(`${fields} ${more}`.split(' ').sort())
  })

  test('of a category, of a status, the reader’s own, and how long each list is', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const bug = await submitted(anna, { category: 'bug', title: 'Filtered' })
    const entry = await submitted(anna, { category: 'improvement', title: 'Filtered' })
    await submitted(bob, { category: 'improvement' })
    await answer(entry, { status: 'resolved' })
    const idsOf = async (query: string) => (await list(anna, `${query}&show=mine`)).map(({ id }) => id)
    expect(await idsOf('?')).toEqual([entry.id, bug.id])
    expect(await idsOf('?category=bug')).toEqual([bug.id])
    expect(await idsOf('?status=resolved')).toEqual([entry.id])
    expect(await idsOf('?category=bug&status=resolved')).toEqual([])
    expect(await idsOf('?limit=1&offset=1')).toEqual([bug.id])
    const totalOf = async (query: string) => {
      const { headers } = await anna.call('GET', `/api/feedback${query}`)
      return Number(headers.get('plp-total'))
    }
    expect(await totalOf('?show=mine&limit=1')).toBe(2)
    expect(await totalOf('?show=mine&limit=1&offset=50')).toBe(2)
    expect(await totalOf('?show=mine&category=general')).toBe(0)
    expect(await totalOf('?category=improvement&limit=1')).toBeGreaterThanOrEqual(2)
    const { status, body } = await anna.call('GET', '/api/feedback?category=praise')
    expect([status, body.detail]).toEqual([400, 'category has to be one of bug, feature, improvement, general'])
  })

  test('by votes, and with what is open first', async () => {
    const { anna, bob, carl } = await some('anna', 'bob', 'carl')
    const [first, second, third] = [await submitted(anna), await submitted(anna), await submitted(anna)]
    for (const player of [bob, carl]) await vote(player, first)
    await vote(bob, second)
    await answer(third, { status: 'closed' })
    await answer(second, { status: 'in-progress' })
    const idsBy = async (sort: string) => (await list(anna, `?show=mine&sort=${sort}`)).map(({ id }) => id)
    expect(await idsBy('votes')).toEqual([first.id, second.id, third.id])
    expect(await idsBy('open')).toEqual([first.id, second.id, third.id])
    await answer(first, { status: 'resolved' })
    expect(await idsBy('open')).toEqual([second.id, first.id, third.id])
    expect(await idsBy('newest')).toEqual([third.id, second.id, first.id])
  })

  test.each(['?category=praise', '?status=done', '?sort=old', '?limit=101', '?limit=0', '?offset=-1', '?show=theirs'])(
    '%s is a bad request',
    async (query) => {
      const { anna } = await some('anna')
      expect((await anna.call('GET', `/api/feedback${query}`)).status).toBe(400)
    },
  )

  test('requires a session', async () => {
    for (const [method, path] of [
      ['GET', '/api/feedback'],
      ['POST', '/api/feedback'],
      ['POST', '/api/feedback/1/vote'],
      ['DELETE', '/api/feedback/1/vote'],
    ] as const)
      expect((await app.client().request(method, path, method === 'POST' ? SAID : undefined)).status).toBe(401)
  })
})

describe('a vote', () => {
  test('R82: counts once, a repeat changes nothing, and it can be withdrawn', async () => {
    const { anna, bob, carl } = await some('anna', 'bob', 'carl')
    const entry = await submitted(anna)
    expect(await vote(bob, entry)).toMatchObject({ status: 200, body: { votes: 1, hasVoted: true } })
    expect(await vote(bob, entry)).toMatchObject({ status: 200, body: { votes: 1, hasVoted: true } })
    expect(await vote(carl, entry)).toMatchObject({ status: 200, body: { votes: 2, hasVoted: true } })
    const seen = async (player: Player) => (await list(player)).find(({ id }) => id === entry.id)
    expect(await seen(bob)).toMatchObject({ votes: 2, hasVoted: true, updatedAt: entry.updatedAt })
    expect(await seen(anna)).toMatchObject({ votes: 2, hasVoted: false })
    for (const _ of [1, 2]) expect((await takeBack(bob, entry)).status).toBe(204)
    expect(await seen(bob)).toMatchObject({ votes: 1, hasVoted: false })
  })

  test('R82: twenty at once by one player are one, by the log', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const entry = await submitted(anna)
    const answers = await Promise.all(Array.from({ length: 20 }, () => vote(bob, entry)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await list(anna, '?show=mine'))[0]).toMatchObject({ votes: 1 })
    expect(await app.container.get(TYPES.Log).readStream(feedbackVoteStream(entry.id, bob.id))).toHaveLength(1)
  })

  test('R82: for one’s own feedback is refused', async () => {
    const { anna } = await some('anna')
    const entry = await submitted(anna)
    const refused = await vote(anna, entry)
    expect([refused.status, refused.body.detail]).toEqual([403, 'You cannot vote for your own feedback'])
    expect((await takeBack(anna, entry)).status).toBe(403)
    expect((await list(anna, '?show=mine'))[0]).toMatchObject({ votes: 0, hasVoted: false })
  })

  test('for an unknown id is a 404', async () => {
    const { anna } = await some('anna')
    for (const id of [999_999, 999_999_999_999]) {
      expect((await vote(anna, { id })).status).toBe(404)
      expect((await takeBack(anna, { id })).status).toBe(404)
    }
  })
})

describe('PATCH /api/admin/feedback/{id}', () => {
  test('R83: sets status and answer, returns who answered, and keeps omitted fields', async () => {
    const { anna } = await some('anna')
    const entry = await submitted(anna)
    app.clock.advance(60_000)
    const at = new Date(app.clock.now()).toISOString()
    const done = await answer(entry, { status: 'in-progress', adminResponse: '  We are building it. ' })
    const expected = {
      ...entry,
      status: 'in-progress',
      adminResponse: 'We are building it.',
      respondedBy: { id: expect.any(Number), ...named('admin') },
      respondedAt: at,
      updatedAt: at,
    }
    expect([done.status, done.body]).toEqual([200, { ...expected, isMine: false }])
    expect((await list(anna, '?show=mine'))[0]).toEqual(expected)
    app.clock.advance(60_000)
    expect((await answer(entry, { status: 'open' })).body).toMatchObject({
      status: 'open',
      adminResponse: 'We are building it.',
      respondedAt: at,
    })
    const without = { adminResponse: null, respondedBy: null, respondedAt: null, status: 'open' }
    expect((await answer(entry, { adminResponse: '' })).body).toMatchObject(without)
  })

  test('T49: is for administrators only', async () => {
    const { anna } = await some('anna')
    const entry = await submitted(anna)
    for (const [method, path] of [
      ['PATCH', `/api/admin/feedback/${entry.id}`],
      ['GET', '/api/admin/feedback/counts'],
    ] as const) {
      const body = method === 'PATCH' ? { status: 'resolved' } : undefined
      expect((await anna.call(method, path, body)).status).toBe(403)
      expect((await app.client().request(method, path, body)).status).toBe(401)
    }
    expect((await list(anna, '?show=mine'))[0]).toMatchObject({ status: 'open' })
  })

  test('400 for an invalid answer, 404 for an unknown id', async () => {
    const { anna } = await some('anna')
    const entry = await submitted(anna)
    for (const body of [
      {},
      { status: 'done' },
      { status: null },
      { adminResponse: 1 },
      { adminResponse: 'x'.repeat(2_001) },
      { adminResponse: '\u200b\u200b' },
    ])
      expect((await answer(entry, body)).status).toBe(400)
    expect((await answer(entry, {})).body.detail).toBe('Set a status or write an answer')
    for (const id of [999_999, 999_999_999_999]) {
      const missing = await answer({ id }, { status: 'closed' })
      expect([missing.status, missing.body.detail]).toEqual([404, 'Feedback not found'])
    }
  })

  test('R83: its author is notified, once while unread, not of unchanged values, and not at all when muted', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const entry = await submitted(anna, { title: 'Mute one league' })
    await answer(entry, { status: 'in-progress' })
    await delivered()
    expect(await inbox(anna)).toMatchObject([
      { title: 'Feedback updated', text: '“Mute one league” is now in progress.', link: '/feedback?show=mine' },
    ])
    await answer(entry, { adminResponse: 'It is there.', status: 'resolved' })
    await answer(entry, { adminResponse: 'It is there.' })
    await answer(entry, { adminResponse: null })
    await delivered()
    const text = 'You have an answer to “Mute one league”. It is now resolved.'
    expect(await inbox(anna)).toMatchObject([{ title: 'Feedback answered', text }])
    await bob.call('PUT', '/api/notifications/settings', { muted: ['feedback'] })
    await answer(await submitted(bob), { status: 'closed' })
    const own = (await admin.post('/api/feedback', SAID)).body
    await answer(own, { status: 'closed' })
    await delivered()
    expect(await inbox(bob)).toEqual([])
    expect(await admin.get('/api/notifications')).not.toContainEqual(expect.objectContaining({ kind: 'feedback' }))
  })

  test('the counts are those of the list', async () => {
    const { anna } = await some('anna')
    await answer(await submitted(anna), { status: 'resolved' })
    const counts: FeedbackCounts = await admin.get('/api/admin/feedback/counts')
    expect(counts.resolved).toBeGreaterThan(0)
    for (const [status, count] of Object.entries(counts)) {
      const { headers } = await anna.call('GET', `/api/feedback?status=${status}&limit=1`)
      expect(headers.get('plp-total'), status).toBe(String(count))
    }
  })
})

test('open pages are notified of feedback, votes and answers', async () => {
  const { anna, bob } = await some('anna', 'bob')
  const socket = io(app.url, {
    transports: ['websocket'],
    extraHeaders: { cookie: bob.cookie },
    reconnection: false,
    forceNew: true,
  })
  let heard = 0
  socket.on('change', ({ topic }) => {
    if (topic === 'feedback') heard++
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const hears = async (act: () => Promise<unknown>) => {
    const before = heard
    await act()
    await expect.poll(() => heard).toBeGreaterThan(before)
  }
  let entry: Feedback
  await hears(async () => {
    entry = await submitted(anna)
  })
  await hears(() => vote(bob, entry))
  await hears(() => answer(entry, { status: 'closed' }))
  socket.disconnect()
})

test('R84: a deleted user leaves texts of a deleted user and no votes; a rebuild agrees', async () => {
  const { anna, bob, carl } = await some('anna', 'bob', 'carl')
  const [entry, other] = [await submitted(anna, { title: 'Left behind' }), await submitted(bob)]
  await vote(anna, other)
  await vote(carl, other)
  await vote(bob, entry)
  await answer(entry, { adminResponse: 'Thank you.' })
  await deleteUser(anna)
  await app.settled()
  const before = await list(carl)
  expect(before.find(({ id }) => id === entry.id)).toMatchObject({
    title: 'Left behind',
    user: { username: 'Deleted user' },
    votes: 1,
    adminResponse: 'Thank you.',
  })
  expect(before.find(({ id }) => id === other.id)).toMatchObject({ votes: 1, hasVoted: true })
  await app.container.get(TYPES.Engine).rebuild('feedback')
  await app.settled()
  expect(await list(carl)).toEqual(before)
  // Its texts are public, so they remain readable in the log.
  const [said] = await app.container.get(TYPES.Log).readStream(feedbackStream(entry.id))
  expect(said!.data).toMatchObject({ title: 'Left behind' })
})

test('while the projection is paused, stored feedback, votes and answers return their result and report the lag', async () => {
  const { anna, bob } = await some('anna', 'bob')
  const [voted, answered] = [await submitted(anna), await submitted(anna)]
  await app.settled()
  await app.container.get(TYPES.Engine).stop()
  const answers = await Promise.all([
    give(bob, { title: 'During a pause' }),
    vote(bob, voted),
    answer(answered, { status: 'in-progress', adminResponse: 'Next month.' }),
  ])
  expect(answers.map(({ status, headers }) => [status, headers.get('plp-pending')?.split(', ')[0]])).toEqual([
    [201, 'feedback'],
    [200, 'feedback'],
    [200, 'feedback'],
  ])
  const [own, votes, planned] = answers.map(({ body }) => body)
  expect(own).toMatchObject({ title: 'During a pause', status: 'open', votes: 0, isMine: true, respondedBy: null })
  expect(own.user.username).toBe(bob.username)
  expect(votes).toEqual({ votes: 1, hasVoted: true })
  expect(planned).toEqual({
    ...answered,
    ...{ status: 'in-progress', adminResponse: 'Next month.', isMine: false },
    respondedBy: expect.objectContaining({ username: 'admin' }),
    ...{ respondedAt: expect.any(String), updatedAt: expect.any(String) },
  })
})
