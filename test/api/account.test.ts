import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnSession } from '../../src/areas/accounts/contract.ts'
import type { createClient } from '../support/accounts.ts'
import { until } from '../support/projections.ts'
import { startRecovery } from '../support/recovery.ts'

// Sessions, password, export and deletion of one's own account. For their sockets see live.test.ts; for complete
// erasure see personal-data.test.ts.

const HOUR = 3_600_000
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const NEW = 'brand-new-1'
const WRONG = 'That’s not your current password'

type Game = Awaited<ReturnType<typeof startRecovery>>
let game: Game
beforeAll(async () => {
  game = await startRecovery()
})
afterAll(() => game.stop())

let nextHost = 0
let ip: string
beforeEach(() => {
  nextHost++
  ip = `198.51.100.${nextHost}`
})
type Client = ReturnType<typeof createClient>
const browser = (userAgent = FIREFOX, address = ip): Client =>
  game.client({ 'x-forwarded-for': address, 'user-agent': userAgent })
let nextPlayer = 1
/** A player who has just registered with Firefox on a phone. */
async function player() {
  const client = browser()
  const username = `own-${nextPlayer++}`
  const { body } = await client.register(username)
  return { client, username, id: body.id as number }
}
async function alsoFrom(username: string, userAgent = SAFARI): Promise<Client> {
  const client = browser(userAgent)
  expect((await client.login(username)).status).toBe(200)
  return client
}
const sessionsOf = async (client: Client) => (await client.get('/api/user/sessions')).body
const isIn = async (client: Client) => (await client.get('/api/user')).status === 200

describe('sessions of one’s own (R140)', () => {
  test('are listed with their browser, their start and their last use, the latest first', async () => {
    const { client, username } = await player()
    game.advance(2 * HOUR)
    const laptop = await alsoFrom(username)
    const [newest, first, ...more] = await sessionsOf(laptop)
    expect(more).toEqual([])
    expect(newest).toMatchObject({ device: 'Safari on Mac', isCurrent: true, createdAt: game.context().at })
    expect(first).toMatchObject({ device: 'Firefox on Android', isCurrent: false })
    expect(Date.parse(first.lastUsedAt)).toBe(game.clock.now() - 2 * HOUR)
    await client.get('/api/user')
    expect((await sessionsOf(laptop)).map(({ device }: { device: string }) => device).sort()).toEqual([
      'Firefox on Android',
      'Safari on Mac',
    ])
    expect((await sessionsOf(client))[0].lastUsedAt).toBe(game.context().at)
  })

  test('of an unknown browser are an unknown device, and nothing of its header is stored', async () => {
    const client = browser('<b>mine</b>')
    await client.register('nameless')
    expect(await sessionsOf(client)).toMatchObject([{ device: 'Unknown device' }])
    const { rows } = await game.database.pool.query('select row_to_json(s)::text as row from app.sessions s')
    expect(JSON.stringify(rows)).not.toContain('mine')
  })

  test('have an id that cannot be used to sign in, and no address but its network', async () => {
    const { client } = await player()
    const [{ id, ...told }] = await sessionsOf(client)
    expect(Object.keys(told).sort()).toEqual(['createdAt', 'device', 'isCurrent', 'lastUsedAt', 'network'])
    const thief = browser()
    thief.jar.cookie = `plp_session=${id}`
    expect(await isIn(thief)).toBe(false)
  })

  test('end one by one, each once; nobody ends those of others', async () => {
    const { client, username } = await player()
    const laptop = await alsoFrom(username)
    const { client: other } = await player()
    const { id } = (await sessionsOf(laptop)).find(({ isCurrent }: OwnSession) => isCurrent)
    const refused = await other.delete(`/api/user/sessions/${id}`)
    expect([refused.status, refused.body.detail]).toEqual([404, 'That session has ended already'])
    expect(await isIn(laptop)).toBe(true)
    expect((await client.delete(`/api/user/sessions/${id}`)).status).toBe(204)
    expect((await client.delete(`/api/user/sessions/${id}`)).status).toBe(404)
    expect([await isIn(laptop), await isIn(client)]).toEqual([false, true])
    expect((await client.delete('/api/user/sessions/7')).status).toBe(400)
  })

  test('the present one can end as well: its cookie goes', async () => {
    const { client } = await player()
    const [{ id }] = await sessionsOf(client)
    const { status, setCookie } = await client.delete(`/api/user/sessions/${id}`)
    expect([status, setCookie]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect(await isIn(client)).toBe(false)
  })

  test('all others end at once', async () => {
    const { client, username } = await player()
    const others = [await alsoFrom(username), await alsoFrom(username)]
    const { status, body } = await client.post('/api/user/sessions/end-others')
    expect([status, body]).toEqual([200, { ended: 2 }])
    expect(await Promise.all([client, ...others].map(isIn))).toEqual([true, false, false])
    expect((await client.post('/api/user/sessions/end-others')).body).toEqual({ ended: 0 })
  })
})

describe('a new password of one’s own (R141)', () => {
  const change = (client: Client, currentPassword: string, newPassword = NEW) =>
    client.post('/api/user/password', { currentPassword, newPassword })

  test('ends the other sessions, keeps this one under a new cookie, and sends a mail (T4, T22)', async () => {
    const ada = await game.player('own-ada')
    const laptop = await alsoFrom(ada.username)
    const thief = game.client()
    thief.jar.cookie = ada.client.jar.cookie
    const created = (await sessionsOf(ada.client)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).createdAt
    const { status, body } = await change(ada.client, 'secret-1')
    expect([status, body]).toEqual([200, { message: 'Your password was changed, and all other sessions have ended' }])
    expect(await Promise.all([ada.client, laptop, thief].map(isIn))).toEqual([true, false, false])
    expect(await sessionsOf(ada.client)).toMatchObject([{ createdAt: created, isCurrent: true }])
    expect((await browser().login(ada.username)).status).toBe(401)
    expect((await browser().login(ada.username, NEW)).status).toBe(200)
    await game.work()
    expect(game.mailsTo(ada.email).map(({ subject }) => subject)).toContain('Your PLP password was changed')
    const [event] = (await game.events('UserPasswordChanged')).slice(-1)
    expect([event?.data, event?.metadata.actor]).toEqual([{ userId: ada.id, how: 'self' }, ada.id])
  })

  test('needs eight characters', async () => {
    const { client } = await player()
    const { status, body } = await change(client, 'secret-1', '1234567')
    expect([status, body.detail]).toEqual([400, 'Password must be at least 8 characters long'])
  })

  test('a wrong present one is a failed login: the fifth locks the address, and the session remains valid (T20)', async () => {
    const { client, username } = await player()
    for (let n = 0; n < 5; n++) {
      const { status, body } = await change(client, 'wrong-one')
      expect([status, body.detail]).toEqual([401, WRONG])
    }
    const locked = await change(client, 'secret-1')
    expect([locked.status, locked.body.detail]).toEqual([
      429,
      'Too many failed login attempts. Please try again in 15 minutes.',
    ])
    expect((await browser().login(username)).status).toBe(429)
    expect(await isIn(client)).toBe(true)
  })

  test('does not replace one that was set meanwhile (T22)', async () => {
    const { client, id, username } = await player()
    const { hash } = game.passwords
    const hashing = vi.spyOn(game.passwords, 'hash').mockImplementationOnce(async (...asked) => {
      expect((await game.accounts.setPassword(id, 'the-owners-own', 'token', game.context())).ok).toBe(true)
      return hash(...asked)
    })
    try {
      expect((await change(client, 'secret-1')).status).toBe(401)
    } finally {
      hashing.mockRestore()
    }
    expect((await browser().login(username, NEW)).status).toBe(401)
    expect((await browser().login(username, 'the-owners-own')).status).toBe(200)
  })

  test('keeps this browser a trusted device of the account', async () => {
    const { client, id } = await player()
    await change(client, 'secret-1')
    const { rows } = await game.database.pool.query('select from app.known_places where user_id = $1', [id])
    expect(rows).toHaveLength(2)
  })

  test('is for players who are signed in, and from this origin', async () => {
    expect((await change(browser(), 'secret-1')).status).toBe(401)
    const { client } = await player()
    const cross = game.client({ origin: 'https://elsewhere.example' })
    cross.jar.cookie = client.jar.cookie
    expect((await change(cross, 'secret-1')).status).toBe(403)
  })
})

describe('a copy of everything (R142)', () => {
  test('is a file to keep, with rows and events in the clear, and without a secret', async () => {
    const ada = await game.player('own-copy')
    const { status, headers, body } = await ada.client.get('/api/user/export')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="plp-own-copy.json"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({ userId: ada.id, username: 'own-copy', exportedAt: game.context().at })
    expect(body.readModels.recovery).toMatchObject([{ email: ada.email, security_question: 'First ground?' }])
    expect(body.tables.sessions).toHaveLength(1)
    expect(body.tables.credentials).toEqual([{ role: 'user', created_at: expect.any(String) }])
    expect(body.events.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['UserRegistered', 'EmailChanged', 'EmailConfirmed', 'SecurityQuestionChanged']),
    )
    expect(body.events[0].data).toMatchObject({ userId: ada.id, username: 'own-copy' })
    const told = JSON.stringify(body)
    expect(told).toContain(ada.email)
    expect(told).not.toMatch(/argon2|\$sealed|token_hash|password_hash|Highbury/)
  })

  test('is one at a time: a further request waits for it', async () => {
    const { client } = await player()
    const { pool } = game.database
    const holding = await pool.connect()
    try {
      // The lock on this table blocks every export.
      await holding.query('begin; lock table app.notifications in access exclusive mode')
      const first = client.get('/api/user/export')
      await until('the first waits', async () => {
        const { rows } = await pool.query(
          `select from pg_locks where not granted and relation = 'app.notifications'::regclass`,
        )
        return rows.length > 0
      })
      const second = await client.get('/api/user/export')
      expect([second.status, second.headers.get('retry-after')]).toEqual([429, '5'])
      await holding.query('rollback')
      expect((await first).status).toBe(200)
    } finally {
      holding.release(true)
    }
    await until('the next may be asked for', async () => (await client.get('/api/user/export')).status === 200)
  })

  test('has no data of others', async () => {
    const { client } = await player()
    const { body } = await client.get('/api/user/export')
    expect(JSON.stringify(body)).not.toContain('chief')
    expect((await browser().get('/api/user/export')).status).toBe(401)
  })
})

describe('the end of one’s own account (R143)', () => {
  const end = (client: Client, password: string) => client.delete('/api/user', { password })

  test('needs the password, ends all sessions, clears the cookie and frees the name (T58)', async () => {
    const { client, username, id } = await player()
    const laptop = await alsoFrom(username)
    const { status, setCookie } = await end(client, 'secret-1')
    expect([status, setCookie]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect([await isIn(client), await isIn(laptop)]).toEqual([false, false])
    expect((await browser().login(username)).status).toBe(401)
    const successor = browser()
    const again = await successor.register(username)
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(id)
    // The events of both accounts are in one stream.
    const { events } = (await successor.get('/api/user/export')).body
    expect(events).toMatchObject([{ type: 'UserRegistered', data: { userId: again.body.id } }])
    const [event] = (await game.events('UserDeleted')).slice(-1)
    expect([event?.data, event?.metadata.actor]).toEqual([{ userId: id }, id])
  })

  test('the same request at once succeeds too, or finds the session ended', async () => {
    const { client } = await player()
    const deletions = async () => (await game.events('UserDeleted')).length
    const earlier = await deletions()
    const ends = await Promise.all(Array.from({ length: 8 }, () => end(client, 'secret-1')))
    const statuses = ends.map(({ status }) => status)
    expect(statuses).toContain(204)
    expect(statuses.filter((status) => status !== 204 && status !== 401)).toEqual([])
    expect(await deletions()).toBe(earlier + 1)
  })

  test('a wrong password is a 401 and counts as a failed login (T20)', async () => {
    const { client } = await player()
    for (let n = 0; n < 5; n++) {
      const { status, body } = await end(client, 'wrong-one')
      expect([status, body.detail]).toEqual([401, WRONG])
    }
    expect((await end(client, 'secret-1')).status).toBe(429)
    expect((await client.delete('/api/user', {})).status).toBe(400)
    expect(await isIn(client)).toBe(true)
  })

  test('the last administrator stays, another may go (T57)', async () => {
    const refused = await end(game.admin, 'secret-1')
    expect([refused.status, refused.body.detail]).toEqual([409, 'You can’t demote or delete the last administrator'])
    const { client, username, id } = await player()
    expect((await game.accounts.changeRole(id, 'admin', game.context())).ok).toBe(true)
    const second = await alsoFrom(username)
    expect(await isIn(client)).toBe(false)
    expect((await end(second, 'secret-1')).status).toBe(204)
    expect(await isIn(game.admin)).toBe(true)
  })

  test('once the name belongs to a new account, a session of the old one neither changes nor ends it', async () => {
    const { username, id } = await player()
    await game.accounts.deleteUser(id, game.context())
    await browser().register(username)
    const old = { id, username, role: 'user', sessionId: '0'.repeat(64) } as const
    const visitor = { ip, device: null }
    expect(await game.accounts.proveOwn(old, 'secret-1', visitor, game.context(id))).toMatchObject({
      rejected: 'wrong',
    })
    expect((await browser().login(username)).status).toBe(200)
  })
})

describe('no response reveals anything to a stranger (T16)', () => {
  test('without a session every call is the same 401, whatever its body', async () => {
    const { username } = await player()
    const stranger = browser()
    const answers = [
      await stranger.get('/api/user/sessions'),
      await stranger.delete(`/api/user/sessions/${'0'.repeat(64)}`),
      await stranger.post('/api/user/sessions/end-others'),
      await stranger.post('/api/user/password', { username, currentPassword: 'secret-1', newPassword: NEW }),
      await stranger.get('/api/user/export'),
      await stranger.delete('/api/user', { username, password: 'secret-1' }),
    ]
    for (const { status, body } of answers) expect([status, body.detail]).toEqual([401, 'Not authenticated'])
  })
})
