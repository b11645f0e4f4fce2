import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import type { Database } from '../database/database.ts'
import { clientOf, networkOf } from './ip.ts'
import { createKnownPlaces } from './known-places.ts'
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
  // Each begins with a name of its own, in a day of its own.
  name = `victim-${++tests}`
  now = Date.parse('2026-08-01T12:00:00.000Z') + tests * DAY
})

/** The counters' names, in the clear. */
function keysOf(address: string, account = name, browser: string | null = null): AttemptKeys {
  const ip = clientOf(address)
  return {
    ip,
    network: networkOf(ip),
    pair: `${ip} ${account}`,
    account,
    credential: account,
    browserPlace: browser && `${browser} ${account}`,
    addressPlace: `${ip} at ${account}`,
  }
}

const attempt = (address: string, secret: 'right' | 'wrong', account = name, browser: string | null = null) =>
  guard.attempt(keysOf(address, account, browser), async () => (secret === 'right' ? 'in' : null))
const outcomeOf = async (...args: Parameters<typeof attempt>) => (await attempt(...args)).outcome
/** A failure, then a login of one's own, which clears what the address has failed. */
async function guess(address: string, account = name) {
  const { outcome } = await attempt(address, 'wrong', account)
  if (outcome === 'failed') await attempt(address, 'right', `own-of-${address}`)
  return outcome
}
/** Seconds that an attempt is told to wait; 0 where it was looked at. */
async function waitOf(address: string, secret: 'right' | 'wrong' = 'wrong') {
  const answer = await attempt(address, secret)
  return answer.outcome === 'not-yet' ? (Date.parse(answer.until) - now) / SECOND : 0
}
async function exhausted() {
  for (let n = 0; n < 25; n++) expect(await guess(`198.51.100.${n % 7}`)).toBe('failed')
}
/** An address of a network that nothing has come from yet. */
const stranger = (n: number) => `192.0.${n}.1`
/** Comes when told, until the password is looked at; `meanwhile` runs at every second, before. Gives the seconds it took. */
async function comesIn(address: string, meanwhile: () => Promise<unknown> = async () => undefined): Promise<number> {
  const came = now
  for (let due = now; ; now += SECOND) {
    await meanwhile()
    if (now < due) continue
    const answer = await attempt(address, 'right')
    if (answer.outcome === 'succeeded') return (now - came) / SECOND
    if (answer.outcome !== 'not-yet') throw new Error(answer.outcome)
    due = Date.parse(answer.until)
  }
}

let users = 0
/** An account that has signed in from places. */
async function atHome(...places: readonly (string | null)[]): Promise<number> {
  const id = ++users
  await database.pool.query(
    `insert into app.credentials (user_id, account_key, password_hash, role, claimed, created_at) values ($1, $2, 'x', 'user', true, $3)`,
    [id, name, at()],
  )
  await createKnownPlaces(database).remember(
    id,
    places.filter((place) => place !== null),
    at(),
  )
  return id
}

describe('an account that strangers have failed at 25 times within the hour', () => {
  test('takes the right password from a fresh address at once', async () => {
    await exhausted()
    expect(await outcomeOf('192.0.2.1', 'right')).toBe('succeeded')
  })

  test('is tried by one stranger every ten seconds', async () => {
    await exhausted()
    expect([await waitOf(stranger(1)), await waitOf(stranger(2))]).toEqual([0, 10])
    now += 9 * SECOND
    expect([await waitOf(stranger(2)), await waitOf(stranger(1))]).toEqual([1, 11])
    now += SECOND
    await waitOf(stranger(3))
    expect([await waitOf(stranger(2)), await waitOf(stranger(3))]).toEqual([0, 15])
  })

  test('does not look at a password that comes before its turn', async () => {
    await exhausted()
    await attempt('192.0.2.1', 'wrong')
    let looked = false
    const answer = await guard.attempt(keysOf('192.0.2.2'), async () => {
      looked = true
      return 'in'
    })
    expect([answer.outcome, looked]).toEqual(['not-yet', false])
  })

  test('is free again an hour after the first failure, without an end to the waiting before', async () => {
    await exhausted()
    await attempt('192.0.2.1', 'wrong')
    expect(await outcomeOf('192.0.2.2', 'right')).toBe('not-yet')
    now += HOUR
    for (let n = 0; n < 10; n++) expect(await outcomeOf(`192.0.2.${n}`, 'wrong')).toBe('failed')
  })

  test('a turn is taken once, also by many networks at once on two nodes', async () => {
    await exhausted()
    const nodes = [guard, createLoginGuard({ database, clock })]
    const looks = async (from: number) => {
      const attempts = Array.from({ length: 10 }, (_, n) =>
        nodes[n % 2]!.attempt(keysOf(stranger(from + n)), async () => null),
      )
      return (await Promise.all(attempts)).filter(({ outcome }) => outcome === 'failed').length
    }
    expect(await looks(0)).toBe(1)
    now += 15 * SECOND
    expect(await looks(20)).toBe(1)
  })

  test('a turn that came to nothing, as where the cores are busy, is open again', async () => {
    await exhausted()
    const busy = guard.attempt(keysOf('192.0.2.1'), () => Promise.reject(new Error('busy')))
    await expect(busy).rejects.toThrow('busy')
    expect(await outcomeOf('192.0.2.1', 'right')).toBe('succeeded')
  })

  test('who tries again while the first look runs is no newcomer any more', async () => {
    await exhausted()
    const look = Promise.withResolvers<null>()
    const running = Promise.withResolvers<void>()
    const first = guard.attempt(keysOf(stranger(1)), () => {
      running.resolve()
      return look.promise
    })
    await running.promise
    expect([await waitOf(stranger(1)), await waitOf(stranger(2))]).toEqual([20, 10])
    look.resolve(null)
    await first
  })
})

describe('while others go on guessing', () => {
  const range = (count: number) => Array.from({ length: count }, (_, n) => n)
  const addresses = range(6).map((n) => `203.0.${n}.1`)
  const oneNetwork = range(12).map((n) => `2001:db8:77:${n}::1`)
  const neighbours = range(12).map((n) => `203.0.113.${n}`)

  test('forty fresh networks that asked once and went away hold up the owner at another for 15 seconds at most', async () => {
    await exhausted()
    const looked = await Promise.all(range(40).map((n) => outcomeOf(stranger(n), 'wrong')))
    expect(looked.filter((outcome) => outcome === 'failed')).toHaveLength(1)
    expect(await comesIn('192.0.200.1')).toBeLessThanOrEqual(15)
  })

  test.each([
    ['six networks', addresses],
    ['the many /64 of one /48', oneNetwork],
    ['the addresses of one /24', neighbours],
  ])('every second, from %s: the owner comes in from a fresh network within 20 seconds', async (_what, attackers) => {
    await exhausted()
    const looks: number[] = []
    const known = new Set<string>()
    const attack = async () => {
      for (const address of attackers) {
        if ((await guess(address)) !== 'failed') continue
        looks.push(now)
        known.add(networkOf(clientOf(address)))
      }
    }
    // Until every network has failed here, and none is a newcomer any more.
    for (
      ;
      known.size < new Set(attackers.map((address) => networkOf(clientOf(address)))).size || looks.length < 3;
      now += SECOND
    )
      await attack()
    expect(await comesIn('192.0.2.1', attack)).toBeLessThanOrEqual(20)
    for (const [n, at] of looks.slice(1).entries()) expect(at - looks[n]!).toBeGreaterThanOrEqual(10 * SECOND)
  })

  test('the owner who mistypes first waits no longer than a turn of each of the others, and one', async () => {
    await exhausted()
    const known = new Set<string>()
    const attack = async () => {
      for (const address of addresses) if ((await guess(address)) === 'failed') known.add(address)
    }
    for (; known.size < addresses.length; now += SECOND) await attack()
    while ((await outcomeOf('192.0.2.1', 'wrong')) === 'not-yet') {
      now += SECOND
      await attack()
    }
    expect(await comesIn('192.0.2.1', attack)).toBeLessThanOrEqual(20 * (addresses.length + 1))
  })

  test('fresh networks hold up the owner only as long as they come back for their turns, each for one', async () => {
    await exhausted()
    const fresh = new Set(range(6).map(stranger))
    const attack = async () => {
      for (const address of fresh) if ((await outcomeOf(address, 'wrong')) === 'failed') fresh.delete(address)
    }
    await attack()
    expect(await comesIn('192.0.200.1', attack)).toBeLessThanOrEqual(20 * 7)
  })

  test('of the newcomers who asked, chance says who is first, however often and early the others ask', async () => {
    let firsts = 0
    const accounts = range(40).map((n) => `${name}-${n}`)
    for (const account of accounts) {
      await database.pool.query(
        `insert into app.login_attempts (scope, key, failed, since, last_at) values ('account', $1, 25, $2, $2)`,
        [account, at()],
      )
      const others = [1, 2, 3].map((n) => stranger(n))
      await attempt('192.0.100.1', 'wrong', account)
      for (const address of [...others, ...others, '192.0.200.1']) await attempt(address, 'wrong', account)
      now += 10 * SECOND
      for (const address of others) await attempt(address, 'wrong', account)
      if ((await outcomeOf('192.0.200.1', 'right', account)) === 'succeeded') firsts++
    }
    expect(firsts).toBeGreaterThanOrEqual(4)
    expect(firsts).toBeLessThanOrEqual(20)
  })

  test('who was drawn has half of the turn; then it is whoever’s', async () => {
    await exhausted()
    for (const n of [1, 2, 3]) await attempt(stranger(n), 'wrong')
    now += 10 * SECOND
    // A second later than told: the draw holds.
    now += SECOND
    const waits = [await waitOf(stranger(4)), await waitOf('198.51.100.1')]
    expect(waits).toEqual([4, 9])
    now += 4 * SECOND
    expect(await waitOf(stranger(4))).toBe(0)
  })
})

describe('from where the account has signed in before', () => {
  test('a browser is not held up by what others fail, from whatever address', async () => {
    await atHome(`firefox ${name}`)
    await exhausted()
    await attempt('192.0.2.1', 'wrong')
    expect(await outcomeOf('192.0.2.2', 'right')).toBe('not-yet')
    expect(await outcomeOf('192.0.2.3', 'right', name, 'firefox')).toBe('succeeded')
    expect(await outcomeOf('192.0.2.4', 'right', name, 'chrome')).toBe('not-yet')
  })

  test('an address is not either, be it another of its /64', async () => {
    await atHome(`2001:db8:1:1::/64 at ${name}`)
    await exhausted()
    await attempt('192.0.2.1', 'wrong')
    expect(await outcomeOf('2001:db8:1:1::abcd', 'right')).toBe('succeeded')
    expect(await outcomeOf('2001:db8:1:2::1', 'right')).toBe('not-yet')
  })

  test('its failures do not hold up others', async () => {
    await atHome(`firefox ${name}`)
    for (let n = 0; n < 25; n++) await attempt(`192.0.2.${n}`, 'wrong', name, 'firefox')
    for (let n = 30; n < 40; n++) expect(await outcomeOf(`192.0.2.${n}`, 'wrong')).toBe('failed')
  })

  test('it has 25 failures an hour of its own; then it is a stranger', async () => {
    await atHome(`firefox ${name}`)
    await exhausted()
    for (let n = 0; n < 25; n++) expect(await outcomeOf(`192.0.2.${n}`, 'wrong', name, 'firefox')).toBe('failed')
    expect(await outcomeOf('192.0.2.30', 'wrong', name, 'firefox')).toBe('failed')
    expect(await outcomeOf('192.0.2.31', 'right', name, 'firefox')).toBe('not-yet')
  })

  test('is forgotten after 90 days, and with the account', async () => {
    const id = await atHome(`firefox ${name}`)
    now += 90 * DAY - HOUR
    await exhausted()
    await attempt('192.0.2.1', 'wrong')
    expect(await outcomeOf('192.0.2.3', 'right', name, 'firefox')).toBe('succeeded')
    now += HOUR
    await exhausted()
    await attempt('192.0.2.1', 'wrong')
    expect(await outcomeOf('192.0.2.3', 'right', name, 'firefox')).toBe('not-yet')
    await createKnownPlaces(database).sweep(at())
    const { rows } = await database.pool.query('select from app.known_places where user_id = $1', [id])
    expect(rows).toHaveLength(0)
    await createKnownPlaces(database).remember(id, ['a', 'b'], at())
    await database.pool.query('delete from app.credentials where user_id = $1', [id])
    expect((await database.pool.query('select from app.known_places where user_id = $1', [id])).rows).toHaveLength(0)
    await createKnownPlaces(database).remember(id, ['a'], at())
    expect((await database.pool.query('select from app.known_places where user_id = $1', [id])).rows).toHaveLength(0)
  })

  test('of an account, the newest 50 places are kept', async () => {
    const id = await atHome(null)
    for (let n = 0; n < 52; n++) {
      now += SECOND
      await createKnownPlaces(database).remember(id, [`place-${n}`], at())
    }
    const { rows } = await database.pool.query('select place from app.known_places where user_id = $1', [id])
    expect(rows.map(({ place }) => place)).toEqual(
      expect.arrayContaining(Array.from({ length: 50 }, (_, n) => `place-${n + 2}`)),
    )
    expect(rows).toHaveLength(50)
  })
})

describe('spraying', () => {
  test('four guesses, then an own login, over 40 accounts: the thirtieth failure locks the address for 15 minutes', async () => {
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

  test('at once gets no more than thirty looks either', async () => {
    const address = '203.0.113.52'
    for (let n = 0; n < 28; n++) await guess(address, `${name}-${n}`)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => outcomeOf(address, 'wrong', `${name}-x${n}`)),
    )
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(2)
  })

  test('thirty failures at two names are no spraying', async () => {
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 10; n++) expect(await guess('203.0.113.53', `${name}-${n % 2}`)).toBe('failed')
      now += 15 * MINUTE
    }
    expect(await outcomeOf('203.0.113.53', 'wrong', `${name}-0`)).toBe('failed')
  })

  test('who mistypes in their own browser does not lock the school behind one address', async () => {
    await atHome(`firefox ${name}`)
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
    await exhausted()
    await attempt('192.0.2.1', 'wrong')
    expect(await outcomeOf(address, 'right')).toBe('locked')
    expect(await guard.unlock(address)).toEqual([address])
    expect(await waitOf(address)).toBeGreaterThan(0)
    expect(await guard.unlock(address)).toEqual([])
    expect(await outcomeOf(address, 'right')).toBe('succeeded')
    for (let n = 0; n < 29; n++) expect(await guess(address, `${name}-${n % 10}`)).toBe('failed')
    expect(await registrations.pass(address, async () => 'in')).toEqual({ outcome: 'ran', value: 'in' })
  })

  test('of all lifts those of all', async () => {
    await exhausted()
    await attempt('192.0.2.1', 'wrong')
    expect(await outcomeOf('192.0.2.2', 'right')).toBe('not-yet')
    await guard.unlock(null)
    for (const address of ['192.0.2.2', '192.0.2.3', '192.0.2.4'])
      expect(await outcomeOf(address, 'right')).toBe('succeeded')
  })
})

describe('registrations', () => {
  test('of one address are 300 an hour, counted over all nodes; others go on', async () => {
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

  test('that break off, as where a store is away, do not count', async () => {
    const registrations = createRegistrationGuard({ database, clock })
    const broken = () => registrations.pass('203.0.113.72', () => Promise.reject(new Error('away')))
    for (let n = 0; n < 3; n++) await expect(broken()).rejects.toThrow('away')
    const { rows } = await database.pool.query(
      `select failed from app.login_attempts where scope = 'registration' and key = '203.0.113.72'`,
    )
    expect(rows).toEqual([{ failed: 0 }])
  })

  test('are worked on four at once, so that one address leaves room for others; more than wait in line are put off', async () => {
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

test('counters and draws are swept after their hour, not before', async () => {
  await exhausted()
  await attempt('192.0.2.1', 'wrong')
  await attempt('192.0.2.2', 'wrong')
  await guard.sweep(at())
  expect(await waitOf('192.0.2.2')).toBe(20)
  expect(await draws()).toBe(1)
  now += 16 * MINUTE
  await guard.forget(await guard.expired(at()), at())
  now += HOUR
  await guard.sweep(at())
  const { rows } = await database.pool.query(
    'select scope, key from app.login_attempts where $1 in (key, account_key)',
    [name],
  )
  expect(rows).toEqual([])
  expect(await draws()).toBe(0)
})

async function draws(): Promise<number> {
  const { rows } = await database.pool.query('select from app.sign_in_draws where account_key = $1', [name])
  return rows.length
}
