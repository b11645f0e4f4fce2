import { expect, test } from 'vitest'
import { outcomeOf, pointsPaid, pointsPerVerdict, type Scoreline, verdictOf } from './points.ts'
import { SCORING_RULES } from './scoring-rules.ts'

test.each([
  [2, 1, 'home'],
  [1, 2, 'away'],
  [0, 0, 'draw'],
  [3, 3, 'draw'],
] as const)('%i:%i is %s', (home, away, outcome) => expect(outcomeOf(home, away)).toBe(outcome))

const scored = (home: number, away: number): Scoreline => ({ outcome: outcomeOf(home, away), home, away })
const only = (outcome: Scoreline['outcome']): Scoreline => ({ outcome, home: null, away: null })

test.each([
  ['the exact score', scored(2, 1), scored(2, 1), 'exact'],
  ['the correct result with another home score', scored(3, 1), scored(2, 1), 'correct'],
  ['the correct result with another away score', scored(2, 0), scored(2, 1), 'correct'],
  ['the correct result without a score', only('home'), scored(2, 1), 'correct'],
  ['the correct result of an awarded match, which has no score', scored(2, 1), only('home'), 'correct'],
  ['a result without a score of an awarded match', only('home'), only('home'), 'correct'],
  ['another result', scored(1, 2), scored(2, 1), 'wrong'],
  ['a draw of another score', scored(1, 1), scored(0, 0), 'correct'],
] as const)('%s', (_, pick, result, verdict) => expect(verdictOf(pick, result)).toBe(verdict))

test('R8: an exact score pays 15 points, a correct result 5, a wrong one 0, in every season', () => {
  for (const season of [null, '', '1992-93', '2026-27', 'demo'])
    expect(pointsPerVerdict(season)).toEqual({ from: '', exact: 15, correct: 5, wrong: 0 })
  expect(SCORING_RULES[0].from).toBe('')
})

test('R8: a new rule applies from its season on, to the demo season and without a season', () => {
  const rules = SCORING_RULES as unknown as object[]
  rules.push({ from: '2090-91', exact: 20, correct: 10, wrong: 0 })
  try {
    expect(pointsPerVerdict('2089-90').exact).toBe(15)
    for (const season of ['2090-91', '2091-92', 'demo', null]) expect(pointsPerVerdict(season).exact).toBe(20)
  } finally {
    rules.pop()
  }
})

test('a sum pays every correct result, and exact scores the difference', () => {
  expect(pointsPaid({ exact: 15, correct: 5, wrong: 0 }, 7, 3)).toBe(4 * 5 + 3 * 15)
  expect(pointsPaid({ exact: 15, correct: 5, wrong: 0 }, 0, 0)).toBe(0)
})
