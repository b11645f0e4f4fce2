import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountDecider } from '../../src/areas/accounts/account-decider.ts'
import { userIds } from '../../src/areas/accounts/events.ts'
import { createFirstAdministrator } from '../../src/areas/accounts/first-administrator.ts'
import { currentUser } from '../../src/areas/accounts/queries.ts'
import { noScore, startAccounts, type TestAccounts } from '../support/accounts.ts'
import { named } from '../support/named.ts'
import { until } from '../support/projections.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

let game: TestAccounts
beforeAll(async () => {
  game = await startAccounts()
})
afterAll(() => game.stop())

const peopleRow = async (id: number) =>
  (await game.database.pool.query('select * from read.people where id = $1', [id])).rows[0]

describe('POST /api/register', () => {
  test('answers 201 with the user and signs in', async () => {
    const ada = game.client()
    const { status, body } = await ada.register('Ada')
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      ...named('Ada'),
      role: 'user',
      lastLoginAt: null,
      createdAt: '2026-08-01T12:00:00.000Z',
      walletAddress: null,
      walletVerified: false,
      totalPoints: 0,
      totalPredictions: 0,
      correctPredictions: 0,
      settledPredictions: 0,
      accuracy: 0,
      rank: null,
      achievementCount: 0,
    })
    expect((await ada.get('/api/user')).body).toEqual(body)
  })

  test('a taken name is 409, without case', async () => {
    await game.client().register('grace')
    const again = await game.client().register('GRACE')
    expect([again.status, again.body.detail]).toEqual([409, 'That username is already taken'])
    expect(again.setCookie).toBeUndefined()
  })

  test('test_ is reserved: 400', async () => {
    const { status, body } = await game.client().register('Test_bob')
    const message = 'Usernames beginning with test_ are reserved'
    expect([status, body.detail, body.errors]).toEqual([400, message, [{ path: 'username', message }]])
  })

  test('T91: a reserved username is 400', async () => {
    const { status, body } = await game.client().register('M0derator')
    const message = 'This name is reserved. Choose another'
    expect([status, body.detail, body.errors]).toEqual([400, message, [{ path: 'username', message }]])
  })

  test.each([
    ['short password', 'kay', '12345', 'Password must be at least 6 characters long'],
    ['long password', 'kay', 'x'.repeat(129), 'Password must be at most 128 characters long'],
    ['no name', '  ', '123456', 'Please enter both username and password'],
    ['no password', 'kay', '', 'Please enter both username and password'],
    ['short name', 'ka', '123456', 'Username must be 3 to 30 letters, digits, _, - or .'],
    ['full-width name', 'ｋａｙ', '123456', 'Username must be 3 to 30 letters, digits, _, - or .'],
  ])('%s is 400', async (_what, username, password, detail) => {
    const answer = await game.client().register(username, password)
    expect([answer.status, answer.body.detail]).toEqual([400, detail])
  })

  test('takes neither role, points nor id from the body (T3)', async () => {
    const { body } = await game
      .client()
      .post('/api/register', { username: 'mallory', password: 'secret-1', role: 'admin', totalPoints: 99, id: 1 })
    expect([body.role, body.totalPoints]).toEqual(['user', 0])
  })

  test('one of twenty concurrent registrations of a name gets it, and no credentials are left of the others', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => game.client().register('racer')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    const [row, ...more] = await game.credentials.ofName(game.personal.hmac('username', 'racer'))
    expect([row?.claimed, more.length]).toEqual([true, 0])
  })

  test('the name is nowhere in the log in the clear', async () => {
    await game.client().register('Hopper.Secret')
    expect(JSON.stringify(await game.events('UserRegistered'))).not.toContain('Hopper')
  })

  test('with the log away is 503, and its leftovers are swept', async () => {
    game.fault.away = true
    const { status } = await game.client().register('lonely')
    game.fault.away = false
    expect(status).toBe(503)
    const userId = await game.ids.next(userIds, game.context())
    const accountKey = game.personal.hmac('username', 'lonely')
    await game.credentials.add({ userId, accountKey, passwordHash: 'x', role: 'user', createdAt: game.context().at })
    await game.accounts.sweep(game.context().at)
    expect(await game.credentials.ofUser(userId)).not.toBeNull()
    await game.accounts.sweep(new Date(game.clock.now() + 3_600_000).toISOString())
    expect(await game.credentials.ofUser(userId)).toBeNull()
  })

  test.each([
    ['address', '198.51.100.7', '198.51.100.8', '198.51.100.7'],
    ['/64', '2001:db8:5:5::1', '2001:db8:5:6::1', '2001:db8:5:5::/64'],
  ])('300 tries an hour from one %s, then 429 with Retry-After; others go on', async (what, mine, other, client) => {
    const from = (address: string) => game.client({ 'x-forwarded-for': address })
    const key = game.personal.hmac('ip', client)
    for (let n = 0; n < 299; n++) await game.registrations.pass(key, async () => null)
    const name = what.replace('/', '')
    expect((await from(mine).register(`last-of-${name}`)).status).toBe(201)
    const refused = await from(mine.replace(/:1$/, ':abcd')).register(`late-${name}`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(refused.body.detail).toBe('Too many accounts have been created from here. Please try again in 60 minutes.')
    expect((await from(mine).login(`last-of-${name}`)).status).toBe(200)
    expect((await from(other).register(`other-${name}`)).status).toBe(201)
    await game.lockouts.unlock(client, game.context())
    expect((await from(mine).register(`late-${name}`)).status).toBe(201)
  })

  test('of a simulation may be repeated with its user id, and may use reserved names', async () => {
    const passwordHash = await game.passwords.hash('secret-1')
    const account = {
      username: 'test_sim',
      password: '',
      passwordHash,
      role: 'user',
      reservedAllowed: true,
      userId: 77_001,
    } as const
    const first = await game.accounts.createAccount(account, game.context())
    expect(first).toMatchObject({ ok: true, userId: 77_001, position: expect.anything() })
    expect(await game.accounts.createAccount(account, game.context())).toEqual({
      ok: true,
      userId: 77_001,
      position: null,
      types: [],
    })
    expect(await game.accounts.createAccount({ ...account, userId: 77_002 }, game.context())).toMatchObject({
      rejected: 'username-taken',
    })
    expect((await game.client().login('test_sim')).body.id).toBe(77_001)
  })

  test('interrupted after its event, is completed by the login', async () => {
    const { body } = await game.client().register('half-done')
    await game.database.pool.query('update app.credentials set claimed = false where user_id = $1', [body.id])
    const login = await game.client().login('half-done')
    expect([login.status, login.body.id]).toEqual([200, body.id])
    expect((await game.credentials.ofUser(body.id))?.claimed).toBe(true)
  })
})

describe('POST /api/login', () => {
  test('ignores the case of the username and shows it as registered', async () => {
    await game.client().register('Margaret')
    const { status, body } = await game.client().login(' mARGARET ')
    expect([status, body.username]).toEqual([200, 'Margaret'])
  })

  test('lastLoginAt is null until the first login after registering', async () => {
    const client = game.client()
    expect((await client.register('barbara')).body.lastLoginAt).toBeNull()
    expect((await client.login('barbara')).body.lastLoginAt).toBe('2026-08-01T12:00:00.000Z')
  })

  test('a wrong password and an unknown user get the same response (T11)', async () => {
    await game.client().register('frances')
    const wrong = await game.client().login('frances', 'not-this-1')
    const unknown = await game.client().login('nobody-here', 'not-this-1')
    const comparable = ({ status, body: { instance: _, ...body } }: typeof wrong) => ({ status, body })
    expect(comparable(wrong)).toEqual(comparable(unknown))
    expect([wrong.status, wrong.body.detail]).toEqual([401, 'Invalid username or password'])
    await game.lockouts.unlockAll(game.context(), [])
  })

  test('without a name or a password is 400, and the response requires both', async () => {
    const { status, body } = await game.client().post('/api/login', { username: ' ', password: '' })
    expect([status, body.detail]).toEqual([400, 'Please enter both username and password'])
  })

  test('a password beyond 1,024 bytes is 400 and no attempt (T14)', async () => {
    const before = await game.events('LoginFailed')
    const { status, body } = await game.client().login('frances', 'é'.repeat(513))
    expect([status, body.errors]).toEqual([400, [{ path: 'password', message: 'Password is too long' }]])
    expect(await game.events('LoginFailed')).toEqual(before)
  })

  test('creates a new session id; the one that was sent ends (T4)', async () => {
    const client = game.client()
    await client.register('katherine')
    const old = client.jar.cookie
    await client.login('katherine')
    expect(client.jar.cookie).not.toBe(old)
    const thief = game.client()
    thief.jar.cookie = old
    expect((await thief.get('/api/user')).status).toBe(401)
    expect((await client.get('/api/user')).status).toBe(200)
  })

  test('works with the log away', async () => {
    const client = game.client()
    await client.register('dorothy')
    await game.caughtUp()
    game.fault.away = true
    try {
      expect((await client.login('dorothy')).status).toBe(200)
      expect((await client.get('/api/user')).body.username).toBe('dorothy')
      expect((await game.client().login('dorothy', 'wrong-pass')).status).toBe(401)
    } finally {
      game.fault.away = false
      await game.lockouts.unlockAll(game.context(), [])
    }
  })
})

describe('sessions', () => {
  test('the cookie is HttpOnly, SameSite=Lax, for the whole site, 30 days; over https Secure and __Host- (T6)', async () => {
    const plain = await game.client().register('cookie-1')
    expect(plain.setCookie).toMatch(/^plp_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = game.client({ 'x-forwarded-proto': 'https' })
    const answer = await secure.register('cookie-2')
    expect(answer.setCookie).toMatch(
      /^__Host-plp_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect((await secure.get('/api/user')).status).toBe(200)
    secure.jar.cookie = secure.jar.cookie.replace('__Host-', '')
    expect((await secure.get('/api/user')).status).toBe(401)
  })

  test('a browser gets a number at its first sign-in, for 90 days, over https Secure and __Host-, and keeps it', async () => {
    const client = game.client()
    const first = await client.register('numbered')
    expect(first.setBrowser).toMatch(
      /^plp_browser=[\w-]{22}\.[0-9a-f]{32}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    await client.post('/api/auth/logout')
    expect((await client.login('numbered')).setBrowser).toBe(first.setBrowser)
    expect((await client.register('numbered-too')).setBrowser).toBe(first.setBrowser)
    expect((await game.client().login('numbered')).setBrowser).not.toBe(first.setBrowser)
    expect((await game.client({ 'x-forwarded-proto': 'https' }).login('numbered')).setBrowser).toMatch(
      /^__Host-plp_browser=[\w-]{22}\.[0-9a-f]{32}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  test('the number of a browser signs nobody in, and a failed login sets none', async () => {
    const client = game.client()
    await client.register('alone')
    client.jar.cookie = ''
    expect((await client.get('/api/user')).status).toBe(401)
    const failed = await game.client().login('alone', 'wrong-one')
    expect([failed.status, failed.setBrowser]).toEqual([401, undefined])
  })

  test.each(['', 'plp_browser=', `plp_browser=${'A'.repeat(22)}`, `plp_browser=${'A'.repeat(22)}.${'0'.repeat(32)}`])(
    'a number that is not ours is replaced by a new one: %j',
    async (forged) => {
      const client = game.client()
      client.jar.browser = forged
      const { status, setBrowser } = await client.login('numbered')
      expect([status, setBrowser?.includes('A'.repeat(22))]).toEqual([200, false])
    },
  )

  test('a new password removes the trusted devices of the account', async () => {
    const { body } = await game.client().register('moves-on')
    const placesOf = async () =>
      (await game.database.pool.query('select place from app.known_places where user_id = $1', [body.id])).rows
    const places = await placesOf()
    expect(places).toHaveLength(2)
    expect(JSON.stringify(places)).not.toContain('127.0.0.1')
    await game.credentials.setPassword(body.id, await game.passwords.hash('secret-2'))
    expect(await placesOf()).toEqual([])
    expect((await game.client().login('moves-on', 'secret-2')).status).toBe(200)
  })

  test('only a SHA-256 of the token is stored (T6)', async () => {
    const client = game.client()
    await client.register('stored')
    const token = client.jar.cookie.split('=')[1] as string
    const { rows } = await game.database.pool.query(
      'select token_hash from app.sessions where token_hash = sha256($1)',
      [Buffer.from(token)],
    )
    expect(rows).toHaveLength(1)
    expect((await game.database.pool.query('select s::text as row from app.sessions s')).rows.join()).not.toContain(
      token,
    )
  })

  test('last 30 days from their last use and 90 days at most', async () => {
    const { body } = await game.client().register('longlasting')
    const idle = (await game.sessions.create(body.id))!
    const used = (await game.sessions.create(body.id))!
    const start = game.clock.now()
    let days = 0
    const goTo = (day: number) => {
      game.advance((day - days) * DAY)
      days = day
    }
    try {
      for (const day of [20, 29.9]) {
        goTo(day)
        expect(await game.sessions.find(used)).not.toBeNull()
      }
      goTo(30.1)
      expect(await game.sessions.find(idle)).toBeNull()
      for (const day of [55, 80, 89.9]) {
        goTo(day)
        expect(await game.sessions.find(used)).not.toBeNull()
      }
      goTo(90.1)
      expect(await game.sessions.find(used)).toBeNull()
      await game.sessions.sweep(game.context().at)
      const { rows } = await game.database.pool.query('select from app.sessions where user_id = $1', [body.id])
      expect(rows).toHaveLength(0)
    } finally {
      game.advance(start - game.clock.now())
    }
  })

  test('logout ends the session on the server, not only in the browser (T5)', async () => {
    const client = game.client()
    await client.register('leaver')
    const { cookie } = client.jar
    const out = await client.post('/api/auth/logout')
    expect([out.status, out.setCookie]).toEqual([204, expect.stringContaining('Max-Age=0')])
    client.jar.cookie = cookie
    expect((await client.get('/api/user')).status).toBe(401)
    expect((await client.post('/api/auth/logout')).status).toBe(204)
  })

  test('GET /api/user without a session is 401', async () => {
    expect((await game.client().get('/api/user')).status).toBe(401)
    const forged = game.client()
    forged.jar.cookie = `plp_session=${'A'.repeat(43)}`
    expect((await forged.get('/api/user')).status).toBe(401)
  })

  test('a user has 50 at most: a further sign-in ends the least recently used one, and its sockets', async () => {
    const client = game.client()
    const { body } = await client.register('everywhere')
    const start = game.clock.now()
    try {
      const oldest = (await game.sessions.create(body.id))!
      for (let n = 2; n < 50; n++) {
        game.advance(1_000)
        await game.sessions.create(body.id)
      }
      const heard: unknown[] = []
      game.sessions.onEnded((ended) => heard.push(ended))
      // Created before all others, but used most recently.
      game.advance(2 * HOUR)
      expect((await client.get('/api/user')).status).toBe(200)
      const { sessionId } = (await game.sessions.find(oldest))!
      await game.database.pool.query(
        `update app.sessions set seen_at = created_at where token_hash = decode($1, 'hex')`,
        [sessionId],
      )
      const [newest, another] = await Promise.all([game.sessions.create(body.id), game.sessions.create(body.id)])
      expect(await game.sessions.find(oldest)).toBeNull()
      for (const token of [newest, another]) expect(await game.sessions.find(token!)).not.toBeNull()
      expect((await client.get('/api/user')).status).toBe(200)
      const { rows } = await game.database.pool.query('select from app.sessions where user_id = $1', [body.id])
      expect(rows).toHaveLength(50)
      expect(heard).toContainEqual({ userId: body.id, sessionId, exceptSessionId: null })
    } finally {
      game.advance(start - game.clock.now())
    }
  })

  test('sockets are notified of ended sessions', async () => {
    const heard: unknown[] = []
    game.sessions.onEnded((ended) => heard.push(ended))
    const client = game.client()
    const { body } = await client.register('listener')
    await client.post('/api/auth/logout')
    await game.sessions.endAll(body.id)
    expect(heard).toEqual([
      { userId: body.id, sessionId: expect.stringMatching(/^[0-9a-f]{64}$/), exceptSessionId: null },
      { userId: body.id, sessionId: null, exceptSessionId: null },
    ])
  })

  test('a newly registered player is known even while the read model lags', async () => {
    const created = await game.accounts.register(
      { username: 'early-bird', password: 'secret-1', ip: '192.0.2.8', device: null },
      game.context(),
    )
    if (!created.ok) throw new Error('refused')
    await game.caughtUp()
    await game.database.pool.query(
      `do $$ begin execute format('delete from %I.people where id = ${created.userId}',
         (select 'people_g' || max(generation) from engine.generations where name = 'people')); end $$`,
    )
    const client = game.client()
    client.jar.cookie = `plp_session=${created.token}`
    const { status, body } = await client.get('/api/user')
    expect([status, body.username, body.createdAt]).toEqual([200, 'early-bird', '2026-08-01T12:00:00.000Z'])
  })
})

describe('administrators', () => {
  const admin = { username: 'chief', password: null }
  let chiefId: number

  test('the first is created once, even if two nodes start at once; its drawn password is shown until its first use', async () => {
    const made = await Promise.all([1, 2, 3].map(() => createFirstAdministrator(game, admin)))
    expect(made[0]).toEqual({ username: 'chief', password: expect.stringMatching(/^[\w-]{16}$/) })
    expect(made).toEqual([made[0], made[0], made[0]])
    expect(await game.events('AdministratorAppointed')).toHaveLength(1)
    const other = { username: 'other', password: 'secret-1' }
    expect(await createFirstAdministrator(game, other)).toEqual(made[0])
    const seeds = () => game.database.pool.query('select seed from app.first_administrator')
    expect((await seeds()).rows[0].seed).not.toContain(made[0]!.password)
    expect((await game.client().login('chief', 'not-that-one')).status).toBe(401)
    expect(await createFirstAdministrator(game, admin)).toEqual(made[0])

    const login = await game.client().login('chief', made[0]!.password as string)
    expect([login.status, login.body.role]).toEqual([200, 'admin'])
    chiefId = login.body.id
    expect((await seeds()).rows).toEqual([])
    expect(await createFirstAdministrator(game, other)).toBeNull()
  })

  test('a drawn password that was lost is the same at the next start, and none is shown once another is set', async () => {
    const fresh = await startAccounts()
    try {
      fresh.fault.away = true
      await expect(createFirstAdministrator(fresh, admin)).rejects.toThrow('away')
      fresh.fault.away = false
      const made = await createFirstAdministrator(fresh, admin)
      expect(await createFirstAdministrator(fresh, admin)).toEqual(made)
      const { userId } = (await fresh.accounts.credentialOf('chief'))!
      const changed = await fresh.accounts.setPassword(userId, 'chosen-one', 'admin', fresh.context())
      expect(changed.ok).toBe(true)
      expect(await createFirstAdministrator(fresh, admin)).toBeNull()
      expect((await fresh.client().login('chief', made!.password as string)).status).toBe(401)
      expect((await fresh.client().login('chief', 'chosen-one')).status).toBe(200)
    } finally {
      await fresh.stop()
    }
  })

  test('another password ends the sessions of the account, and is recorded in the log', async () => {
    const client = game.client()
    const { body } = await client.register('forgetful')
    const changed = await game.accounts.setPassword(body.id, 'another-one', 'admin', game.context())
    expect(changed.ok).toBe(true)
    expect((await client.get('/api/user')).status).toBe(401)
    expect((await game.client().login('forgetful', 'another-one')).status).toBe(200)
    const told = (await game.events('UserPasswordChanged')).map(({ data }) => data)
    expect(told).toEqual([{ userId: body.id, how: 'admin' }])
    const nobody = await game.accounts.setPassword(99_999, 'another-one', 'admin', game.context())
    expect(nobody).toMatchObject({ ok: false, rejected: 'no-such-account' })
  })

  test('a given password is not shown, and an interrupted first start is completed by the next', async () => {
    const fresh = await startAccounts()
    try {
      const lost = await fresh.accounts.createAccount(
        { username: 'boss', password: 'lost-in-time', role: 'admin' },
        fresh.context(),
      )
      expect(lost.ok).toBe(true)
      expect(await createFirstAdministrator(fresh, { username: 'boss', password: 'given-one' })).toEqual({
        username: 'boss',
        password: null,
      })
      expect((await fresh.client().login('boss', 'given-one')).status).toBe(200)
    } finally {
      await fresh.stop()
    }
  })

  test('a player’s name is not used for the first administrator', async () => {
    const fresh = await startAccounts()
    try {
      await fresh.client().register('boss')
      await expect(createFirstAdministrator(fresh, { username: 'Boss', password: null })).rejects.toThrow('Boss')
      expect(await fresh.accounts.hasAdministrator()).toBe(false)
    } finally {
      await fresh.stop()
    }
  })

  test('the administrators’ pages are 403 for players and 401 without a session (T56)', async () => {
    const player = game.client()
    await player.register('curious')
    for (const call of [
      () => player.get('/api/admin/locked-accounts'),
      () => player.post('/api/admin/unlock-account', { ip: '1.2.3.4' }),
      () => player.post('/api/admin/unlock-all'),
    ])
      expect((await call()).status).toBe(403)
    expect((await game.client().get('/api/admin/locked-accounts')).status).toBe(401)
  })

  test('a role is read at every request, and its change ends the user’s sessions (T4, T5)', async () => {
    const client = game.client()
    const { body } = await client.register('deputy')
    const { cookie } = client.jar
    expect(await game.accounts.changeRole(body.id, 'admin', game.context(chiefId))).toMatchObject({ ok: true })
    expect((await client.get('/api/user')).status).toBe(401)
    expect((await client.login('deputy')).body.role).toBe('admin')
    expect((await client.get('/api/admin/locked-accounts')).status).toBe(200)
    expect(client.jar.cookie).not.toBe(cookie)
    // Changed without the session: the next request has to notice.
    await game.credentials.setRole(body.id, 'user')
    expect((await client.get('/api/admin/locked-accounts')).status).toBe(403)
    await game.credentials.setRole(body.id, 'admin')
  })

  test('own row: refused; of two who demote each other at once, one remains (T57)', async () => {
    const deputyId = (await game.credentials.ofName(game.personal.hmac('username', 'deputy')))[0]!.userId
    expect(await game.accounts.changeRole(chiefId, 'user', game.context(chiefId))).toMatchObject({
      rejected: 'own-account',
    })
    expect(await game.accounts.deleteUser(chiefId, game.context(chiefId))).toMatchObject({ rejected: 'own-account' })
    const [a, b] = await Promise.all([
      game.accounts.changeRole(chiefId, 'user', game.context(deputyId)),
      game.accounts.changeRole(deputyId, 'user', game.context(chiefId)),
    ])
    expect([a.ok, b.ok].sort()).toEqual([false, true])
    expect([a, b].find((one) => !one.ok)).toMatchObject({ rejected: 'last-administrator' })
    await game.caughtUp()
    const { rows } = await game.database.pool.query(`select id from read.people where role = 'admin'`)
    expect(rows).toHaveLength(1)
    expect(await game.accounts.deleteUser(rows[0].id, game.context(null))).toMatchObject({
      rejected: 'last-administrator',
    })
  })

  test('an unknown user is refused', async () => {
    expect(await game.accounts.changeRole(999_999, 'admin', game.context())).toMatchObject({
      rejected: 'no-such-account',
    })
    expect(await game.accounts.deleteUser(999_999, game.context())).toMatchObject({ rejected: 'no-such-account' })
  })
})

describe('deleting a user', () => {
  test('ends sessions, password and name; the name may be taken again (T5, T58)', async () => {
    const client = game.client()
    const { body } = await client.register('Forgotten')
    await game.accounts.deleteUser(body.id, game.context(null))
    await game.caughtUp()
    expect((await client.get('/api/user')).status).toBe(401)
    expect((await game.client().login('Forgotten')).status).toBe(401)
    expect(await peopleRow(body.id)).toMatchObject({
      username: null,
      username_key: null,
      deleted_at: expect.any(String),
    })
    const again = await game.client().register('forgotten')
    expect([again.status, again.body.id === body.id]).toEqual([201, false])
    await game.lockouts.unlockAll(game.context(), [])
  })

  test('makes the name in the log unreadable, so that a rebuild gives the erased result (T34)', async () => {
    const { body } = await game.client().register('Erased.Name')
    await game.accounts.deleteUser(body.id, game.context(null))
    await game.caughtUp()
    const before = await peopleRow(body.id)
    await game.engine.rebuild('people')
    expect(await peopleRow(body.id)).toEqual(before)
    const [verified] = await game.engine.verify(['people'])
    expect(verified).toMatchObject({ name: 'people', same: true })
    const opened = await game.personal.open(await game.events('UserRegistered'))
    const mine = opened.find((event) => (event.data as { userId: number }).userId === body.id)
    expect(mine?.data).toEqual({ userId: body.id, username: null, role: 'user' })
  })

  test('interrupted after its event, is completed by the reactor', async () => {
    const client = game.client()
    const { body } = await client.register('cut-short')
    const stream = `account-${game.personal.hmac('username', 'cut-short')}`
    await game.handler.handle(accountDecider, stream, { type: 'delete', userId: body.id, by: null }, game.context())
    game.engine.nudge()
    await until('the reactor has forgotten them', async () => (await game.credentials.ofUser(body.id)) === null)
    expect((await client.get('/api/user')).status).toBe(401)
    await until('their key is gone', async () => (await game.personal.erasedPeople()).includes(body.id))
  })

  test('an interrupted change of a role is completed by the reactor', async () => {
    const client = game.client()
    const { body } = await client.register('halfway')
    const stream = `account-${game.personal.hmac('username', 'halfway')}`
    await game.handler.handle(
      accountDecider,
      stream,
      { type: 'change-role', userId: body.id, role: 'admin', by: null },
      game.context(),
    )
    game.engine.nudge()
    await until('the role is right', async () => (await game.credentials.ofUser(body.id))?.role === 'admin')
    // The reactor ends the sessions afterwards.
    await until('the session has ended', async () => (await client.get('/api/user')).status === 401)
  })
})

describe('concurrent operations', () => {
  test.each([
    ['a new password', (userId: number) => game.accounts.setPassword(userId, 'another-one', 'admin', game.context())],
    ['a deletion', (userId: number) => game.accounts.deleteUser(userId, game.context())],
  ])('a sign-in with the old password begins no session after %s (T5, T22)', async (what, happens) => {
    const username = `overtaken-${what.length}`
    const { id } = (await game.client().register(username)).body
    const { verify } = game.passwords
    const looking = vi.spyOn(game.passwords, 'verify').mockImplementationOnce(async (...asked) => {
      const isRight = await verify(...asked)
      expect((await happens(id)).ok).toBe(true)
      return isRight
    })
    const client = game.client()
    try {
      const { status, body } = await client.login(username)
      expect([status, body.detail]).toEqual([401, 'Invalid username or password'])
    } finally {
      looking.mockRestore()
    }
    expect((await client.get('/api/user')).status).toBe(401)
    const { rows } = await game.database.pool.query('select from app.sessions where user_id = $1', [id])
    expect(rows).toHaveLength(0)
  })

  test('an account that ends while its user is read is a 401, not a fault', async () => {
    const gone = { id: 99_999, username: 'gone', role: 'user' } as const
    await expect(currentUser(game.database.db, noScore, gone)).rejects.toMatchObject({ status: 401 })
  })

  test('a new password ends the sessions by itself: a node that dies meanwhile leaves no session valid (T22)', async () => {
    const client = game.client()
    const { body } = await client.register('half-reset')
    const hash = await game.passwords.hash('secret-2')
    expect(await game.credentials.setPassword(body.id, hash, { replaces: 'another by now' })).toBe(false)
    expect((await client.get('/api/user')).status).toBe(200)
    expect(await game.credentials.setPassword(body.id, hash)).toBe(true)
    expect((await client.get('/api/user')).status).toBe(401)
  })

  test('a sign-in does not undo a concurrent change of a role (T5)', async () => {
    const { body } = await game.client().register('dismissed-meanwhile')
    expect((await game.accounts.changeRole(body.id, 'admin', game.context())).ok).toBe(true)
    const { handle } = game.handler
    let isDismissed = false
    const writing = vi.spyOn(game.handler, 'handle').mockImplementation(async (...command) => {
      const handled = await handle(...command)
      if ((command[2] as { type: string }).type === 'log-in' && !isDismissed) {
        isDismissed = true
        expect((await game.accounts.changeRole(body.id, 'user', game.context())).ok).toBe(true)
      }
      return handled
    })
    try {
      const { status } = await game.client().login('dismissed-meanwhile')
      expect([status, isDismissed]).toEqual([200, true])
    } finally {
      writing.mockRestore()
    }
    expect((await game.credentials.ofUser(body.id))?.role).toBe('user')
  })
})
