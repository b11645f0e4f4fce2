import { expect, test } from 'vitest'
import { outcomeOf } from '../contracts/points.ts'
import { createPoissonModel } from './poisson.ts'

const matches = Array.from({ length: 380 }, (_, index) => ({
  stream: `fixture-2026-27-${index}`,
  home: { id: (index % 20) + 1 },
  away: { id: ((index + 1 + Math.floor(index / 20)) % 20) + 1 },
}))
const scores = (seed: number) => matches.map(createPoissonModel(seed).scoreOf)

test('R163 the same seed results in the same scores in any order, another seed in others', () => {
  expect(scores(7)).toEqual(scores(7))
  expect([...matches].reverse().map(createPoissonModel(7).scoreOf).reverse()).toEqual(scores(7))
  expect(scores(8)).not.toEqual(scores(7))
})

test('R163 the number of goals is realistic, with more at home', () => {
  const drawn = scores(3)
  const mean = (goals: (score: { home: number; away: number }) => number) =>
    drawn.reduce((sum, score) => sum + goals(score), 0) / drawn.length
  expect(mean(({ home }) => home)).toBeGreaterThan(mean(({ away }) => away))
  expect(mean(({ home, away }) => home + away)).toBeGreaterThan(2)
  expect(mean(({ home, away }) => home + away)).toBeLessThan(4)
})

test('R163 picks of a seed are the same, match their scores, and differ between users', () => {
  const picks = (user: number) => matches.map((match) => createPoissonModel(5).pickOf(user, match))
  expect(picks(1)).toEqual(picks(1))
  expect(picks(2)).not.toEqual(picks(1))
  for (const { result, score } of picks(1)) if (score) expect(outcomeOf(score.home, score.away)).toBe(result)
})
