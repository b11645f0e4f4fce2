import { expect, test } from 'vitest'
import { comparedPick } from './compared.ts'

const home = { predictedResult: 'home', predictedHomeScore: null, predictedAwayScore: null } as const
const twoOne = { ...home, predictedHomeScore: 2, predictedAwayScore: 1 }

test.each([
  ['the same score', twoOne, twoOne, 'same'],
  ['another score', twoOne, { ...twoOne, predictedHomeScore: 3 }, '3–1'],
  ['the result alone', twoOne, home, 'Home'],
  ['a score beside a result', home, twoOne, '2–1'],
  ['no pick', twoOne, undefined, '–'],
])('compares a shared pick with %s', (_, pick, yours, text) => {
  expect(comparedPick({ fixtureId: 7, pick }, new Map(yours && [[7, yours]]))).toBe(text)
})
