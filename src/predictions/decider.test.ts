import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../test/support/given.ts'
import { type Barrier, prediction } from './decider.ts'
import type { Pick, PredictionEvent } from './events.ts'

const homeWin: Pick = { result: 'home', score: { home: 2, away: 1 } }
const draw: Pick = { result: 'draw', score: null }
const who = { userId: 7, fixtureId: 12 }

const submitted = (pick: Pick): PredictionEvent => ({
  type: 'PredictionSubmitted',
  data: { predictionId: 3, ...who, pick },
})
const updated = (pick: Pick): PredictionEvent => ({
  type: 'PredictionUpdated',
  data: { predictionId: 3, ...who, pick },
})
const submit = (pick: Pick, barrier: Barrier | null = null) =>
  ({ type: 'submit', predictionId: 3, ...who, pick, barrier }) as const
const update = (pick: Pick, barrier: Barrier | null = null) => ({ type: 'update', ...who, pick, barrier }) as const
const save = (pick: Pick, barrier: Barrier | null = null) =>
  ({ type: 'save', predictionId: 9, ...who, pick, barrier }) as const

describe('a prediction', () => {
  test('is submitted once', () => {
    given(prediction)
      .when(submit(homeWin))
      .then([submitted(homeWin)])
  })
  test('is one per user and fixture: a second one is refused', () => {
    given(prediction, [submitted(homeWin)])
      .when(submit(draw))
      .then(rejected('already-predicted'))
  })
  test('is updated, keeping its id', () => {
    given(prediction, [submitted(homeWin)])
      .when(update(draw))
      .then([updated(draw)])
  })
  test('updated to the same pick changes nothing', () => {
    given(prediction, [submitted(draw), updated(homeWin)])
      .when(update({ result: 'home', score: { home: 2, away: 1 } }))
      .then([])
  })
  test('takes a score where there was only a result', () => {
    const withScore: Pick = { result: 'draw', score: { home: 1, away: 1 } }
    given(prediction, [submitted(draw)])
      .when(update(withScore))
      .then([updated(withScore)])
  })
  test('that does not exist cannot be updated', () => {
    given(prediction).when(update(draw)).then(rejected('prediction-not-found'))
  })
  test.each<Barrier>(['prediction-period-ended', 'no-date', 'fixture-cancelled', 'fixture-not-found'])(
    'is refused for what the fixture says: %s',
    (barrier) => {
      given(prediction).when(submit(draw, barrier)).then(rejected(barrier))
      given(prediction, [submitted(homeWin)])
        .when(update(draw, barrier))
        .then(rejected(barrier))
      given(prediction).when(save(draw, barrier)).then(rejected(barrier))
    },
  )
  test('saved with a gameweek is submitted where there is none, else updated under its first id', () => {
    const first = { type: 'PredictionSubmitted', data: { predictionId: 9, ...who, pick: draw } } as const
    given(prediction).when(save(draw)).then([first])
    given(prediction, [submitted(homeWin)])
      .when(save(draw))
      .then([updated(draw)])
    given(prediction, [submitted(homeWin)])
      .when(save(homeWin))
      .then([])
  })
  test('remembers its id and its latest pick', () => {
    expect(given(prediction, [submitted(homeWin), updated(draw)]).state).toEqual({
      status: 'submitted',
      predictionId: 3,
      pick: draw,
    })
  })
})
