import { expect, test } from 'vitest'
import { type Allowance, allowances, DAY } from './allowance.ts'

/** Appended for one address before it is locked, at most: five failures and a lock every 15 minutes, and its end. */
const OF_FAILED_LOGINS = (24 * 60 * 7) / 15

/** How often in a day of UTC an allowance can be used, by the tightest of its rates. */
const mostADay = ({ rates }: Allowance): number =>
  Math.min(...rates.map(({ most, seconds }) => Math.floor((most * DAY) / seconds)))

test('one player adds at most 60,000 events a day to the log, with all that reactors answer them with', () => {
  const all = Object.values<Allowance>(allowances)
  const sum = all.reduce((events, allowance) => events + allowance.events * mostADay(allowance), OF_FAILED_LOGINS)
  expect(sum).toBeGreaterThan(2_000 * 24)
  expect(sum).toBeLessThanOrEqual(60_000)
})

test('a day is what the tightest window leaves', () => {
  expect(mostADay(allowances.predictions)).toBe(48_000)
  expect(mostADay(allowances.messages)).toBe(2_000)
  expect(mostADay(allowances.leagueFoundings)).toBe(20)
})

test('each has a name of its own, and says what is wrong in a sentence', () => {
  const all = Object.values<Allowance>(allowances)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { refusal } of all) expect(refusal).toMatch(/^[A-Z].*\.$/)
})
