import fc from 'fast-check'
import { expect, test } from 'vitest'
import { begin, type Counter, type CounterKeys, countersOf, end, type Outcome } from './attempt-counters.ts'

const AT = '2026-08-01T12:00:00.000Z'
const zero = { failed: 0, pending: 0, since: AT, last_at: AT, locked_until: null, names: [] }

/** The counter table, in memory. */
function table() {
  const rows = new Map<string, Counter>()
  const load = (keys: CounterKeys) =>
    countersOf(keys, null).map(({ scope, key }) => rows.get(`${scope} ${key}`) ?? { scope, key, ...zero })
  const store = <T extends { readonly counters: readonly Counter[] }>(changed: T): T => {
    for (const counter of changed.counters) rows.set(`${counter.scope} ${counter.key}`, counter)
    return changed
  }
  const failed = (scope: string, key: string) => rows.get(`${scope} ${key}`)?.failed ?? 0
  return { load, store, failed }
}

test('T7, T10, T13: overlapping attempts exceed no limit in any order, and a success clears only its own counters', () => {
  const step = fc.record({
    address: fc.integer({ min: 0, max: 6 }),
    account: fc.integer({ min: 0, max: 1 }),
    ends: fc.nat(),
    outcome: fc.constantFrom<Outcome>('failed', 'failed', 'failed', 'succeeded', 'released'),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 150, maxLength: 300 }), (steps) => {
      const { load, store, failed } = table()
      const running: CounterKeys[] = []
      const failures = new Map<string, number>()
      for (const { address, account, ends, outcome } of steps) {
        const keys = {
          ...{ ip: `ip-${address}`, account: `account-${account}`, pair: `${address} ${account}` },
          ...{ trustedBrowser: null, trustedAddress: 'none' },
        }
        if (store(begin(load(keys), AT)).verdict === 'check') running.push(keys)
        const [ended] = ends % 2 ? running.splice(ends % running.length || 0, 1) : []
        if (!ended) continue
        const before = failed('account', ended.account)
        const { attempts, lockedUntil } = store(end(load(ended), outcome, ended.account, AT))
        if (outcome === 'failed') failures.set(ended.account, (failures.get(ended.account) ?? 0) + 1)
        expect(failed('account', ended.account)).toBe(before + (outcome === 'failed' ? 1 : 0))
        expect(attempts).toBeLessThanOrEqual(30)
        if (lockedUntil !== null)
          expect(begin(load(ended), AT)).toMatchObject({ verdict: 'locked', until: lockedUntil })
      }
      for (const count of failures.values()) expect(count).toBeLessThanOrEqual(25)
      for (let address = 0; address < 7; address++) expect(failed('ip', `ip-${address}`)).toBeLessThanOrEqual(5)
    }),
  )
})

test('R308: failures counted by a clock that was a day ahead end with its correction, and those of one some minutes ahead do not', () => {
  const { load, store } = table()
  const keys = { ip: 'ip', account: 'account', pair: 'pair', trustedBrowser: null, trustedAddress: 'none' }
  const at = (minutes: number): string => new Date(Date.parse(AT) + minutes * 60_000).toISOString()
  const wrong = at(24 * 60)
  for (let n = 0; n < 5; n++) {
    store(begin(load(keys), wrong))
    store(end(load(keys), 'failed', 'account', wrong))
  }
  expect(begin(load(keys), at(24 * 60 - 9))).toMatchObject({ verdict: 'locked' })
  // Attempts that a process left pending when it died.
  for (const { scope, key } of countersOf(keys, null))
    store({
      counters: load(keys).map((counter) =>
        counter.scope === scope && counter.key === key ? { ...counter, pending: 30 } : counter,
      ),
    })
  expect(begin(load(keys), AT)).toMatchObject({ verdict: 'check' })
})
