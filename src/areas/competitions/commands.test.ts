import { expect, test } from 'vitest'
import type { CalendarMatch } from './calendar.ts'
import { type NewCompetition, planOf } from './commands.ts'

const DAY = 86_400_000
const START = Date.parse('2026-08-15T14:00:00.000Z')
const at = (days: number) => new Date(START + days * DAY).toISOString()
/** Eight gameweeks of one match each, a week apart. */
const matches: CalendarMatch[] = Array.from({ length: 8 }, (_, n) => ({
  id: n + 1,
  gameweek: n + 1,
  kickoff: START + n * 7 * DAY,
}))

const plan = (wanted: Partial<NewCompetition>, now = at(-1)) => {
  const nothing = { description: null, startDate: null, endDate: null, firstGameweek: null, lastGameweek: null }
  const rest = { season: '2026-27', kind: 'weekly', name: 'Mine', prizePool: 50, maxParticipants: null } as const
  return planOf({ ...nothing, ...rest, ...wanted }, matches, now)
}
const gameweeks = (from: number, to: number) => ({ window: { by: 'gameweek', from, to } })

test('dates select the gameweeks that begin between them (R440)', () => {
  expect(plan({ startDate: at(6), endDate: at(13) })).toMatchObject({ ...gameweeks(2, 2), startDate: at(7) })
  expect(plan({ startDate: at(6), endDate: at(22) })).toMatchObject(gameweeks(2, 4))
  expect(plan({ kind: 'knockout', startDate: at(6), endDate: at(22) })).toMatchObject(gameweeks(2, 4))
  // Without a last day: the default number of gameweeks.
  expect(plan({ startDate: at(8) })).toMatchObject(gameweeks(3, 3))
  expect(plan({ kind: 'cup', maxParticipants: 8, startDate: at(8) })).toMatchObject(gameweeks(3, 5))
  // Named gameweeks precede dates.
  expect(plan({ firstGameweek: 5, startDate: at(6), endDate: at(13) })).toMatchObject(gameweeks(5, 5))
})

test('a weekly may have begun, a cup or knockout leaves out gameweeks that have (R440)', () => {
  const dates = { startDate: at(6), endDate: at(22) }
  expect(plan(dates, at(7.1))).toMatchObject(gameweeks(2, 4))
  expect(plan({ kind: 'knockout', ...dates }, at(7.1))).toMatchObject(gameweeks(3, 4))
})

test('dates without a gameweek, in the wrong order or in the past are refused (R440)', () => {
  const nothing = { path: 'startDate', message: 'No gameweek begins between these dates' }
  expect(plan({ startDate: at(1), endDate: at(6) })).toEqual(nothing)
  expect(plan({ kind: 'cup', startDate: at(0), endDate: at(6) }, at(3))).toEqual(nothing)
  const order = { path: 'endDate', message: 'The last day must come after the first' }
  expect(plan({ startDate: at(6), endDate: at(5) })).toEqual(order)
  expect(plan({ startDate: at(0), endDate: at(6) }, at(5))).toEqual({
    path: 'lastGameweek',
    message: 'That gameweek is over',
  })
  expect(plan({})).toEqual({ path: 'firstGameweek', message: 'Pick a first gameweek' })
})

test('R515: a cup without a maximum takes as many players as its gameweeks have room for, at most 128', () => {
  expect(plan({ kind: 'cup', firstGameweek: 8 })).toMatchObject({ maxParticipants: 2 })
  expect(plan({ kind: 'cup', startDate: at(6), endDate: at(22) })).toMatchObject({ maxParticipants: 8 })
  expect(plan({ kind: 'cup', firstGameweek: 1, lastGameweek: 8 })).toMatchObject({ maxParticipants: 128 })
  expect(plan({ kind: 'cup', firstGameweek: 1, maxParticipants: 4 })).toMatchObject({ maxParticipants: 4 })
  expect(plan({ kind: 'knockout', firstGameweek: 8 })).toMatchObject({ maxParticipants: null })
})
