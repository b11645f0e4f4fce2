import { expect, test } from 'vitest'
import type { TableRow } from '../../../../src/contracts/fixtures.ts'
import { differenceText, inOrder } from './model.ts'

test('clubs stand by place, those on a shared one by name', () => {
  const row = (position: number, shortName: string) => ({ position, shortName }) as TableRow
  const rows = [row(3, 'Wolves'), row(1, 'Chelsea'), row(1, 'Arsenal')]
  expect(inOrder(rows).map(({ shortName }) => shortName)).toEqual(['Arsenal', 'Chelsea', 'Wolves'])
})

test('a goal difference has its sign', () => {
  expect([18, 0, -7].map(differenceText)).toEqual(['+18', '0', '−7'])
})
