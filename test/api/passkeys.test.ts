import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import type { OwnSession } from '../../src/areas/accounts/contract.ts'
import { MOST_PASSKEYS } from '../../src/areas/passkeys/constants.ts'
import type { OwnPasskeys } from '../../src/areas/passkeys/contract.ts'
import { TYPES } from '../../src/identifiers.ts'
import { createClient } from '../support/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Authenticator, createAuthenticator } from '../support/authenticator.ts'

const [MINUTE, ORIGIN, PASSWORD] = [60_000, 'https://plp.example', 'secret-1']
const OWN = '/api/user/passkeys'
const LOGIN = '/api/auth/passkey'
const WRONG = 'That passkey didn’t work. Use another one, or your password.'

let app: TestApp
let two: TestApp
beforeAll(async () => {
  const env = { PUBLIC_URL: ORIGIN }
  app = await startTestApp({ env })
  two = await startTestApp({ env, beside: app })
})
afterAll(async () => {
  await two?.close()
  await app?.close()
})

let nextHost = 0
let ip: string
beforeEach(() => {
  nextHost++
  ip = `198.51.100.${nextHost}`
})
type Client = ReturnType<typeof createClient>
const browser = (node = app, address = ip): Client => createClient(node.url, { 'x-forwarded-for': address })
let nextPlayer = 1
/** A player who has just registered. */
async function player() {
  const client = browser()
  const username = `key-${nextPlayer++}`
  const { status, body } = await client.register(username, PASSWORD)
  expect(status).toBe(201)
  return { client, username, id: body.id as number }
}
const optionsOf = async (client: Client, currentPassword?: string) => {
  const { status, body } = await client.post(`${OWN}/options`, { currentPassword })
  expect(status, body.detail).toBe(200)
  return body
}
const add = async (client: Client, passkey: Authenticator, name = 'Phone') =>
  client.post(OWN, { name, credential: passkey.create(await optionsOf(client)) })
/** A player with a passkey. */
async function keyed() {
  const owner = await player()
  const passkey = createAuthenticator(ORIGIN)
  const { status, body } = await add(owner.client, passkey)
  expect(status, body.detail).toBe(201)
  return { ...owner, passkey, passkeyId: body.id as number }
}
const challengeOf = async (client: Client) => (await client.post(`${LOGIN}/options`)).body
const login = async (client: Client, passkey: Authenticator, deviation = {}) =>
  client.post(LOGIN, { credential: passkey.get(await challengeOf(client), deviation) })
const listOf = async (client: Client): Promise<OwnPasskeys> => (await client.get(OWN)).body
const isIn = async (client: Client) => (await client.get('/api/user')).status === 200
const advance = (minutes: number) => app.clock.advance(minutes * MINUTE)

describe('signing in with a passkey (R390)', () => {
  test('needs no username, works on every node, and is one more session of the player', async () => {
    const { client, passkey, id, username } = await keyed()
    advance(30)
    const phone = browser(two)
    const { status, body } = await login(phone, passkey)
    expect([status, body.id, body.username]).toEqual([200, id, username])
    const sessions: OwnSession[] = (await client.get('/api/user/sessions')).body
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    const { passkeys } = await listOf(client)
    expect(passkeys).toMatchObject([{ name: 'Phone', lastUsedAt: new Date(app.clock.now()).toISOString() }])
    expect((await phone.get('/api/user')).body.lastLoginAt).toBe(new Date(app.clock.now()).toISOString())
  })

  test.each([
    ['another origin', { origin: 'https://plp.example.evil.example' }],
    ['another port', { origin: `${ORIGIN}:8443` }],
    ['another domain', { rpId: 'evil.example' }],
    ['no check of the user', { verifiesUser: false }],
  ])('is refused with %s, as is adding (T102)', async (_name, deviation) => {
    const { client, passkey } = await keyed()
    const refused = await login(browser(), passkey, deviation)
    expect([refused.status, refused.body.detail]).toEqual([401, WRONG])
    const credential = createAuthenticator(ORIGIN).create(await optionsOf(client), deviation)
    expect((await client.post(OWN, { name: 'Evil', credential })).status).toBe(400)
    expect((await listOf(client)).passkeys).toHaveLength(1)
  })

  test('is refused with the signature of another passkey, or of an unknown passkey', async () => {
    const { passkey } = await keyed()
    const { passkey: others } = await keyed()
    const client = browser()
    const { id, rawId } = passkey.get(await challengeOf(client))
    const forged = await client.post(LOGIN, {
      credential: { ...others.get(await challengeOf(client)), id, rawId },
    })
    const unknown = await login(client, createAuthenticator(ORIGIN))
    for (const { status, body } of [forged, unknown]) expect([status, body.detail]).toEqual([401, WRONG])
  })

  test('counts as a login: five wrong ones lock the address, for the right one and for passwords, too (T13)', async () => {
    const { username, passkey } = await keyed()
    for (let n = 0; n < 5; n++) expect((await login(browser(), createAuthenticator(ORIGIN))).status).toBe(401)
    const locked = await login(browser(), passkey)
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await browser().login(username, PASSWORD)).status).toBe(429)
    expect((await login(browser(two, '203.0.113.7'), passkey)).status).toBe(200)
  })

  test('ends the session that the browser had (T4)', async () => {
    const { client, passkey } = await keyed()
    const thief = browser()
    thief.jar.cookie = client.jar.cookie
    expect((await login(client, passkey)).status).toBe(200)
    expect([await isIn(client), await isIn(thief)]).toEqual([true, false])
  })

  test('is not possible for a deleted account, whose rows are gone', async () => {
    const { client, passkey, id } = await keyed()
    expect((await client.delete('/api/user', { password: PASSWORD })).status).toBe(204)
    expect((await login(browser(two), passkey)).status).toBe(401)
    const { rows } = await app.container
      .get(TYPES.Database)
      .pool.query('select from app.passkeys where user_id = $1', [id])
    expect(rows).toEqual([])
  })

  test('is the same for everyone until the passkey is shown: no list of credentials (R392)', async () => {
    const known = browser()
    await keyed()
    const answers = [await challengeOf(known), await challengeOf(browser(two))]
    for (const { challenge, ...rest } of answers) {
      expect(rest).toEqual({ rpId: 'plp.example', timeout: 300_000, userVerification: 'required' })
      expect(challenge).toMatch(/^[\w-]{80,90}$/)
    }
  })
})

describe('a challenge (R391)', () => {
  test('signs in once, whatever the outcome, on any node (T103)', async () => {
    const { passkey } = await keyed()
    const client = browser()
    const options = await challengeOf(client)
    const credential = passkey.get(options)
    const elsewhere = browser(two)
    elsewhere.jar.browser = client.jar.browser
    const both = await Promise.all([client.post(LOGIN, { credential }), elsewhere.post(LOGIN, { credential })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await client.post(LOGIN, { credential: passkey.get(options) })).status).toBe(401)

    const spoilt = await challengeOf(client)
    expect((await client.post(LOGIN, { credential: passkey.get(spoilt, { rpId: 'x' }) })).status).toBe(401)
    expect((await client.post(LOGIN, { credential: passkey.get(spoilt) })).status).toBe(401)
    expect((await login(client, passkey)).status).toBe(200)
  })

  test('lasts five minutes', async () => {
    const { client: owner, passkey } = await keyed()
    const client = browser()
    for (const [minutes, status] of [
      [4.9, 200],
      [5, 401],
    ] as const) {
      const options = await challengeOf(client)
      advance(minutes)
      expect((await client.post(LOGIN, { credential: passkey.get(options) })).status).toBe(status)
    }
    const credential = createAuthenticator(ORIGIN).create(await optionsOf(owner, undefined))
    advance(5)
    expect((await owner.post(OWN, { name: 'Late', credential })).status).toBe(400)
  })

  test('is bound to its browser, its session and its purpose (T103)', async () => {
    const { client: owner, passkey, username } = await keyed()
    const victim = browser()
    await challengeOf(victim)
    const credential = passkey.get(await challengeOf(browser()))
    expect((await victim.post(LOGIN, { credential })).status).toBe(401)
    expect((await createClient(app.url, { 'x-forwarded-for': ip }).post(LOGIN, { credential })).status).toBe(401)

    const laptop = browser()
    expect((await laptop.login(username, PASSWORD)).status).toBe(200)
    const created = createAuthenticator(ORIGIN).create(await optionsOf(laptop))
    expect((await owner.post(OWN, { name: 'Laptop', credential: created })).status).toBe(400)
    const { challenge } = await optionsOf(laptop)
    const options = { ...(await challengeOf(laptop)), challenge }
    expect((await laptop.post(LOGIN, { credential: passkey.get(options) })).status).toBe(401)
    for (const forged of [
      '',
      'x',
      Buffer.from('zzzzzzzz.0123456789012345678901.'.padEnd(64, '0')).toString('base64url'),
    ])
      expect((await victim.post(LOGIN, { credential: passkey.get({ ...options, challenge: forged }) })).status).toBe(
        401,
      )
  })
})

describe('a signature counter (R395)', () => {
  test('that does not increase is refused: the passkey has been copied (T105)', async () => {
    const { passkey } = await keyed()
    expect((await login(browser(), passkey, { count: 7 })).status).toBe(200)
    for (const count of [7, 3, 0]) expect((await login(browser(), passkey, { count })).status).toBe(401)
    expect((await login(browser(), passkey, { count: 8 })).status).toBe(200)
  })

  test('is accepted once, also by two nodes at the same time (T105)', async () => {
    const { passkey } = await keyed()
    const nodes = [browser(), browser(two)]
    const both = await Promise.all(nodes.map((node) => login(node, passkey, { count: 9 })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('may stay at zero: synchronised passkeys have none', async () => {
    const { client } = await player()
    const passkey = createAuthenticator(ORIGIN)
    const credential = passkey.create(await optionsOf(client), { count: 0 })
    expect((await client.post(OWN, { name: 'Cloud', credential })).status).toBe(201)
    for (let n = 0; n < 2; n++) expect((await login(browser(), passkey, { count: 0 })).status).toBe(200)
  })
})

describe('adding a passkey (R393)', () => {
  test('needs the current password 15 minutes after the sign-in (T104)', async () => {
    const { client } = await player()
    expect(await listOf(client)).toEqual({ passkeys: [], needsPassword: false, setsPassword: false })
    advance(15)
    expect((await listOf(client)).needsPassword).toBe(true)
    const refused = await client.post(`${OWN}/options`, {})
    expect([refused.status, refused.body.detail]).toEqual([403, 'Enter your current password to change this'])
    const wrong = await client.post(`${OWN}/options`, { currentPassword: 'wrong-one' })
    expect([wrong.status, wrong.body.detail]).toEqual([401, 'That’s not your current password'])
    const passkey = createAuthenticator(ORIGIN)
    const credential = passkey.create(await optionsOf(client, PASSWORD))
    const { status, body } = await client.post(OWN, { name: ' Yubi  Key ', credential })
    const addedAt = new Date(app.clock.now()).toISOString()
    expect([status, body]).toEqual([201, { id: 1, name: 'Yubi  Key', addedAt, lastUsedAt: null }])
  })

  test('names the player to the authenticator, not to others, and excludes passkeys that they have', async () => {
    const { client, username, id, passkey } = await keyed()
    const { user, rp, excludeCredentials, authenticatorSelection } = await optionsOf(client)
    expect([user.name, rp]).toEqual([username, { id: 'plp.example', name: 'PLP' }])
    expect(Buffer.from(user.id, 'base64url').toString('latin1')).not.toContain(String(id))
    expect(excludeCredentials.map((each: { id: string }) => each.id)).toEqual([passkey.credentialId])
    expect(authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
  })

  test('is possible ten times, each with a name and once for one player only', async () => {
    const { client, passkey } = await keyed()
    for (const name of ['', '  ', 'x'.repeat(41), 'two\nlines'])
      expect((await add(client, createAuthenticator(ORIGIN), name)).status).toBe(400)
    const { client: other } = await player()
    expect((await add(other, passkey)).status).toBe(409)
    expect((await listOf(other)).passkeys).toEqual([])
    for (let n = 1; n < MOST_PASSKEYS; n++) expect((await add(client, createAuthenticator(ORIGIN))).status).toBe(201)
    const extra = createAuthenticator(ORIGIN)
    const { status, body } = await add(client, extra)
    expect([status, body.detail]).toEqual([409, 'You have 10 passkeys already. Remove one first.'])
    expect((await login(browser(), extra)).status).toBe(401)
  })

  test('is refused with an attestation, which was not requested (T52)', async () => {
    const { client } = await player()
    const credential = createAuthenticator(ORIGIN).create(await optionsOf(client))
    const attested = Buffer.from(credential.response.attestationObject, 'base64url')
      .toString('latin1')
      .replace('cfmtdnone', 'cfmtctpm')
    const response = {
      ...credential.response,
      attestationObject: Buffer.from(attested, 'latin1').toString('base64url'),
    }
    expect((await client.post(OWN, { name: 'TPM', credential: { ...credential, response } })).status).toBe(400)
  })
})

describe('removing a passkey (R394)', () => {
  test('ends it on every node at once, with the sessions that it opened, but no others', async () => {
    const { client, passkey, passkeyId, username } = await keyed()
    const [phone, tablet, laptop] = [browser(), browser(two), browser(two)]
    for (const each of [phone, tablet]) expect((await login(each, passkey)).status).toBe(200)
    expect((await laptop.login(username, PASSWORD)).status).toBe(200)
    expect((await phone.delete(`${OWN}/${passkeyId}`)).status).toBe(204)
    await vi.waitFor(async () => expect(await isIn(tablet)).toBe(false))
    expect(await Promise.all([phone, laptop, client].map(isIn))).toEqual([true, true, true])
    expect((await login(browser(two), passkey)).status).toBe(401)
    expect((await phone.delete(`${OWN}/${passkeyId}`)).status).toBe(404)
    expect((await listOf(client)).passkeys).toEqual([])
  })

  test('during a sign-in with it leaves no session', async () => {
    const { client, passkey, passkeyId } = await keyed()
    const sessions = app.container.get(ACCOUNTS.Sessions)
    const { create } = sessions
    const creating = vi.spyOn(sessions, 'create').mockImplementationOnce(async (...input) => {
      expect((await client.delete(`${OWN}/${passkeyId}`)).status).toBe(204)
      return create(...input)
    })
    try {
      expect((await login(browser(), passkey)).status).toBe(401)
    } finally {
      creating.mockRestore()
    }
  })

  test('interrupted before its event can be repeated, and the passkey is of no use meanwhile', async () => {
    const { client, passkey, passkeyId, id } = await keyed()
    await app.container.get(TYPES.Database).pool.query('delete from app.passkeys where user_id = $1', [id])
    expect((await login(browser(), passkey)).status).toBe(401)
    expect((await client.delete(`${OWN}/${passkeyId}`)).status).toBe(204)
    expect((await listOf(client)).passkeys).toEqual([])
  })

  test('is up to its owner', async () => {
    const { client, passkeyId, passkey } = await keyed()
    const { client: other } = await player()
    expect((await other.delete(`${OWN}/${passkeyId}`)).status).toBe(404)
    expect((await login(client, passkey)).status).toBe(200)
  })
})

describe('a new password after signing in with a passkey (R396)', () => {
  const change = (client: Client) => client.post('/api/user/password', { newPassword: 'brand-new-1' })

  test('needs no current one, and ends all other sessions', async () => {
    const { client, passkey, username } = await keyed()
    const phone = browser(two)
    expect((await login(phone, passkey)).status).toBe(200)
    expect((await listOf(phone)).setsPassword).toBe(true)
    const { status, body } = await change(phone)
    expect([status, body.message]).toEqual([200, 'Your password was changed, and all other sessions have ended'])
    await vi.waitFor(async () => expect(await isIn(client)).toBe(false))
    expect(await isIn(phone)).toBe(true)
    expect((await browser().login(username, PASSWORD)).status).toBe(401)
    expect((await browser().login(username, 'brand-new-1')).status).toBe(200)
    expect((await login(browser(), passkey)).status).toBe(200)
  })

  test('is refused after 15 minutes, after a password, and once the passkey’s session has ended', async () => {
    const { client, passkey } = await keyed()
    const phone = browser()
    expect((await login(phone, passkey)).status).toBe(200)
    advance(15)
    for (const each of [phone, client]) {
      const { status, body } = await change(each)
      expect([status, body.detail]).toEqual([403, 'Enter your current password to change this'])
    }
    expect((await listOf(phone)).setsPassword).toBe(false)
  })
})

describe('stored data', () => {
  test('in the player’s copy: names and dates of passkeys, and sessions with their network (R399)', async () => {
    const { client, passkey, id, passkeyId } = await keyed()
    await login(browser(), passkey)
    await client.delete(`${OWN}/${passkeyId}`)
    await add(client, createAuthenticator(ORIGIN), 'Laptop')
    const { tables, events } = (await client.get('/api/user/export')).body
    const own = events.filter(({ type }: { type: string }) => type.startsWith('Passkey'))
    expect(own.map(({ type, data }: { type: string; data: { name?: string } }) => [type, data.name])).toEqual([
      ['PasskeyAdded', 'Phone'],
      ['PasskeyRemoved', undefined],
      ['PasskeyAdded', 'Laptop'],
    ])
    expect(tables.passkeys).toEqual([{ sign_count: 1, last_used_at: null }])
    expect(tables.sessions).toMatchObject([{ network: '198.51.100.0/24' }])
    const { rows } = await app.container
      .get(TYPES.Database)
      .pool.query<{ data: string }>(`select data::text from log.events where stream = $1`, [`passkeys-${id}`])
    for (const { data } of rows) expect(data).not.toMatch(/Phone|Laptop/)
    expect(rows).toHaveLength(3)
  })

  test('of a session: the network of its last use, to the hour: IPv4 /24, IPv6 /48 (R397)', async () => {
    const { client } = await player()
    const networkOf = async (from: Client): Promise<(string | null)[]> =>
      (await from.get('/api/user/sessions')).body.map(({ network }: OwnSession) => network)
    expect(await networkOf(client)).toEqual(['198.51.100.0/24'])
    const moved = browser(app, '2001:db8:12:34::5')
    moved.jar.cookie = client.jar.cookie
    expect(await networkOf(moved)).toEqual(['198.51.100.0/24'])
    advance(61)
    expect(await networkOf(moved)).toEqual(['2001:db8:12::/48'])
  })
})

test('passkeys do not work at an IP address: a 409 with the reason (R398)', async () => {
  const node = await startTestApp({ beside: app })
  try {
    const { status, body } = await browser(node).post(`${LOGIN}/options`)
    const detail = 'Passkeys need https and a domain name. They do not work at this address of the game.'
    expect([status, body.detail]).toEqual([409, detail])
  } finally {
    await node.close()
  }
})
