import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { NOTIFICATION_REACTOR } from '../../src/areas/notifications/reactor.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'
import { named } from '../support/named.ts'
import { promised } from '../support/promised.ts'

let app: TestApp
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
})
afterAll(() => app?.close())

/** Waits until the notifications of everything in the log are delivered. */
async function delivered(): Promise<void> {
  const engine = app.container.get(TYPES.Engine)
  engine.nudge()
  expect(await engine.waitForReactor(NOTIFICATION_REACTOR, await app.container.get(TYPES.Log).head(), 60_000)).toBe(
    true,
  )
}
const inboxOf = async (player: Player, query = ''): Promise<any[]> => player.get(`/api/notifications${query}`)
const textsOf = async (player: Player, query = ''): Promise<string[]> =>
  (await inboxOf(player, query)).map(({ text }) => text)
const read = async (player: Player, body?: unknown) => {
  const { status, body: answer } = await player.call('POST', '/api/notifications/read', body)
  expect(status).toBe(200)
  return answer
}

/** Players who have muted achievements, which would add notifications. */
async function quiet(names: readonly string[]): Promise<Player[]> {
  const made = await players(app, names)
  for (const one of made) await mute(one, 'achievement')
  return made
}
const mute = (player: Player, ...muted: string[]) => player.call('PUT', '/api/notifications/settings', { muted })

/** Anna, with `count` notifications of joins, each in its own league, in the order of `others`. */
async function annaWith(count: number): Promise<{ anna: Player; others: Player[]; names: string[] }> {
  const [anna, ...others] = (await quiet(['anna', ...Array.from({ length: count }, () => 'guest')])) as [
    Player,
    ...Player[],
  ]
  const names: string[] = []
  for (const other of others) {
    const league = await leagueOf(anna)
    await joinedBy(league, other)
    names.push(league.name)
  }
  await delivered()
  return { anna, others, names }
}

describe('GET /api/notifications', () => {
  let anna: Player
  let others: Player[]
  let names: string[]
  beforeAll(async () => {
    ;({ anna, others, names } = await annaWith(5))
  })

  test('returns the reader’s own, newest first', async () => {
    const inbox = await inboxOf(anna)
    const delivered = others.map((one, nth) => `${one.username} joined ${names[nth]}.`)
    expect(inbox.map(({ text }) => text)).toEqual(delivered.toReversed())
    expect(inbox[0]).toEqual({
      id: expect.any(Number),
      kind: 'league',
      title: 'New member',
      count: 1,
      text: delivered.at(-1),
      // Names in the text, with their positions (R200).
      names: [
        { ...named(others.at(-1)!.username), id: others.at(-1)!.id, start: 0, length: others.at(-1)!.username.length },
      ],
      link: expect.stringMatching(/^\/leagues\/\d+$/),
      createdAt: '2026-11-21T09:00:00.000Z',
      isRead: false,
    })
    expect(await inboxOf(others[0]!)).toEqual([])
  })

  test('is paged by the id of the last one known', async () => {
    const all = await inboxOf(anna)
    const first = await inboxOf(anna, '?limit=2')
    expect(first).toEqual(all.slice(0, 2))
    expect(await inboxOf(anna, `?limit=2&before=${first[1].id}`)).toEqual(all.slice(2, 4))
    expect(await inboxOf(anna, `?before=${all.at(-1).id}`)).toEqual([])
    // Any id is a valid cursor: that notification may have been dropped, or be another player's.
    expect(await inboxOf(anna, `?before=999999999999999`)).toEqual(all)
  })

  test.each(['?limit=0', '?limit=101', '?limit=x', '?before=0', '?before=-1', '?before=1.5', '?before=x'])(
    '%s is a bad request',
    async (query) => {
      expect((await anna.call('GET', `/api/notifications${query}`)).status).toBe(400)
    },
  )
})

describe('GET /api/notifications/unread', () => {
  test('returns how many of the reader’s own are unread, however many pages they fill', async () => {
    const { anna, others } = await annaWith(1)
    await app.container.get(TYPES.Database).pool.query(
      `insert into app.notifications (user_id, source, kind, data, created_at, stored_at)
       select $1::int, 'old-' || n, 'gameweek', '{"what":"settled","gameweek":1,"points":5,"rank":null,"rankBefore":null}', now(), now()
       from generate_series(1, 129) n`,
      [anna.id],
    )
    const unread = (player: Player) => player.get('/api/notifications/unread')
    expect([await unread(anna), await unread(others[0]!)]).toEqual([{ unread: 130 }, { unread: 0 }])
    const latest = (await inboxOf(anna, '?limit=100')).map(({ id }) => id)
    expect(await read(anna, { ids: latest })).toEqual({ unread: 30 })
    expect(await unread(anna)).toEqual({ unread: 30 })
    await read(anna)
    expect(await unread(anna)).toEqual({ unread: 0 })
  })
})

describe('POST /api/notifications/read', () => {
  test('marks these, or all without ids; returns how many are left', async () => {
    const { anna } = await annaWith(4)
    const ids = (await inboxOf(anna)).map(({ id }) => id)
    expect(await read(anna, { ids: [ids[0], ids[2]] })).toEqual({ unread: 2 })
    expect((await inboxOf(anna)).map(({ isRead }) => isRead)).toEqual([true, false, true, false])
    expect(await read(anna, { ids: [ids[0]] })).toEqual({ unread: 2 })
    expect(await read(anna, { ids: [] })).toEqual({ unread: 2 })
    expect(await read(anna)).toEqual({ unread: 0 })
    expect(await read(anna, {})).toEqual({ unread: 0 })
    expect((await inboxOf(anna)).every(({ isRead }) => isRead)).toBe(true)
  })

  test('changes nothing of others, whatever ids are sent', async () => {
    const { anna, others } = await annaWith(2)
    const ids = (await inboxOf(anna)).map(({ id }) => id)
    expect(await read(others[0]!, { ids: [...ids, 999_999_999_999] })).toEqual({ unread: 0 })
    expect(await read(others[0]!)).toEqual({ unread: 0 })
    expect((await inboxOf(anna)).some(({ isRead }) => isRead)).toBe(false)
  })

  test.each([{ ids: 'all' }, { ids: [0] }, { ids: ['1'] }, { ids: [1.5] }, { ids: null }])(
    '%j is a bad request',
    async (body) => {
      const [anna] = (await quiet(['anna'])) as [Player]
      expect((await anna.call('POST', '/api/notifications/read', body)).status).toBe(400)
    },
  )
})

describe('notification settings', () => {
  test('return what is muted; from then on its notifications are not stored', async () => {
    const { anna } = await annaWith(1)
    expect(await anna.get('/api/notifications/settings')).toEqual({ muted: ['achievement'] })
    const muted = { muted: ['achievement', 'gameweek', 'league'] }
    expect(
      await anna.call('PUT', '/api/notifications/settings', { muted: ['league', 'gameweek', 'league', 'achievement'] }),
    ).toMatchObject({ status: 200, body: muted })
    expect(await anna.get('/api/notifications/settings')).toEqual(muted)
    expect((await anna.call('PUT', '/api/notifications/settings', muted)).body).toEqual(muted)
    const league = await leagueOf(anna)
    const [bob, cyd] = (await quiet(['bob', 'cyd'])) as [Player, Player]
    await joinedBy(league, bob)
    await delivered()
    expect((await mute(anna, 'achievement')).body).toEqual({ muted: ['achievement'] })
    await joinedBy(league, cyd)
    await delivered()
    expect((await textsOf(anna)).slice(0, 1)).toEqual([`${cyd.username} joined ${league.name}.`])
    expect(await inboxOf(anna)).toHaveLength(2)
  })

  test('mute nothing by default', async () => {
    const [anna] = (await players(app, ['anna'])) as [Player]
    expect(await anna.get('/api/notifications/settings')).toEqual({ muted: [] })
  })

  test.each([{}, { muted: 'league' }, { muted: ['chat'] }, { muted: [1] }])('%j is a bad request', async (body) => {
    const [anna] = (await quiet(['anna'])) as [Player]
    expect((await anna.call('PUT', '/api/notifications/settings', body)).status).toBe(400)
  })
})

test('every call requires a session', async () => {
  const stranger = app.client()
  for (const [method, path, body] of [
    ['GET', '/api/notifications'],
    ['GET', '/api/notifications/unread'],
    ['POST', '/api/notifications/read', {}],
    ['GET', '/api/notifications/settings'],
    ['PUT', '/api/notifications/settings', { muted: [] }],
  ] as const)
    expect((await stranger.request(method, path, body)).status).toBe(401)
})

describe('live', () => {
  test('new notifications, and those read on another page, are pushed to the player’s pages only', async () => {
    const [anna, bob] = (await quiet(['anna', 'bob'])) as [Player, Player]
    const heard = async ({ cookie }: Player) => {
      const topics: string[] = []
      const socket = io(app.url, { transports: ['websocket'], extraHeaders: { cookie }, forceNew: true })
      socket.on('change', ({ topic }) => topics.push(topic))
      await new Promise<void>((resolve) => socket.once('connect', resolve))
      return { topics, close: () => socket.disconnect() }
    }
    const [hers, his] = [await heard(anna), await heard(bob)]
    const count = () => hers.topics.filter((topic) => topic === 'notifications').length
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    await expect.poll(count, { timeout: promised(1_000) }).toBe(1)
    expect(await textsOf(anna)).toEqual([`${bob.username} joined ${league.name}.`])
    await read(anna)
    await expect.poll(count, { timeout: promised(1_000) }).toBe(2)
    await read(anna)
    await mute(anna, 'achievement', 'prize')
    await expect.poll(count, { timeout: promised(1_000) }).toBe(3)
    expect(his.topics).not.toContain('notifications')
    hers.close()
    his.close()
  })
})

describe('in the game', () => {
  beforeEach(() => app.clock.set('2026-11-21T09:00:00.000Z'))

  test('an administrator corrects a result, and the player reads old and new result and reason', async () => {
    const [anna, bob] = (await quiet(['anna', 'bob'])) as [Player, Player]
    const [match] = (await anna.get('/api/fixtures/current')).filter(({ isOpen }: any) => isOpen)
    const pick = { fixtureId: match.id, predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }
    expect((await anna.call('POST', '/api/predictions', pick)).status).toBe(201)
    const away = { ...pick, predictedResult: 'away', predictedHomeScore: 0, predictedAwayScore: 3 }
    expect((await bob.call('POST', '/api/predictions', away)).status).toBe(201)
    app.clock.set(new Date(Date.parse(match.kickoffTime) + 2 * 3_600_000).toISOString())
    const result = (homeScore: number, awayScore: number, reason: string) =>
      admin.post(`/api/admin/fixtures/${match.id}/result`, { homeScore, awayScore, reason })
    expect((await result(2, 1, 'The source is late')).status).toBe(200)
    await delivered()
    expect((await inboxOf(anna)).filter(({ kind }) => kind === 'correction')).toEqual([])
    expect((await result(2, 2, 'The last goal was given after all')).status).toBe(200)
    await delivered()
    const pairing = `${match.homeTeam.shortName} v ${match.awayTeam.shortName}`
    const corrections = (await inboxOf(anna)).filter(({ kind }) => kind === 'correction')
    expect(corrections).toEqual([
      {
        id: expect.any(Number),
        kind: 'correction',
        count: 1,
        title: 'Result corrected',
        text: `${pairing} was 2–1 and is now 2–2 (The last goal was given after all): your 15 points became 0.`,
        names: [],
        link: `/fixtures/${match.id}`,
        createdAt: new Date(app.clock.now()).toISOString(),
        isRead: false,
      },
    ])
    expect((await inboxOf(bob)).filter(({ kind }) => kind === 'correction')).toEqual([])
  })

  test('a deleted account leaves no inbox, and no name in those of others', async () => {
    const { anna, others, names } = await annaWith(1)
    const [guest] = others as [Player]
    const theirs = await leagueOf(guest)
    await joinedBy(theirs, anna)
    await delivered()
    expect(await inboxOf(guest)).toHaveLength(1)
    const at = new Date(app.clock.now()).toISOString()
    const context = { actor: null, at, correlationId: 'c', causationId: 'c', source: 'system' } as const
    expect(await app.container.get(ACCOUNTS.Accounts).deleteUser(guest.id, context)).toMatchObject({ ok: true })
    // After the deletion a reactor hands their league over to anna.
    await expect
      .poll(() => textsOf(anna))
      .toEqual([
        `You are now the admin of ${theirs.name}. The last admin has left.`,
        `A deleted user joined ${names[0]}.`,
      ])
    const kept = 'select from app.notifications where user_id = $1'
    expect((await app.container.get(TYPES.Database).pool.query(kept, [guest.id])).rowCount).toBe(0)
  })
})
