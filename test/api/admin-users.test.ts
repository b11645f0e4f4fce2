import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import type { AdministratorsAct, AdminUser } from '../../src/areas/administration/contract.ts'
import { STEP } from '../../src/areas/administration/histogram-ranks.ts'
import { TYPES } from '../../src/identifiers.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { enter, openFixtures, predict } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players, reacted } from '../support/leagues.ts'
import { named } from '../support/named.ts'
import { until } from '../support/projections.ts'

let app: TestApp
let admin: TestClient
let adminId: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  adminId = (await admin.get('/api/user')).id
}, 60_000)
afterAll(() => app?.close())

/** A player who can sign in, with the fields that leagues and picks need. */
type Member = TestClient & Player
/** New players with these names. */
async function some<N extends string>(...names: N[]): Promise<Record<N, Member>> {
  const made = await Promise.all(
    names.map(async (username): Promise<[N, Member]> => {
      const client = await app.player(username)
      const { id } = await client.get('/api/user')
      return [username, { ...client, cookie: client.cookie, id, username, call: client.request }]
    }),
  )
  return Object.fromEntries(made) as Record<N, Member>
}
const list = async (query = ''): Promise<{ users: AdminUser[]; total: number }> => {
  const { body, headers, status } = await admin.request('GET', `/api/admin/users${query}`)
  expect(status).toBe(200)
  return { users: body, total: Number(headers.get('Plp-Total')) }
}
const names = async (query: string) => (await list(query)).users.map(({ username }) => username)
const log = (): Promise<AdministratorsAct[]> => admin.get('/api/admin/log')
const setRole = (by: TestClient, id: number, role: string) =>
  by.request('PATCH', `/api/admin/users/${id}/role`, { role })
const appoint = (id: number) =>
  app.container.get(ACCOUNTS.Accounts).changeRole(id, 'admin', systemContext(new Date(app.clock.now()).toISOString()))
async function signedIn(username: string, password = 'password-1'): Promise<TestClient> {
  const client = app.client()
  expect((await client.post('/api/login', { username, password })).status).toBe(200)
  return client
}

test('T56: players and strangers are refused all of it', async () => {
  const { curious } = await some('curious')
  const calls: [string, string][] = [
    ['GET', '/api/admin/users'],
    ['GET', '/api/admin/users/summary'],
    ['GET', '/api/admin/log'],
    ['GET', `/api/admin/users/${adminId}/consequences`],
    ['PATCH', `/api/admin/users/${curious.id}/role`],
    ['DELETE', `/api/admin/users/${adminId}`],
    ['POST', `/api/admin/users/${adminId}/reset-password`],
  ]
  for (const [method, path] of calls) {
    expect((await curious.request(method, path, method === 'GET' ? undefined : {})).status, path).toBe(403)
    expect((await app.client().request(method, path, method === 'GET' ? undefined : {})).status, path).toBe(401)
  }
})

describe('GET /api/admin/users', () => {
  test('R120: sorts by rank, name, points, predictions and sign-up, both ways; pages omit nobody', async () => {
    const { ada, bob, cyd } = await some('ada', 'bob', 'cyd')
    const [one, two] = await openFixtures(app, ada)
    await predict(ada, one!.id, 2, 1)
    await predict(ada, two!.id, 0, 0)
    await predict(bob, one!.id, 2, 1)
    await predict(cyd, one!.id, 1, 0)
    app.clock.set(new Date(Date.parse(one!.kickoffTime) + 2 * 3_600_000).toISOString())
    admin = await app.admin()
    await enter(admin, one!.id, 2, 1)
    await app.settled()
    await reacted(app)
    const { users, total } = await list()
    expect(total).toBe(users.length)
    const found = new Map(users.map((user) => [user.username, user]))
    expect(found.get(ada.username)).toEqual({
      id: ada.id,
      ...named(ada.username),
      role: 'user',
      totalPoints: (await ada.get('/api/user')).totalPoints,
      totalPredictions: 2,
      correctPredictions: 1,
      settledPredictions: 1,
      accuracy: 100,
      rank: 1,
      achievementCount: (await ada.get('/api/user')).achievementCount,
      favoriteTeam: null,
      walletAddress: null,
      createdAt: '2026-11-21T09:00:00.000Z',
    })
    expect(found.get('admin')).toMatchObject({ role: 'admin', rank: null, totalPredictions: 0, totalPoints: 0 })
    for (const user of [ada, bob, cyd] as const)
      expect(found.get(user.username)!.rank).toBe((await user.get('/api/user')).rank)
    expect(users.slice(0, 3).map(({ rank }) => rank)).toEqual([1, 1, 3])
    expect(await names('?sort=rank&order=desc')).toEqual(users.map(({ username }) => username))

    const keys: Record<string, (user: AdminUser) => string | number> = {
      username: ({ username }) => username,
      points: ({ totalPoints }) => totalPoints,
      predictions: ({ totalPredictions }) => totalPredictions,
      createdAt: ({ createdAt }) => createdAt,
    }
    for (const [sort, keyOf] of Object.entries(keys))
      for (const order of ['asc', 'desc']) {
        const whole = (await list(`?sort=${sort}&order=${order}`)).users
        const sorted = users.map(keyOf).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(whole.map(keyOf), `${sort} ${order}`).toEqual(order === 'asc' ? sorted : sorted.toReversed())
        const paged: AdminUser[] = []
        for (let offset = 0; offset < total; offset += 2) {
          const page = await list(`?sort=${sort}&order=${order}&limit=2&offset=${offset}`)
          expect(page.total).toBe(total)
          paged.push(...page.users)
        }
        expect(paged).toEqual(whole)
      }
    expect((await list(`?offset=${total}&limit=2`)).users).toEqual([])
    expect((await admin.request('GET', '/api/admin/users?sort=secret')).status).toBe(400)
    expect((await admin.request('GET', '/api/admin/users?limit=1001')).status).toBe(400)
  })

  test('R147: a page after a cursor is that part of the whole list', async () => {
    // Cursors from before all of these users existed are excluded.
    await list('?sort=username&limit=1')
    await players(app, Array(STEP).fill('one_of_many'))
    await app.settled()
    for (const sort of ['username', 'createdAt'])
      for (const order of ['asc', 'desc']) {
        const { users, total } = await list(`?sort=${sort}&order=${order}`)
        expect(total).toBeGreaterThan(STEP)
        for (const offset of [STEP - 3, STEP, total - 3]) {
          const page = await list(`?sort=${sort}&order=${order}&limit=5&offset=${offset}`)
          expect(page.users, `${sort} ${order} ${offset}`).toEqual(users.slice(offset, offset + 5))
        }
      }
  })

  test('R121: finds names by prefix, ignoring case, and a user by number', async () => {
    const { zoe, zora } = await some('zoe', 'zora')
    expect(await names('?search=ZO&sort=username')).toEqual([zoe.username, zora.username].sort())
    expect(await names('?search=zo&sort=username&order=desc')).toEqual([zoe.username, zora.username].sort().reverse())
    expect(await names(`?search=${encodeURIComponent(`#${zora.id}`)}`)).toEqual([zora.username])
    expect(await names(`?search=${encodeURIComponent(`User #${zora.id}`)}`)).toEqual([zora.username])
    expect(await list('?search=zo&limit=1&offset=1')).toMatchObject({ total: 2, users: [{}] })
    expect(await list('?search=zo&limit=1&offset=5')).toEqual({ total: 2, users: [] })
    expect(await list('?search=nobody-is-called-so')).toEqual({ total: 0, users: [] })
  })

  test('the tiles agree with the list', async () => {
    const { users } = await list()
    const settled = users.filter(({ settledPredictions }) => settledPredictions > 0)
    expect(settled.length).toBeGreaterThan(0)
    const mean = settled.reduce((sum, user) => sum + (100 * user.correctPredictions) / user.settledPredictions, 0)
    expect(await admin.get('/api/admin/users/summary')).toEqual({
      totalUsers: users.length,
      activePredictors: users.filter(({ totalPredictions }) => totalPredictions > 0).length,
      topScore: Math.max(...users.map(({ totalPoints }) => totalPoints)),
      averageAccuracy: Math.round((10 * mean) / settled.length) / 10,
      correctPredictions: settled.reduce((sum, user) => sum + user.correctPredictions, 0),
      settledPredictions: settled.reduce((sum, user) => sum + user.settledPredictions, 0),
    })
  })
})

test('T48: players see only name, picture and points of each other (R443)', async () => {
  const { teller } = await some('teller')
  const { status, body, headers } = await teller.request('GET', '/api/users?search=teller')
  expect([status, headers.get('Plp-Total')]).toEqual([200, '1'])
  expect(body).toEqual([{ id: teller.id, ...named(teller.username), totalPoints: 0 }])
  expect((await teller.request('GET', '/api/users?limit=101')).status).toBe(400)
  expect((await app.client().request('GET', '/api/users')).status).toBe(401)
})

describe('roles', () => {
  test('R122: a role changes at once, ends the sessions of the user, and is recorded in the log', async () => {
    const { rita } = await some('rita')
    const { status, body } = await setRole(admin, rita.id, 'admin')
    expect([status, body.role, body.username]).toEqual([200, 'admin', rita.username])
    expect((await rita.request('GET', '/api/user')).status).toBe(401)
    const asAdmin = await signedIn(rita.username)
    expect((await asAdmin.request('GET', '/api/admin/log')).status).toBe(200)
    expect((await log())[0]).toMatchObject({
      kind: 'make-admin',
      by: { id: adminId, username: 'admin' },
      user: { id: rita.id, username: rita.username },
    })
    expect((await setRole(admin, rita.id, 'user')).body.role).toBe('user')
    expect((await log())[0]).toMatchObject({ kind: 'remove-admin' })
    expect((await setRole(admin, 987_654, 'admin')).status).toBe(404)
    expect((await setRole(admin, rita.id, 'owner')).status).toBe(400)
  })

  test('T57, R52: the own row is a 409 for role, deletion and password', async () => {
    const { vera } = await some('vera')
    await appoint(vera.id)
    for (const [method, path, body] of [
      ['PATCH', 'role', { role: 'user' }],
      ['POST', 'reset-password', {}],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await admin.request(method, `/api/admin/users/${adminId}/${path}`.replace(/\/$/, ''), body)
      expect([answer.status, answer.body.detail]).toEqual([409, 'You cannot change or delete your own account'])
    }
    expect((await setRole(admin, vera.id, 'user')).status).toBe(200)
  })

  test('T57: of two administrators who demote each other at the same time, one remains', async () => {
    const { left, right } = await some('left', 'right')
    for (let round = 0; round < 4; round++) {
      for (const { id } of [left, right]) await appoint(id)
      const [one, two] = [await signedIn(left.username), await signedIn(right.username)]
      // The first administrator is demoted, so that only these two remain.
      expect((await setRole(one, adminId, 'user')).status).toBe(200)
      const both = await Promise.all([setRole(one, right.id, 'user'), setRole(two, left.id, 'user')])
      const statuses = both.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      const loser = both.find(({ status }) => status !== 200)!
      // Refused as the last administrator, or no longer an administrator.
      expect([409, 403, 401]).toContain(loser.status)
      if (loser.status === 409) expect(loser.body.detail).toBe('You can’t demote or delete the last administrator')
      await appoint(adminId)
      admin = await app.admin()
      const admins = (await list()).users.filter(({ role }) => role === 'admin').map(({ id }) => id)
      expect(admins.filter((id) => id !== adminId)).toHaveLength(1)
    }
    for (const { id } of [left, right]) await setRole(admin, id, 'user')
  })
})

describe('POST /api/admin/users/{userId}/reset-password', () => {
  test('T5, T23, R123: the new password is shown once, stored nowhere, and ends all sessions', async () => {
    const { nell } = await some('nell')
    const key = { 'idempotency-key': 'reset-nell' }
    const path = `/api/admin/users/${nell.id}/reset-password`
    const { status, body, headers } = await admin.request('POST', path, { reason: 'Lost her phone' }, key)
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(body.newPassword).toMatch(/^[\w-]{16}$/)
    expect((await nell.request('GET', '/api/user')).status).toBe(401)
    expect((await app.client().post('/api/login', { username: nell.username, password: 'password-1' })).status).toBe(
      401,
    )
    await signedIn(nell.username, body.newPassword)
    expect((await log())[0]).toMatchObject({ kind: 'reset-password', user: { id: nell.id }, reason: 'Lost her phone' })

    const again = await admin.request('POST', path, {}, key)
    expect([again.status, again.body.newPassword === body.newPassword]).toEqual([200, false])
    const { pool } = app.container.get(TYPES.Database)
    const { rows } = await pool.query(
      `select (select count(*) from log.events where data::text like $1 or metadata::text like $1)
        + (select count(*) from app.idempotency_keys where body::text like $1) as kept`,
      [`%${body.newPassword}%`],
    )
    expect(Number(rows[0].kept)).toBe(0)
    expect((await admin.post('/api/admin/users/987654/reset-password', {})).status).toBe(404)
    expect((await admin.post(path, { reason: 'x'.repeat(201) })).status).toBe(400)
  })
})

describe('DELETE /api/admin/users/{userId}', () => {
  test('R125: lists what is deleted, deletes it, and leaves neither name nor reason in the log', async () => {
    const { otto, pia } = await some('otto', 'pia')
    await joinedBy(await leagueOf(otto, { name: 'Otto’s' }), pia)
    const [open] = (await openFixtures(app, otto)).slice(-1)
    await predict(otto, open!.id, 1, 1)
    const path = `/api/admin/users/${otto.id}`
    expect(await admin.get(`${path}/consequences`)).toEqual({
      predictions: 1,
      points: (await otto.get('/api/user')).totalPoints,
      leagues: 1,
      teams: 0,
      messages: 0,
      feedback: 0,
    })
    expect((await admin.post(`${path}/reset-password`, { reason: 'Otto Waalkes called' })).status).toBe(200)
    const { total } = await list()
    expect((await admin.request('DELETE', `${path}?reason=because`)).status).toBe(400)
    expect((await admin.request('DELETE', `${path}?reason=asked`)).status).toBe(204)
    expect((await list()).total).toBe(total - 1)
    expect(await list('?search=otto')).toEqual({ total: 0, users: [] })
    const acts = await log()
    expect(acts.slice(0, 2)).toMatchObject([
      { kind: 'delete', user: null, deletionReason: 'asked', by: { id: adminId } },
      { kind: 'reset-password', user: null, reason: null },
    ])
    expect(JSON.stringify(acts)).not.toMatch(/otto|Waalkes/i)
    expect((await admin.request('DELETE', path)).status).toBe(404)
    expect((await admin.request('GET', `${path}/consequences`)).status).toBe(404)
  })
})

test('T121: an erasure that takes long delays no other deletion', async () => {
  const { slow, quick } = await some('slow', 'quick')
  const { pool } = app.container.get(TYPES.Database)
  await pool.query("insert into app.allowances values ($1, 'slow', '{0}', '{0}', now())", [slow.id])
  const holder = await pool.connect()
  await holder.query(`begin; select from app.allowances where user_id = ${slow.id} for update`)
  const erasing = admin.request('DELETE', `/api/admin/users/${slow.id}`)
  const isWaiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await until('it waits', async () => (await pool.query(isWaiting)).rowCount! > 0)
  const { status } = await admin.request('DELETE', `/api/admin/users/${quick.id}`)
  await holder.query('rollback')
  holder.release()
  expect([status, (await erasing).status]).toEqual([204, 204])
})

test('R124: the log names the match of a ruling, and comes in pages', async () => {
  const fixtures = await admin.get('/api/admin/fixtures?gameweek=1')
  await enter(admin, fixtures[0].id, 4, 4)
  const [act] = await log()
  expect(act).toMatchObject({
    kind: 'correct-result',
    score: { home: 4, away: 4 },
    fixture: { id: fixtures[0].id, homeTeam: fixtures[0].homeTeam.shortName, awayTeam: fixtures[0].awayTeam.shortName },
  })
  const { body, headers } = await admin.request('GET', '/api/admin/log?limit=1&offset=1')
  expect(body).toEqual([(await log())[1]])
  expect(Number(headers.get('Plp-Total'))).toBe((await log()).length)
})
