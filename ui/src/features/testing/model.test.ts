import { expect, test } from 'vitest'
import type { TestRun } from '../../../../src/areas/testing/contract.ts'
import { aboutRun, blockReason, callOf, clockOf, numberIn, problemOf, stateOf, stepText, titleOf } from './model.ts'

const run: TestRun = {
  ...{ id: 1, kind: 'simulate', state: 'running', gameweeks: [13], seed: 7, by: { id: 2, username: 'the_gaffer' } },
  ...{ startedAt: '2026-11-21T16:58:00.000Z', endedAt: null, percent: 0, steps: [], message: null, error: null },
  ...{ users: 0, predictions: 0, results: 0, leagues: 0, messages: 0, shares: 0, comments: 0 },
}

test('the title of a run has its kind and its gameweeks', () => {
  expect(titleOf(run)).toBe('Complete Gameweek 13')
  expect(titleOf({ kind: 'full-simulation', gameweeks: [13, 14, 15] })).toBe('Full simulation, gameweeks 13 to 15')
  expect(titleOf({ kind: 'generate-predictions', gameweeks: [12] })).toBe('Generate predictions, gameweek 12')
  expect(titleOf({ kind: 'cleanup', gameweeks: [] })).toBe('Cleanup')
})

test('the actor of a run, and the reason that blocks another one', () => {
  const time = /21 Nov,? \d\d:\d\d/
  expect(aboutRun(run, 2)).toMatch(new RegExp(`^You, ${time.source} · seed 7$`))
  expect(aboutRun({ ...run, by: null, seed: null }, 2)).toMatch(new RegExp(`^Terminal, ${time.source}$`))
  expect(blockReason(run, 3)).toMatch(
    new RegExp(`^the_gaffer has been running Complete Gameweek 13 since ${time.source}\\.$`),
  )
  expect(blockReason({ ...run, by: null }, 3)).toMatch(
    /^Complete Gameweek 13 has been running from the terminal since /,
  )
  expect(blockReason(run, 2)).toMatch(/^Complete Gameweek 13 has been running since /)
})

test('the duration of a run, and the progress of a step', () => {
  expect([clockOf(41_900), clockOf(605_000), clockOf(-5)]).toEqual(['00:41', '10:05', '00:00'])
  const step = { name: 'Results', done: 6, total: 10 }
  expect(stepText({ ...step, state: 'running' })).toBe('6 of 10')
  expect(stepText({ ...step, done: 1_482, total: 1_482, state: 'done' })).toBe('1,482')
  expect(stepText({ ...step, done: 0, state: 'waiting' })).toBe('waiting')
  expect(stepText({ ...step, done: 0, total: null, state: 'running' })).toBe('running')
})

test('a field accepts its range and nothing else (R174)', () => {
  expect([numberIn('gameweek', '38'), numberIn('gameweeks', ' 10 '), numberIn('seed', '0')]).toEqual([38, 10, 0])
  for (const text of ['', '0', '39', '1.5', '-1', 'x', '1e1'])
    expect(problemOf('gameweek', text)).toBe('A gameweek from 1 to 38')
  expect(problemOf('gameweeks', '11')).toBe('1 to 10 gameweeks')
  expect(problemOf('users', '501')).toBe('1 to 500 users')
  expect(problemOf('seed', '1234567890')).toBe('A whole number from 0 to 999,999,999')
})

test('every kind of run has its request', () => {
  expect(callOf({ kind: 'create-users', users: 5, seed: 7 })).toEqual({
    ...{ path: '/api/test/create-users', method: 'POST' },
    body: { users: 5, seed: 7 },
  })
  expect(callOf({ kind: 'generate-predictions', gameweek: 13, seed: 7 })).toMatchObject({
    body: { gameweek: 13, seed: 7 },
  })
  expect(callOf({ kind: 'simulate', gameweek: 13, seed: 7 })).toMatchObject({
    path: '/api/test/simulate/13',
    body: { seed: 7 },
  })
  expect(callOf({ kind: 'cleanup' })).toEqual({ path: '/api/test/cleanup', method: 'DELETE' })
})

test('the state of a gameweek', () => {
  const match = { status: 'SCHEDULED' as const, isSimulated: false, testPredictions: 50 }
  const played = { status: 'FINISHED' as const, isSimulated: true, testPredictions: 1 }
  expect(stateOf([match])).toBe('1 match: 0 with a result. 50 predictions by test users.')
  expect(stateOf([match, played, { ...played, isSimulated: false, testPredictions: 0 }])).toBe(
    '3 matches: 2 with a result, 1 of them simulated. 51 predictions by test users.',
  )
})
