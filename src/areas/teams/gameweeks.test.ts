import { expect, test } from 'vitest'
import { begunGameweeks } from './gameweeks.ts'

test('(R457, R431) a gameweek without a date begins with its first result', () => {
  const match = {
    gameweek: 3,
    kickoff: null,
    has_result: true,
    settling: [1, 2],
    settled_at: '2026-11-02T10:00:00.000Z',
  }
  const rows = [
    { ...match, id: 1, counts_at: '2026-11-01T10:00:00.000Z' },
    { ...match, id: 2, counts_at: '2026-11-02T10:00:00.000Z' },
  ]
  const times = rows.map(({ counts_at }) => Date.parse(counts_at))
  expect(begunGameweeks(rows)).toEqual([{ gameweek: 3, begins: times[0], heldAt: times, settledAt: times[1] }])
  expect(begunGameweeks(rows.map((row) => ({ ...row, counts_at: null, has_result: false })))).toEqual([])
})
