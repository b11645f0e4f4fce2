import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { Database } from '../../database/database.ts'
import { clientOf } from './ip.ts'
import { type AttemptKeys, createLoginGuard, type LoginGuard } from './login-guard.ts'
import { createRegistrationGuard } from './registration-guard.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let database: Database & { drop(): Promise<void> }
let now = Date.parse('2026-08-01T12:00:00.000Z')
const clock = { now: () => now }
const at = () => new Date(now).toISOString()
let guard: LoginGuard
let name: string

beforeAll(async () => {
  database = await testDatabase()
  guard = createLoginGuard({ database, clock })
})
afterAll(() => database.drop())

let tests = 0
beforeEach(() => {
  // Each test uses a username and a day of its own.
  name = `victim-${++tests}`
  now = Date.parse('2026-08-01T12:00:00.000Z') + tests * DAY
})

/** The counters' keys, not hashed. */
function keysOf(address: string, account = name, browser: string | null = null): AttemptKeys {
  const ip = clientOf(address)
  return {
    ip,
    pair: `${ip} ${account}`,
    account,
    credential: account,
    trustedBrowser: browser && `${browser} ${account}`,
    trustedAddress: `${ip} at ${account}`,
  }
}

const attempt = (address: string, secret: 'right' | 'wrong', account = name, browser: string | null = null) =>
  guard.attempt(keysOf(address, account, browser), async () => (secret === 'right' ? 'in' : null))
const outcomeOf = async (...args: Parameters<typeof attempt>) => (await attempt(...args)).outcome
/** A failure, then a login to another account, which clears the failures of the address. */
async function guess(address: string, account = name) {
  const { outcome } = await attempt(address, 'wrong', account)
  if (outcome === 'failed') await attempt(address, 'right', `own-of-${address}`)
  return outcome
}
async function throttled() {
  for (let n = 0; n < 25; n++) expect(await guess(`198.51.100.${n % 7}`)).toBe('failed')
}

let users = 0
/** An account with trusted devices. */
async function withTrustedDevices(...devices: readonly (string | null)[]): Promise<number> {
  const id = ++users
  await database.pool.query(
    `insert into app.credentials (user_id, account_key, password_hash, role, claimed, created_at) values ($1, $2, 'x', 'user', true, $3)`,
    [id, name, at()],
  )
  await guard.remember(
    id,
    devices.filter((place) => place !== null),
    at(),
  )
  return id
}

describe('T77: an account with 25 failures by strangers within the hour', () => {
  test('refuses strangers until the hour is over, even with the right password', async () => {
    const until = new Date(now + HOUR).toISOString()
    await throttled()
    now += 59 * MINUTE
    let looked = false
    const answer = await guard.attempt(keysOf('192.0.2.1'), async () => {
      looked = true
      return 'in'
    })
    expect([answer, looked]).toEqual([{ outcome: 'throttled', until, at: at() }, false])
    now += MINUTE
    expect(await outcomeOf('192.0.2.1', 'right')).toBe('succeeded')
  })

  test('refused attempts do not make the wait longer', async () => {
    await throttled()
    for (let minute = 0; minute < 60; minute++, now += MINUTE)
      expect(await outcomeOf('192.0.2.1', 'wrong')).toBe('throttled')
    expect(await outcomeOf('192.0.2.1', 'wrong')).toBe('failed')
  })

  test('a right password in between does not reset the count', async () => {
    for (let n = 0; n < 25; n++) {
      expect(await outcomeOf(`192.0.2.${n}`, 'right')).toBe('succeeded')
      expect(await outcomeOf(`192.0.2.${n}`, 'wrong')).toBe('failed')
    }
    expect(await outcomeOf('192.0.2.30', 'right')).toBe('throttled')
  })

  test('T13: sixty addresses at once on two nodes get 25 checks in total', async () => {
    const nodes = [guard, createLoginGuard({ database, clock })]
    const outcomes = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, n) => (await nodes[n % 2]!.attempt(keysOf(`192.0.2.${n}`), async () => null)).outcome,
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(25)
    expect(outcomes.filter((outcome) => outcome === 'throttled')).toHaveLength(35)
  })

  test('an interrupted check, as when all cores are busy, is not a failure', async () => {
    for (let n = 0; n < 24; n++) await guess(`198.51.100.${n % 7}`)
    const busy = () => guard.attempt(keysOf('192.0.2.1'), () => Promise.reject(new Error('busy')))
    for (let n = 0; n < 3; n++) await expect(busy()).rejects.toThrow('busy')
    expect(await outcomeOf('192.0.2.1', 'right')).toBe('succeeded')
  })
})

test('attempts from many addresses and nodes at the same accounts do not deadlock', async () => {
  const nodes = [guard, createLoginGuard({ database, clock })]
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const keys = keysOf(`192.0.2.${n % 13}`, `${name}-${n % 7}`)
      return (await nodes[n % 2]!.attempt(keys, async () => 'in')).outcome
    }),
  )
  expect(new Set(outcomes)).toEqual(new Set(['succeeded']))
})

describe('trusted devices of an account', () => {
  test('a trusted browser is not throttled by failures of others, from any address', async () => {
    await withTrustedDevices(`firefox ${name}`)
    await throttled()
    expect(await outcomeOf('192.0.2.2', 'right')).toBe('throttled')
    expect(await outcomeOf('192.0.2.3', 'right', name, 'firefox')).toBe('succeeded')
    expect(await outcomeOf('192.0.2.4', 'right', name, 'chrome')).toBe('throttled')
  })

  test('a trusted address is not throttled either, nor another one in its /64', async () => {
    await withTrustedDevices(`2001:db8:1:1::/64 at ${name}`)
    await throttled()
    expect(await outcomeOf('2001:db8:1:1::abcd', 'right')).toBe('succeeded')
    expect(await outcomeOf('2001:db8:1:2::1', 'right')).toBe('throttled')
  })

  test('failures of a trusted browser do not throttle others', async () => {
    await withTrustedDevices(`firefox ${name}`)
    for (let n = 0; n < 25; n++) await attempt(`192.0.2.${n}`, 'wrong', name, 'firefox')
    for (let n = 30; n < 40; n++) expect(await outcomeOf(`192.0.2.${n}`, 'wrong')).toBe('failed')
  })

  test('a trusted browser has its own 25 failures an hour, separate from strangers', async () => {
    await withTrustedDevices(`firefox ${name}`)
    for (let n = 0; n < 25; n++) expect(await outcomeOf(`192.0.2.${n}`, 'wrong', name, 'firefox')).toBe('failed')
    expect(await outcomeOf('192.0.2.31', 'right', name, 'firefox')).toBe('throttled')
    expect(await outcomeOf('192.0.2.32', 'right')).toBe('succeeded')
    now += HOUR
    expect(await outcomeOf('192.0.2.31', 'right', name, 'firefox')).toBe('succeeded')
  })

  test('a success clears its own counter', async () => {
    await withTrustedDevices(`firefox ${name}`)
    for (let n = 0; n < 60; n++) {
      expect(await outcomeOf(`192.0.2.${n}`, 'wrong', name, 'firefox')).toBe('failed')
      if (n % 20 === 19) await attempt('192.0.2.200', 'right', name, 'firefox')
    }
  })

  test('a trusted device is deleted after 90 days, and with the account', async () => {
    const id = await withTrustedDevices(`firefox ${name}`)
    now += 90 * DAY - HOUR
    await throttled()
    expect(await outcomeOf('192.0.2.3', 'right', name, 'firefox')).toBe('succeeded')
    now += HOUR
    await throttled()
    expect(await outcomeOf('192.0.2.3', 'right', name, 'firefox')).toBe('throttled')
    await guard.sweep(at())
    const { rows } = await database.pool.query('select from app.known_places where user_id = $1', [id])
    expect(rows).toHaveLength(0)
    await guard.remember(id, ['a', 'b'], at())
    await database.pool.query('delete from app.credentials where user_id = $1', [id])
    expect((await database.pool.query('select from app.known_places where user_id = $1', [id])).rows).toHaveLength(0)
    await guard.remember(id, ['a'], at())
    expect((await database.pool.query('select from app.known_places where user_id = $1', [id])).rows).toHaveLength(0)
  })

  test('the newest 50 trusted devices of an account are kept', async () => {
    const id = await withTrustedDevices(null)
    for (let n = 0; n < 52; n++) {
      now += SECOND
      await guard.remember(id, [`place-${n}`], at())
    }
    const { rows } = await database.pool.query('select place from app.known_places where user_id = $1', [id])
    expect(rows.map(({ place }) => place)).toEqual(
      expect.arrayContaining(Array.from({ length: 50 }, (_, n) => `place-${n + 2}`)),
    )
    expect(rows).toHaveLength(50)
  })
})

describe('spraying', () => {
  test('four guesses, then an own login, across 40 accounts: the thirtieth failure locks the address for 15 minutes', async () => {
    const answers = []
    for (let victim = 0; victim < 40; victim++) {
      for (let n = 0; n < 4; n++) answers.push(await attempt('203.0.113.50', 'wrong', `${name}-${victim}`))
      answers.push(await attempt('203.0.113.50', 'right', 'own'))
    }
    expect(answers.filter(({ outcome }) => outcome === 'failed')).toHaveLength(30)
    const [last] = answers.filter(({ outcome }) => outcome === 'failed').slice(-1)
    expect(last).toMatchObject({ attempts: 30, lockedUntil: new Date(now + 15 * MINUTE).toISOString() })
    expect(answers.at(-1)).toMatchObject({ outcome: 'locked' })
  })

  test('after the lock one more failure within the hour locks again, a right password passes', async () => {
    const address = '203.0.113.51'
    for (let n = 0; n < 30; n++) await guess(address, `${name}-${n % 10}`)
    now += 15 * MINUTE
    expect(await outcomeOf(address, 'right', 'own')).toBe('succeeded')
    expect(await attempt(address, 'wrong', `${name}-11`)).toMatchObject({
      attempts: 31,
      lockedUntil: expect.any(String),
    })
    now += 45 * MINUTE
    expect(await attempt(address, 'wrong', `${name}-12`)).toMatchObject({ attempts: 1, lockedUntil: null })
  })

  test('guesses at once get at most thirty checks', async () => {
    const address = '203.0.113.52'
    for (let n = 0; n < 28; n++) await guess(address, `${name}-${n}`)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => outcomeOf(address, 'wrong', `${name}-x${n}`)),
    )
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(2)
  })

  test('thirty failures at two usernames are not spraying', async () => {
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 10; n++) expect(await guess('203.0.113.53', `${name}-${n % 2}`)).toBe('failed')
      now += 15 * MINUTE
    }
    expect(await outcomeOf('203.0.113.53', 'wrong', `${name}-0`)).toBe('failed')
  })

  test('typing errors in a trusted browser do not lock a school with one address', async () => {
    await withTrustedDevices(`firefox ${name}`)
    const address = '203.0.113.54'
    for (let n = 0; n < 29; n++) await guess(address, `${name}-${n}`)
    for (let n = 0; n < 4; n++)
      expect(await attempt(address, 'wrong', name, 'firefox')).toMatchObject({ outcome: 'failed', lockedUntil: null })
  })
})

describe('unlocking an address', () => {
  test('lifts every limit that it has run into', async () => {
    const address = '203.0.113.60'
    const registrations = createRegistrationGuard({ database, clock })
    for (let n = 0; n < 30; n++) await guess(address, `${name}-${n % 10}`)
    for (let n = 0; n < 301; n++) await registrations.pass(address, async () => null)
    await throttled()
    expect(await outcomeOf(address, 'right')).toBe('locked')
    expect(await guard.unlock(address)).toEqual([address])
    expect(await guard.unlock(address)).toEqual([])
    expect(await outcomeOf(address, 'right')).toBe('succeeded')
    for (let n = 0; n < 29; n++) expect(await guess(address, `${name}-${n % 10}`)).toBe('failed')
    expect(await registrations.pass(address, async () => 'in')).toEqual({ outcome: 'ran', value: 'in' })
  })

  test('leaves the limits of other addresses', async () => {
    for (let n = 0; n < 5; n++) await attempt('203.0.113.61', 'wrong', `${name}-other`)
    await throttled()
    await guard.unlock('203.0.113.62')
    expect(await outcomeOf('203.0.113.61', 'right')).toBe('locked')
    expect(await outcomeOf('203.0.113.62', 'right')).toBe('throttled')
  })

  test('without an address lifts all limits', async () => {
    await throttled()
    expect(await outcomeOf('192.0.2.2', 'right')).toBe('throttled')
    await guard.unlock(null)
    for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4'])
      expect(await outcomeOf(address, 'right')).toBe('succeeded')
  })
})

describe('registrations', () => {
  test('from one address are limited to 300 an hour across all nodes; others continue', async () => {
    const nodes = [createRegistrationGuard({ database, clock }), createRegistrationGuard({ database, clock })]
    const outcomes = await Promise.all(
      Array.from({ length: 310 }, (_, n) => nodes[n % 2]!.pass('203.0.113.70', async () => null)),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'ran')).toHaveLength(300)
    now += HOUR - SECOND
    const until = new Date(now + SECOND).toISOString()
    expect(await nodes[0]!.pass('203.0.113.70', async () => null)).toEqual({ outcome: 'full', until, at: at() })
    expect(await nodes[0]!.pass('203.0.113.71', async () => null)).toMatchObject({ outcome: 'ran' })
    now += SECOND
    expect(await nodes[0]!.pass('203.0.113.70', async () => null)).toMatchObject({ outcome: 'ran' })
  })

  test('that fail, as when a store is unavailable, do not count', async () => {
    const registrations = createRegistrationGuard({ database, clock })
    const broken = () => registrations.pass('203.0.113.72', () => Promise.reject(new Error('away')))
    for (let n = 0; n < 3; n++) await expect(broken()).rejects.toThrow('away')
    const { rows } = await database.pool.query(
      `select failed from app.login_attempts where scope = 'registration' and key = '203.0.113.72'`,
    )
    expect(rows).toEqual([{ failed: 0 }])
  })

  test('that fail in the next hour refund nothing of that hour', async () => {
    const registrations = createRegistrationGuard({ database, clock })
    const broken = registrations.pass('203.0.113.75', async () => {
      now += HOUR
      await registrations.pass('203.0.113.75', async () => null)
      throw new Error('away')
    })
    await expect(broken).rejects.toThrow('away')
    const { rows } = await database.pool.query(
      `select failed from app.login_attempts where scope = 'registration' and key = '203.0.113.75'`,
    )
    expect(rows).toEqual([{ failed: 1 }])
  })

  test('run four at once, so that one address leaves capacity for others; more than the queue holds are refused', async () => {
    const registrations = createRegistrationGuard({ database, clock })
    const gate = Promise.withResolvers<void>()
    let inside = 0
    const many = Array.from({ length: 505 }, () =>
      registrations.pass('203.0.113.73', async () => {
        inside++
        await gate.promise
      }),
    )
    await expect(many.at(-1)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 5 })
    await registrations.pass('203.0.113.74', async () => 'in')
    await expect.poll(() => inside).toBe(4)
    gate.resolve()
    expect((await Promise.allSettled(many)).filter(({ status }) => status === 'fulfilled')).toHaveLength(504)
  })
})

test('counters are swept after their hour, not before', async () => {
  await throttled()
  await guard.sweep(at())
  expect(await outcomeOf('192.0.2.2', 'right')).toBe('throttled')
  now += HOUR + SECOND
  await guard.sweep(at())
  const { rows } = await database.pool.query(
    'select scope, key from app.login_attempts where $1 in (key, account_key)',
    [name],
  )
  expect(rows).toEqual([])
})
