import { expect, test } from 'vitest'
import { quotas as ofChat } from '../areas/chat/commands.ts'
import { areas, quotas as ofAll } from '../areas/index.ts'
import { quotas as ofLeagues } from '../areas/leagues/commands.ts'
import { quotas as ofPredictions } from '../areas/predictions/commands.ts'
import { DAY, idempotencyKeys, type Quota } from './quota.ts'

/** Most events of one address in a day: five failures, a lock and its end every 15 minutes. */
const OF_FAILED_LOGINS = (24 * 60 * 7) / 15

/** Most uses of a quota in a UTC day, by its strictest rate. */
const mostADay = ({ rates }: Quota): number =>
  Math.min(...rates.map(({ most, seconds }) => Math.floor((most * DAY) / seconds)))

const all = [idempotencyKeys, ...areas.flatMap((area) => Object.values(area.quotas ?? {}))]

test('one player adds at most 60,000 events a day to the log, including events of reactors', () => {
  const sum = all.reduce((events, quota) => events + quota.events * mostADay(quota), OF_FAILED_LOGINS)
  expect(sum).toBeGreaterThan(2_000 * 24)
  expect(sum).toBeLessThanOrEqual(60_000)
})

test('the strictest window limits the uses of a day', () => {
  expect(mostADay(ofPredictions.predictions)).toBe(48_000)
  expect(mostADay(ofChat.messages)).toBe(2_000)
  expect(mostADay(ofLeagues.leagueFoundings)).toBe(20)
})

test('each has a unique name and a message of one sentence', () => {
  expect(Object.values(ofAll)).toEqual(all)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { message } of all) expect(message).toMatch(/^[A-Z].*\.$/)
})
