import { expect, test } from 'vitest'
import { fixtureSample, KICKOFF, sharedPickSample } from '../../../../test/support/samples.ts'
import { callOf } from './calls.ts'

const kickoff = Date.parse(KICKOFF)
const HOUR = 3_600_000
const score = { homeScore: 3, awayScore: 1 }

test('an open call has its closing time', () => {
  expect(callOf(sharedPickSample(), kickoff - 2 * HOUR)).toMatchObject({
    kind: 'open',
    closesAt: kickoff - 300_000,
    points: null,
    score: null,
  })
  expect(callOf(sharedPickSample(), kickoff - 60_000)).toMatchObject({ kind: 'open', closesAt: null })
})

test('a live call shows the points of the current score', () => {
  const fixture = fixtureSample({ status: 'LIVE', ...score })
  expect(callOf(sharedPickSample({ fixture }), kickoff + HOUR)).toMatchObject({
    kind: 'live',
    when: 'Live',
    score: '3–1',
    points: 5,
  })
  const unknown = fixtureSample({ status: 'LIVE' })
  expect(callOf(sharedPickSample({ fixture: unknown }), kickoff + HOUR)).toMatchObject({
    points: null,
    word: 'In play',
  })
})

test('a finished call shows its points', () => {
  const fixture = fixtureSample({ status: 'FINISHED', ...score })
  const pick = sharedPickSample({ fixture, pointsEarned: 5, verdict: 'correct' })
  expect(callOf(pick, kickoff + 3 * HOUR)).toMatchObject({ kind: 'correct', when: 'FT', score: '3–1', points: 5 })
})

test.each([
  [{ status: 'POSTPONED' }, 'Postponed', 'No new date yet', 'Kept'],
  [{ status: 'CANCELLED' }, 'Cancelled', 'Pays nothing', 'No points'],
] as const)('not played: %o', (changes, when, below, word) => {
  expect(callOf(sharedPickSample({ fixture: fixtureSample(changes) }), kickoff)).toMatchObject({
    kind: 'off',
    when,
    below,
    word,
    points: null,
  })
})
