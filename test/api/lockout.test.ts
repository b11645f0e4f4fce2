import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFirstAdministrator } from '../../src/areas/accounts/first-administrator.ts'
import { createLoginGuard } from '../../src/areas/accounts/login-guard.ts'
import { startAccounts, type TestAccounts } from '../support/accounts.ts'
import { until } from '../support/projections.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let game: TestAccounts
let admin: ReturnType<TestAccounts['client']>

beforeAll(async () => {
  game = await startAccounts()
  await createFirstAdministrator(game, { username: 'chief', password: 'secret-1' })
  admin = game.client()
  await admin.login('chief')
  for (const name of ['victim', 'mallory']) await game.client().register(name)
})
afterAll(() => game.stop())

let nextHost = 1
let ip: string
beforeEach(() => {
  ip = `198.51.100.${nextHost++}`
})

/** A client after the trusted proxy, at an address. */
const from = (address = ip) => game.client({ 'x-forwarded-for': address })
const wrong = (name = 'victim', address = ip) => from(address).login(name, 'wrong-one')
async function lockIt(name = 'victim', address = ip) {
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await wrong(name, address)).status)
  return statuses
}
/** An attempt without the cost of hashing a password. */
const guess = (name: string, address = ip, secret: 'right' | 'wrong' = 'wrong') =>
  game.lockouts.attempt({ ip: address, device: null, username: name }, game.context(), async () =>
    secret === 'right' ? 'in' : null,
  )
async function besiege(name: string) {
  for (let n = 0; n < 25; n++) expect((await guess(name, `203.0.113.${n % 7}`)).outcome).toBe('failed')
  for (let n = 0; n < 7; n++) await guess('mallory', `203.0.113.${n}`, 'right')
}
/** Names of an attempt's counters, for direct calls of the guard. */
const countersOf = (address: string, account: string) => ({
  ip: address,
  pair: `${address} ${account}`,
  account,
  credential: account,
  trustedBrowser: null,
  trustedAddress: `${address} at ${account}`,
})
const list = async () => (await admin.get('/api/admin/locked-accounts')).body as Record<string, unknown>[]
const listed = async (address = ip) => (await list()).find((record) => record.ip === address)
const lockoutEvents = () => game.events('LoginFailed', 'IpLocked', 'IpUnlocked', 'IpForgotten')

describe('lockout of an address', () => {
  test('the fifth failed login answers 401, the sixth attempt 429 and the minutes until the lock ends', async () => {
    expect(await lockIt()).toEqual([401, 401, 401, 401, 401])
    // Reported to the operator's log once.
    expect(game.lockedAddresses).toEqual([ip])
    const sixth = await wrong()
    expect(sixth.status).toBe(429)
    expect(sixth.body.detail).toBe('Too many failed login attempts. Please try again in 15 minutes.')
    expect(sixth.headers.get('retry-after')).toBe('900')
    game.advance(14 * MINUTE + 1_000)
    expect((await wrong()).body.detail).toBe('Too many failed login attempts. Please try again in 1 minute.')
  })

  test('a locked address responds equally to right and wrong passwords (T11)', async () => {
    await lockIt()
    expect((await from().login('victim')).status).toBe(429)
    expect((await from('192.0.2.200').login('victim')).status).toBe(200)
  })

  test('a locked address keeps its existing sessions (T9)', async () => {
    const client = from()
    await client.login('victim')
    await lockIt('mallory')
    expect((await client.get('/api/user')).status).toBe(200)
  })

  test('ends by itself after 15 minutes', async () => {
    await lockIt()
    game.advance(15 * MINUTE)
    expect((await from().login('victim')).status).toBe(200)
  })

  test('a successful login clears the count', async () => {
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) expect((await wrong('mallory')).status).toBe(401)
      expect((await from().login('mallory')).status).toBe(200)
    }
  })

  test('failures older than 15 minutes do not add up', async () => {
    const address = '198.51.100.240'
    for (let n = 0; n < 6; n++) {
      expect((await wrong(`stranger-${n}`, address)).status).toBe(401)
      game.advance(15 * MINUTE)
    }
  })

  test('unknown users count like known ones (T11)', async () => {
    expect(await lockIt('nobody-at-all')).toEqual([401, 401, 401, 401, 401])
    expect((await wrong('nobody-at-all')).status).toBe(429)
  })

  test('thirty attempts at once get at most five checks (T13)', async () => {
    const before = (await game.events('LoginFailed')).length
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => wrong(`guess-${n}`)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
    expect((await game.events('LoginFailed')).length - before).toBeLessThanOrEqual(5)
    expect(await listed()).toMatchObject({ failedAttempts: 5, isCurrentlyLocked: true })
  })

  test('thirty at once over two nodes get at most five checks together (T13)', async () => {
    const nodes = [createLoginGuard(game), createLoginGuard(game)]
    let checks = 0
    const attempts = Array.from({ length: 30 }, (_, n) =>
      nodes[n % 2]!.attempt(countersOf('two-nodes', `account-${n}`), async () => {
        checks++
        await new Promise((resolve) => setTimeout(resolve, 5))
        return null
      }),
    )
    const outcomes = (await Promise.all(attempts)).map(({ outcome }) => outcome)
    expect([checks, outcomes.filter((outcome) => outcome === 'locked').length]).toEqual([5, 25])
  })

  test('twenty right logins at once from one address all pass', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => from().login('mallory')))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  })

  test('an interrupted check is not a failure', async () => {
    const keys = countersOf('broken-look', 'a')
    for (let n = 0; n < 6; n++)
      await expect(game.guard.attempt(keys, () => Promise.reject(new Error('argon is busy')))).rejects.toThrow('argon')
    expect(await game.guard.attempt(keys, async () => 'in')).toEqual({ outcome: 'succeeded', value: 'in', attempts: 0 })
  })

  test('checks of a process that died count as failures and do not block for ever', async () => {
    const keys = countersOf('dead', 'dead')
    // Five checks that never finish, of a node that then stops.
    const dying = createLoginGuard(game)
    const checks = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
    for (const { resolve } of checks)
      void dying.attempt(keys, () => {
        resolve()
        return new Promise<null>(() => undefined)
      })
    await Promise.all(checks.map(({ promise }) => promise))
    game.advance(31_000)
    const others = countersOf('dead', 'dead-2')
    expect(await game.guard.attempt(others, async () => null)).toMatchObject({ outcome: 'failed', attempts: 5 })
    // The wait is measured from when the lock was detected: an attempt in the queue began before the lock.
    const { at } = game.context()
    expect(await game.guard.attempt(others, async () => 'in')).toMatchObject({ outcome: 'locked', at })
  })
})

describe('addresses', () => {
  test('IPv6 locks by /64, the next /64 is free (T9)', async () => {
    const addresses = [1, 2, 3, 4, 5].map((n) => `2001:db8:1:2::${n}`)
    for (const address of addresses) expect((await wrong('victim', address)).status).toBe(401)
    expect((await wrong('victim', '2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await wrong('nobody-2', '2001:db8:1:3::1')).status).toBe(401)
    expect(await listed('2001:db8:1:2::/64')).toMatchObject({ isCurrentlyLocked: true })
    await admin.post('/api/admin/unlock-account', { ip: '2001:db8:1:2::/64' })
    expect(await listed('2001:db8:1:2::/64')).toBeUndefined()
  })

  test('a proxy that puts the port after the address: the address is locked, shown and unlocked', async () => {
    for (let n = 0; n < 5; n++) expect((await wrong('victim', `${ip}:${50_000 + n}`)).status).toBe(401)
    expect((await wrong('victim', `${ip}:50009`)).status).toBe(429)
    expect((await wrong()).status).toBe(429)
    expect(await listed()).toMatchObject({ isCurrentlyLocked: true })
    await admin.post('/api/admin/unlock-account', { ip: `${ip}:50009` })
    expect((await from(`${ip}:50010`).login('victim')).status).toBe(200)
  })

  test('unparsable addresses are one client, which can be unlocked by its name in the list', async () => {
    for (let n = 0; n < 5; n++) expect((await wrong('victim', `_hidden${n}`)).status).toBe(401)
    expect((await wrong('victim', 'unknown')).status).toBe(429)
    expect(await listed('unknown')).toMatchObject({ isCurrentlyLocked: true })
    await admin.post('/api/admin/unlock-account', { ip: 'unknown' })
    expect((await wrong('victim', '_hidden9')).status).toBe(401)
    await admin.post('/api/admin/unlock-account', { ip: 'unknown' })
  })
})

describe('limits besides the address', () => {
  test('own logins in between do not allow endless guesses at a victim (T7)', async () => {
    await game.client().register('target-1')
    let guesses = 0
    for (let round = 0; round < 10; round++) {
      for (let n = 0; n < 4; n++) if ((await wrong('target-1')).status === 401) guesses++
      expect((await from().login('mallory')).status).toBe(200)
    }
    expect(guesses).toBe(10)
    // Only this account from this address is delayed; neither the address nor the account is locked.
    expect((await wrong('target-1')).status).toBe(429)
    expect((await from('192.0.2.77').login('target-1')).status).toBe(200)
  })

  test('own logins in between do not allow endless guesses at many victims either: the thirtieth failure locks the address', async () => {
    for (let n = 0; n < 29; n++) {
      expect((await guess(`sprayed-${n % 8}`)).outcome).toBe('failed')
      if (n % 4 === 3) await guess('mallory', ip, 'right')
    }
    expect((await from().login('mallory')).status).toBe(200)
    expect((await wrong('sprayed-9')).status).toBe(401)
    expect((await from().login('mallory')).status).toBe(429)
    await game.caughtUp()
    expect(await listed()).toMatchObject({ failedAttempts: 30, isCurrentlyLocked: true, remainingLockTimeMinutes: 15 })
    const unlocked = await admin.post('/api/admin/unlock-account', { ip })
    expect(unlocked.body.message).toBe(`${ip} has been unlocked`)
    expect((await wrong('sprayed-9')).status).toBe(401)
    expect((await from().login('mallory')).status).toBe(200)
  })
})

describe('T77: an account after 25 failures of strangers, from seven addresses', () => {
  let home: ReturnType<TestAccounts['client']>
  beforeAll(async () => {
    await from('192.0.2.60').register('throttled')
  })
  beforeEach(async () => {
    // Each in its own hour.
    game.advance(61 * MINUTE)
    home = from('192.0.2.60')
    await home.login('throttled')
    await besiege('throttled')
  })

  test('refuses strangers until the hour is over, whatever the password, and offers a link by mail', async () => {
    for (const secret of ['secret-1', 'wrong-one']) {
      const refused = await from().login('throttled', secret)
      expect([refused.status, refused.headers.get('retry-after'), refused.body.detail]).toEqual([
        429,
        '3600',
        'Too many failed logins to this account. Sign in from a device you’ve used before, or get a link by email. Please try again in 60 minutes.',
      ])
    }
    game.advance(60 * MINUTE)
    expect((await from().login('throttled')).status).toBe(200)
  })

  test('a browser that has signed in to it is not delayed, at any address; its cookie does not help with another account', async () => {
    const away = from('192.0.2.62')
    away.jar.browser = home.jar.browser
    expect((await from('192.0.2.64').login('throttled')).status).toBe(429)
    expect((await away.login('throttled')).status).toBe(200)
    await besiege('throttled-too')
    expect((await away.login('throttled-too', 'wrong-one')).status).toBe(429)
  })

  test('an address that has signed in to it is not delayed, in any browser', async () => {
    expect((await from('192.0.2.66').login('throttled')).status).toBe(429)
    expect((await from('192.0.2.60').login('throttled')).status).toBe(200)
  })

  test('behaves the same if no account has the name (T11)', async () => {
    await besiege('no-target')
    const next = await wrong('no-target', '192.0.2.68')
    expect([next.status, next.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(next.body.detail).toContain('Too many failed logins to this account.')
  })

  test('accepts the password that an administrator has set, on a trusted device', async () => {
    const { id } = (await home.get('/api/user')).body
    await game.accounts.setPassword(id, 'set-by-chief', 'admin', game.context())
    expect((await from('192.0.2.66').login('throttled', 'set-by-chief')).status).toBe(429)
    expect((await home.login('throttled', 'set-by-chief')).status).toBe(200)
    await game.accounts.setPassword(id, 'secret-1', 'admin', game.context())
  })
})

describe('the record in the log', () => {
  test('has LoginFailed for each check, IpLocked for the fifth, and nothing for attempts on a locked address (T13)', async () => {
    const before = (await lockoutEvents()).length
    await lockIt()
    const types = (await lockoutEvents()).slice(before).map((event) => event.type)
    expect(types).toEqual([...Array(5).fill('LoginFailed'), 'IpLocked'])
    for (let n = 0; n < 5; n++) await wrong()
    expect((await lockoutEvents()).length - before).toBe(6)
  })

  test('holds no address in the clear, neither in data nor in stream names', async () => {
    await lockIt()
    expect(JSON.stringify(await lockoutEvents())).not.toContain(ip)
  })

  test('with the log away the fifth failure locks all the same', async () => {
    game.fault.away = true
    try {
      expect(await lockIt()).toEqual([401, 401, 401, 401, 401])
      expect((await wrong()).status).toBe(429)
      expect(game.lost.length).toBeGreaterThan(0)
    } finally {
      game.fault.away = false
    }
  })
})

describe('/api/admin/locked-accounts and unlocking', () => {
  test('lists a locked address with its attempts and minutes', async () => {
    await lockIt()
    game.advance(30_000)
    expect(await listed()).toEqual({
      ip,
      failedAttempts: 5,
      isCurrentlyLocked: true,
      remainingLockTimeMinutes: 15,
      lastAttempt: new Date(game.clock.now() - 30_000).toISOString(),
    })
  })

  test('an expired lock is shown as auto-unlocked for a day', async () => {
    await lockIt()
    game.advance(15 * MINUTE)
    const over = { isCurrentlyLocked: false, remainingLockTimeMinutes: 0 }
    expect(await listed()).toMatchObject(over)
    await game.lockouts.sweep(game.context())
    await game.caughtUp()
    expect(await listed()).toMatchObject(over)
    expect((await game.events('IpUnlocked')).at(-1)?.data).toMatchObject({ how: 'expired' })
    game.advance(DAY)
    expect(await listed()).toBeUndefined()
  })

  test('the administrators’ pages are notified of locks', async () => {
    game.changes.length = 0
    await lockIt()
    await until('heard', () => game.changes.some(({ room, topic }) => room === 'admins' && topic === 'lockouts'))
  })

  test('an administrator unlocks one address; it may log in at once', async () => {
    await lockIt()
    const answer = await admin.post('/api/admin/unlock-account', { ip })
    expect([answer.status, answer.body]).toEqual([200, { message: `${ip} has been unlocked` }])
    expect(await listed()).toBeUndefined()
    expect((await from().login('victim')).status).toBe(200)
    const [last] = (await game.events('IpUnlocked')).slice(-1)
    expect([last?.data, last?.metadata.actor]).toEqual([
      expect.objectContaining({ how: 'admin' }),
      (await admin.get('/api/user')).body.id,
    ])
  })

  test('unlocking twice, or without a lock, changes nothing (T62)', async () => {
    await lockIt()
    await admin.post('/api/admin/unlock-account', { ip })
    const before = (await lockoutEvents()).length
    const again = await admin.post('/api/admin/unlock-account', { ip })
    expect([again.status, again.body]).toEqual([200, { message: `${ip} was not locked` }])
    expect((await lockoutEvents()).length).toBe(before)
  })

  test.each(['', 'localhost', '1.2.3', '10', '1.2.3.4/8', '::1/128', "1.2.3.4' or 1=1", '999.1.1.1'])(
    'unlocking %j is 400 (T62)',
    async (bad) => {
      expect((await admin.post('/api/admin/unlock-account', { ip: bad })).status).toBe(400)
    },
  )

  test('all at once, including expired ones', async () => {
    await lockIt('victim', '192.0.2.1')
    game.advance(15 * MINUTE)
    await lockIt('mallory', '192.0.2.2')
    expect((await list()).length).toBeGreaterThanOrEqual(2)
    const answer = await admin.post('/api/admin/unlock-all')
    expect([answer.status, answer.body]).toEqual([200, { message: 'All accounts have been unlocked' }])
    expect(await list()).toEqual([])
    expect((await from('192.0.2.2').login('mallory')).status).toBe(200)
    expect((await admin.post('/api/admin/unlock-all')).status).toBe(200)
  })

  test('updates the table first: with the log away the address may log in although the answer is 503', async () => {
    await lockIt()
    await game.caughtUp()
    game.fault.away = true
    const answer = await admin.post('/api/admin/unlock-account', { ip })
    game.fault.away = false
    expect(answer.status).toBe(503)
    expect((await from().login('victim')).status).toBe(200)
  })
})

describe('retention', () => {
  test('old counters are swept, running locks stay', async () => {
    await wrong('sweep-me')
    game.advance(61 * MINUTE)
    await lockIt('victim', '192.0.2.9')
    await game.guard.sweep(game.context().at)
    const { rows } = await game.database.pool.query('select scope, failed from app.login_attempts order by scope')
    expect(rows.filter(({ scope }) => scope === 'ip')).toEqual([{ scope: 'ip', failed: 5 }])
    expect((await wrong('victim', '192.0.2.9')).status).toBe(429)
  })

  test('never more than 100,000 counters, the newest of them (T13)', async () => {
    await game.database.pool.query(
      `insert into app.login_attempts (scope, key, failed, since, last_at)
       select 'account', 'flood-' || n, 1, $1::timestamptz, $1::timestamptz - n * interval '1 microsecond' from generate_series(1, 100500) n`,
      [game.context().at],
    )
    await game.guard.sweep(game.context().at)
    const { rows } = await game.database.pool.query('select count(*) as n from app.login_attempts')
    expect(rows[0].n).toBe(100_000)
    expect((await wrong('victim', '192.0.2.9')).status).toBe(429)
    await game.database.pool.query(`delete from app.login_attempts where key like 'flood-%'`)
  })

  test('addresses are removed from the read model before the day’s key is, and a rebuild agrees', async () => {
    await lockIt()
    await game.caughtUp()
    game.advance(29 * DAY)
    await game.lockouts.sweep(game.context())
    await game.lockouts.sweep(game.context())
    await game.caughtUp()
    expect((await game.database.pool.query('select from read.lockouts where ip = $1', [ip])).rows).toHaveLength(1)
    game.advance(16 * MINUTE)
    await game.lockouts.sweep(game.context())
    await game.caughtUp()
    expect((await game.database.pool.query('select from read.lockouts')).rows).toHaveLength(0)
    game.advance(2 * DAY)
    expect(await game.personal.destroyOldDayKeys(game.context().at)).toBeGreaterThan(0)
    const [verified] = await game.engine.verify(['people'])
    expect(verified).toMatchObject({ name: 'people', same: true })
    await game.engine.rebuild('people')
    expect((await game.database.pool.query('select from read.lockouts')).rows).toHaveLength(0)
  })
})
