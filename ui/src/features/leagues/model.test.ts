import { describe, expect, test } from 'vitest'
import type { LeagueStanding } from '../../../../src/areas/leagues/contract.ts'
import { fixtureSample } from '../../../../test/support/samples.ts'
import { accuracyOf, activityValue, rowApart, soFar } from './model.ts'

test('the reader’s row is separate if it is not on the page', () => {
  const row = (id: number) => ({ id }) as LeagueStanding
  expect(rowApart([row(1), row(2)], row(2))).toBeNull()
  expect(rowApart([row(1), row(2)], row(3))).toEqual(row(3))
  expect(rowApart([row(1)], null)).toBeNull()
})

test('accuracy has one decimal, and is 0 without predictions', () => {
  expect(accuracyOf({ correctPredictions: 1, settledPredictions: 3 })).toBe('33.3%')
  expect(accuracyOf({ correctPredictions: 0, settledPredictions: 0 })).toBe('0.0%')
})

test('the activity bar has the value 80, 30 or 50', () => {
  expect([activityValue('increasing'), activityValue('decreasing'), activityValue('stable')]).toEqual([80, 30, 50])
})

describe('a gameweek so far', () => {
  const finished = fixtureSample({ id: 1, status: 'FINISHED', homeScore: 2, awayScore: 1 })
  const open = fixtureSample({ id: 2 })
  const row = (id: number, ranking: number, totalPoints: number) => ({
    ...{ id, username: `player${id}`, displayName: `player${id}`, profileImage: null },
    ...{ ranking, totalPoints, picks: [] },
  })
  const text = (rows: ReturnType<typeof row>[], me: number | null, fixtures = [finished, open]) =>
    soFar({ gameweek: 13, fixtures, rows, me: rows.find(({ id }) => id === me) ?? null })

  test.each([
    [[row(1, 1, 0), row(2, 1, 0)], 1, '1 of 2 played.'],
    [[row(2, 1, 25), row(1, 2, 5)], 1, '1 of 2 played. player2 leads with 25 points. You’re 2nd with 5.'],
    [[row(1, 1, 25), row(2, 2, 5)], 1, '1 of 2 played. You lead with 25 points.'],
    [[row(2, 1, 5), row(3, 1, 5)], null, '1 of 2 played. 2 players lead with 5 points.'],
  ] as const)('has matches played, the leaders and the reader: %#', (rows, me, expected) => {
    expect(text([...rows], me)).toBe(expected)
  })

  test('is over once all matches are played or cancelled', () => {
    const cancelled = fixtureSample({ id: 3, status: 'CANCELLED' })
    expect(text([row(2, 1, 25)], null, [finished, cancelled])).toBe('All played. player2 won with 25 points.')
  })
})
