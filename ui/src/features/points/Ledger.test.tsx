import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LedgerEntry } from '../../../../src/areas/boards/contract.ts'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { Ledger } from './Ledger.tsx'

componentTests()

const entry = (id: string, changes: Partial<LedgerEntry>): LedgerEntry =>
  LedgerEntry.parse({
    ...{
      id,
      type: 'match',
      points: 15,
      reason: 'Exact score',
      season: '2025-26',
      createdAt: '2025-11-29T20:00:00.000Z',
    },
    ...changes,
  })

test('the ledger has the entries of each season with sign, kind and date, and their sum', () => {
  const entries = [
    entry('a', {}),
    entry('b', { type: 'competition', points: -10, reason: 'Prize corrected' }),
    entry('c', { type: 'achievement', points: 0, reason: 'First success' }),
    entry('d', { season: 'demo', points: 1, createdAt: '2025-05-01T20:00:00.000Z' }),
  ]
  draw(<Ledger entries={entries} />)
  const season = (name: string) => within(screen.getByRole('region', { name }))
  const lines = (name: string) =>
    season(name)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(season('Season 2025–26').getByText('5 points')).toBeDefined()
  expect(lines('Season 2025–26')).toEqual([
    'Exact scoreMatch · 29 Nov 2025+15',
    'Prize correctedCompetition · 29 Nov 2025−10',
    'First successAchievement · 29 Nov 20250',
  ])
  expect(season('Demo season').getByText('1 point')).toBeDefined()
  expect(lines('Demo season')).toEqual(['Exact scoreMatch · 1 May 2025+1'])
})
