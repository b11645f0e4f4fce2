import { expect, test } from 'vitest'
import type { League, LeagueStanding } from '../../../../src/contracts/leagues.ts'
import { named } from '../../../../test/support/named.ts'
import { accuracyOf, activityValue, discovered, mayFollow, placesOf, rowApart, settingsOf } from './model.ts'

const league = (id: number, over: Partial<League> = {}): League => ({
  id,
  name: `League ${id}`,
  description: null,
  creatorId: 1,
  creator: named('nia'),
  adminId: 1,
  memberCount: 2,
  type: 'public',
  status: 'active',
  createdAt: '2026-08-03T10:00:00.000Z',
  isMember: false,
  ...over,
})

test('a league needs a name; blanks are none, and a blank description is none', () => {
  expect(settingsOf({ name: '  ', description: 'x', type: 'private' }).problem).toBe('Please give the league a name')
  expect(settingsOf({ name: ' Back Post Club ', description: ' ', type: 'public' }).settings).toEqual({
    name: 'Back Post Club',
    description: null,
    type: 'public',
  })
})

test('Discover shows public leagues only, the reader’s own once', () => {
  const page = [league(1, { isMember: true }), league(2, { type: 'private', isMember: true }), league(3)]
  expect(discovered(page, 0).map(({ id }) => id)).toEqual([1, 3])
  expect(discovered(page, 60).map(({ id }) => id)).toEqual([3])
})

test('another page may follow a full one', () => {
  const page = [league(1), league(2), league(3, { type: 'private' })]
  expect(mayFollow(page, 2)).toBe(true)
  expect(mayFollow(page, 3)).toBe(false)
})

test('the own row stands apart where the page does not hold it', () => {
  const row = (id: number) => ({ id }) as LeagueStanding
  expect(rowApart([row(1), row(2)], row(2))).toBeNull()
  expect(rowApart([row(1), row(2)], row(3))).toEqual(row(3))
  expect(rowApart([row(1)], null)).toBeNull()
})

test('equal points share a place in the statistics too: 1, 2, 2, 4', () => {
  expect(placesOf([30, 20, 20, 10].map((totalPoints) => ({ totalPoints })))).toEqual([1, 2, 2, 4])
  expect(placesOf([])).toEqual([])
})

test('accuracy has one decimal, and is 0 without predictions', () => {
  expect(accuracyOf({ correctPredictions: 1, settledPredictions: 3 })).toBe('33.3%')
  expect(accuracyOf({ correctPredictions: 0, settledPredictions: 0 })).toBe('0.0%')
})

test('the activity bar stands at 80, 30 or 50', () => {
  expect([activityValue('increasing'), activityValue('decreasing'), activityValue('stable')]).toEqual([80, 30, 50])
})
