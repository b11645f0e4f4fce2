import { expect, test } from 'vitest'
import { areas, allowances as ofAll } from '../areas/index.ts'
import { allowances as ofChat } from '../chat/allowances.ts'
import { allowances as ofLeagues } from '../leagues/allowances.ts'
import { allowances as ofPredictions } from '../predictions/allowances.ts'
import { type Allowance, allowances, DAY } from './allowance.ts'

/** Appended for one address before it is locked, at most: five failures and a lock every 15 minutes, and its end. */
const OF_FAILED_LOGINS = (24 * 60 * 7) / 15

/** How often in a day of UTC an allowance can be used, by the tightest of its rates. */
const mostADay = ({ rates }: Allowance): number =>
  Math.min(...rates.map(({ most, seconds }) => Math.floor((most * DAY) / seconds)))

const all = [allowances, ...areas.map((area) => area.allowances ?? {})].flatMap((each) =>
  Object.values<Allowance>(each),
)

test('one player adds at most 60,000 events a day to the log, with all that reactors answer them with', () => {
  const sum = all.reduce((events, allowance) => events + allowance.events * mostADay(allowance), OF_FAILED_LOGINS)
  expect(sum).toBeGreaterThan(2_000 * 24)
  expect(sum).toBeLessThanOrEqual(60_000)
})

test('a day is what the tightest window leaves', () => {
  expect(mostADay(ofPredictions.predictions)).toBe(48_000)
  expect(mostADay(ofChat.messages)).toBe(2_000)
  expect(mostADay(ofLeagues.leagueFoundings)).toBe(20)
})

test('each has a name of its own, and says what is wrong in a sentence', () => {
  expect(Object.values(ofAll)).toEqual(all)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { refusal } of all) expect(refusal).toMatch(/^[A-Z].*\.$/)
})
