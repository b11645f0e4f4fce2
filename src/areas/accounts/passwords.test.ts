import { describe, expect, test } from 'vitest'
import { withDeadline } from '../../kernel/deadline.ts'
import { createPasswords, isTooLong, type Queued } from './passwords.ts'

const queued: Queued = { priority: 'sign-in' }

describe('passwords', () => {
  const passwords = createPasswords()

  test('are argon2id with 19 MiB, salted', async () => {
    const [a, b] = await Promise.all([passwords.hash('secret-1'), passwords.hash('secret-1')])
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(a).not.toBe(b)
    expect([await passwords.verify(a, 'secret-1', queued), await passwords.verify(a, 'secret-2', queued)]).toEqual([
      true,
      false,
    ])
  })

  test('are the same for every composition of accents', async () => {
    expect(await passwords.verify(await passwords.hash('caf\u00e9-123'), 'cafe\u0301-123', queued)).toBe(true)
  })

  test('of an unknown user are never accepted', async () => {
    expect(await passwords.verify(null, 'secret-1', queued)).toBe(false)
  })

  test('of an unknown user take as long as a wrong one (T12)', async () => {
    const hashed = await passwords.hash('secret-1')
    const timed = async (target: string | null) => {
      const began = performance.now()
      await passwords.verify(target, 'wrong-one', queued)
      return performance.now() - began
    }
    // The fastest of alternating measurements: other work on the machine can delay either of them.
    let [unknown, known] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let n = 0; n < 15; n++) {
      unknown = Math.min(unknown, await timed(null))
      known = Math.min(known, await timed(hashed))
    }
    expect(unknown).toBeGreaterThan(known / 3)
    expect(unknown).toBeLessThan(known * 3)
  })

  test('beyond 1,024 bytes are refused unhashed (T14)', async () => {
    expect([isTooLong('é'.repeat(512)), isTooLong('é'.repeat(513))]).toEqual([false, true])
    await expect(passwords.verify(null, 'x'.repeat(1_025), queued)).rejects.toMatchObject({ status: 400 })
  })

  test('wait for a core in a queue of limited length, then 503 with Retry-After (T14)', async () => {
    const narrow = createPasswords({ cores: 1, maxWaiting: 2 })
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => narrow.hash('secret-1')))
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), ...Array(3).fill('rejected')])
    expect((outcomes[5] as PromiseRejectedResult).reason).toMatchObject({ status: 503, retryAfterSeconds: 2 })
  })

  test('T75: trusted sign-ins run first, then sign-ins, then registrations, each with its own queue limit', async () => {
    const narrow = createPasswords({ cores: 1, maxWaiting: 3, cost: { memoryCost: 256, timeCost: 1 } })
    const order: string[] = []
    const arrive = (priority: Queued['priority'], count: number) =>
      Array.from({ length: count }, () =>
        narrow.verify(null, 'wrong-one', { priority }).then(
          () => order.push(priority),
          ({ status }) => order.push(`${priority} ${status}`),
        ),
      )
    const first = narrow.hash('on the only core')
    const all = [...arrive('registration', 4), ...arrive('sign-in', 4), ...arrive('trusted', 1)]
    await Promise.all([first, ...all])
    expect(order).toEqual([
      ...['registration 503', 'sign-in 503', 'trusted'],
      ...['sign-in', 'sign-in', 'sign-in', 'registration', 'registration', 'registration'],
    ])
  })

  test('(R430) of a request with too little time are not hashed: a registration refused with 503 creates no account', async () => {
    const hashWithin = (ms: number) => withDeadline(ms, ms, () => passwords.hash('secret-1'))
    await expect(hashWithin(800)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
    await expect(hashWithin(60_000)).resolves.toMatch(/^\$argon2id/)
  })
})
