import { expect, test } from 'vitest'
import type { Event } from '../../src/kernel/event.ts'
import { projectorOf } from '../../test/support/projecting.ts'
import { finalsGroup } from './projector.ts'

const project = projectorOf(finalsGroup)

const predicted = (userId: number, season: string, ...clubIds: number[]): Event => ({
  type: 'FinalTablePredicted',
  data: { userId, season, clubIds },
})
const erased = (userId: number): Event => ({ type: 'UserDeleted', data: { userId } })

test('the last prediction of each player and season counts; an erased player has none, and no later one (R285, R289)', async () => {
  const events = [
    predicted(1, '2025-26', 1, 2, 3),
    predicted(2, '2025-26', 3, 2, 1),
    predicted(1, '2026-27', 2, 3, 1),
    predicted(1, '2025-26', 2, 1, 3),
    erased(2),
    predicted(2, '2026-27', 3, 2, 1),
  ]
  for (const size of [1, 2, 10]) {
    const { tables } = await project(events, size)
    expect(tables.final_tables).toMatchObject([
      { user_id: 1, season: '2025-26', club_ids: [2, 1, 3] },
      { user_id: 1, season: '2026-27', club_ids: [2, 3, 1] },
    ])
  }
})

test('a prediction is announced to its player alone (R287)', async () => {
  const { changes } = await project([predicted(1, '2025-26', 1, 2, 3)], 1)
  expect(changes).toEqual([{ room: 'user:1', topic: 'final-table' }])
})
