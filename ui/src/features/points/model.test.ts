import { expect, test } from 'vitest'
import type { LedgerEntry } from '../../../../src/areas/boards/contract.ts'
import { bySeason, seasonName, signed } from './model.ts'

function entry(id: string, season: string, points: number): LedgerEntry {
  return {
    id,
    type: 'match',
    points,
    reason: 'Exact score',
    fixtureId: 4,
    season,
    createdAt: '2025-11-29T19:30:00.000Z',
  }
}

test('the ledger is grouped by season, newest first, each with its own sum', () => {
  const seasons = bySeason([entry('c', '2025-26', 15), entry('b', '2025-26', 0), entry('a', '2024-25', 5)])
  expect(seasons.map(({ season, total, entries }) => [season, total, entries.map(({ id }) => id)])).toEqual([
    ['2025-26', 15, ['c', 'b']],
    ['2024-25', 5, ['a']],
  ])
})

test('debits carry a minus', () => {
  expect([signed(15), signed(0), signed(-10)]).toEqual(['+15', '0', '−10'])
})

test('R434: seasons have names', () => {
  expect(seasonName('2024-25')).toBe('Season 2024–25')
  expect(seasonName('demo')).toBe('Demo season')
})
