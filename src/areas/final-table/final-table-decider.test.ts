import { describe, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import type { FinalTableEvent } from './events.ts'
import { type FinalTableCommand, finalTableDecider } from './final-table-decider.ts'

const kickoff = '2026-08-14T19:00:00.000Z'
const predicted = (...clubIds: number[]): FinalTableEvent => ({
  type: 'FinalTablePredicted',
  data: { userId: 7, season: '2026-27', clubIds },
})
const predict = (clubIds: readonly number[], over: Partial<FinalTableCommand> = {}): FinalTableCommand => ({
  ...{ userId: 7, season: '2026-27', clubIds, seasonClubIds: [1, 2, 3] },
  firstMatch: { status: 'scheduled', kickoff, closed: false },
  at: '2026-08-14T18:54:59.999Z',
  ...over,
})

describe('a final table', () => {
  test('is predicted and changed until the first cutoff; a repeated one changes nothing (R285)', () => {
    given(finalTableDecider)
      .when(predict([3, 1, 2]))
      .then([predicted(3, 1, 2)])
    given(finalTableDecider, [predicted(3, 1, 2)])
      .when(predict([1, 3, 2]))
      .then([predicted(1, 3, 2)])
    given(finalTableDecider, [predicted(3, 1, 2)])
      .when(predict([3, 1, 2]))
      .then([])
  })

  test('closes with the first cutoff, which a later date does not move (R285)', () => {
    const closed = rejected('final-table-closed')
    given(finalTableDecider)
      .when(predict([3, 1, 2], { at: '2026-08-14T18:55:00.000Z' }))
      .then(closed)
    given(finalTableDecider)
      .when(
        predict([3, 1, 2], { firstMatch: { status: 'scheduled', kickoff: '2027-01-01T12:00:00.000Z', closed: true } }),
      )
      .then(closed)
    for (const status of ['finished', 'awarded'] as const)
      given(finalTableDecider)
        .when(predict([3, 1, 2], { firstMatch: { status, kickoff, closed: false } }))
        .then(closed)
  })

  test('is open while no match has a date (R285)', () => {
    given(finalTableDecider)
      .when(predict([3, 1, 2], { firstMatch: { status: 'postponed', kickoff: null, closed: false } }))
      .then([predicted(3, 1, 2)])
  })

  test('has each club of the season once (R285)', () => {
    for (const clubIds of [
      [1, 2],
      [1, 2, 2],
      [1, 2, 4],
      [1, 2, 3, 3],
      [1, 2, 3, 4],
    ])
      given(finalTableDecider).when(predict(clubIds)).then(rejected('not-the-clubs'))
  })

  test('needs a season', () => {
    given(finalTableDecider)
      .when(predict([1, 2, 3], { firstMatch: { status: 'none' } }))
      .then(rejected('season-not-found'))
  })
})
