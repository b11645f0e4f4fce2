import { expect, test } from 'vitest'
import { type StandingRow, withRanks } from './standings.ts'

const row = (id: number, points: number, was: number | null = null): StandingRow => ({
  id,
  totalPoints: points,
  was,
  username: `u${id}`,
  display_name: `u${id}`,
  profile_image: null,
  joinedAt: '2024-08-01T00:00:00.000Z',
  exactScores: 0,
  correctPredictions: 0,
  settledPredictions: 0,
  totalPredictions: 0,
  accuracy: 0,
})

test('equal points share a rank: 1, 2, 2, 4', () => {
  const ranked = withRanks([row(1, 30), row(2, 20), row(3, 20), row(4, 10)])
  expect(ranked.map(({ ranking }) => ranking)).toEqual([1, 2, 2, 4])
})

test('movement is ranks won or lost within the league; null for members not on the board at the baseline', () => {
  const ranked = withRanks([row(1, 60, 40), row(2, 50, 45), row(3, 40), row(4, 35, 35)])
  expect(ranked.map(({ movement }) => movement)).toEqual([1, -1, null, -1])
})
