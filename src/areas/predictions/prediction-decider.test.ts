import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import type { Openness } from '../fixtures/cutoff.ts'
import type { Pick, PredictionEvent } from './events.ts'
import { type PredictionError, predictionDecider } from './prediction-decider.ts'

const homeWin: Pick = { result: 'home', score: { home: 2, away: 1 } }
const draw: Pick = { result: 'draw', score: null }
const who = { userId: 7, fixtureId: 12 }

/** A match at three o'clock, and a time before its cutoff. */
const match = { status: 'scheduled', kickoff: '2024-08-17T15:00:00.000Z', closed: false } as const
const early = '2024-08-17T12:00:00.000Z'
type When = { readonly match?: Openness; readonly at?: string }

const entryOf = (revision: number) => `entry ${revision}`
const numbered = (revision: number) => ({ revision, entry: entryOf(revision) })
const submitted = (pick: Pick, predictionId = 3): PredictionEvent => ({
  type: 'PredictionSubmitted',
  data: { predictionId, ...who, pick, ...numbered(1) },
})
const updated = (pick: Pick, revision = 2): PredictionEvent => ({
  type: 'PredictionUpdated',
  data: { predictionId: 3, ...who, pick, ...numbered(revision) },
})
const voided = (pick: Pick | null): PredictionEvent => ({
  type: 'PredictionVoided',
  data: { predictionId: 3, ...who, pick },
})
const base = (pick: Pick, when: When) => ({ ...who, pick, match, at: early, entryOf, ...when })
const submit = (pick: Pick, when: When = {}) => ({ type: 'submit', predictionId: 3, ...base(pick, when) }) as const
const update = (pick: Pick, when: When = {}) => ({ type: 'update', ...base(pick, when) }) as const
const save = (pick: Pick, when: When = {}) => ({ type: 'save', predictionId: 9, ...base(pick, when) }) as const
const voidIt = (effective: Pick | null) => ({ type: 'void', ...who, effective }) as const

describe('a prediction', () => {
  test('is submitted once', () => {
    given(predictionDecider)
      .when(submit(homeWin))
      .then([submitted(homeWin)])
  })
  test('is one per user and fixture: a second one is refused', () => {
    given(predictionDecider, [submitted(homeWin)])
      .when(submit(draw))
      .then(rejected('already-predicted'))
  })
  test('is updated, keeping its id', () => {
    given(predictionDecider, [submitted(homeWin)])
      .when(update(draw))
      .then([updated(draw)])
  })
  test('updated to the same pick changes nothing', () => {
    given(predictionDecider, [submitted(draw), updated(homeWin)])
      .when(update({ result: 'home', score: { home: 2, away: 1 } }))
      .then([])
  })
  test('can add a score to a result-only pick', () => {
    const withScore: Pick = { result: 'draw', score: { home: 1, away: 1 } }
    given(predictionDecider, [submitted(draw)])
      .when(update(withScore))
      .then([updated(withScore)])
  })
  test('that does not exist cannot be updated', () => {
    given(predictionDecider).when(update(draw)).then(rejected('prediction-not-found'))
  })
  test('saved with a gameweek is submitted if there is none, else updated under its first id', () => {
    given(predictionDecider)
      .when(save(draw))
      .then([submitted(draw, 9)])
    given(predictionDecider, [submitted(homeWin)])
      .when(save(draw))
      .then([updated(draw)])
    given(predictionDecider, [submitted(homeWin)])
      .when(save(homeWin))
      .then([])
  })
  test('(R412) saved as a change of a pick that was changed elsewhere is rejected, unless it is the same or there is none', () => {
    const basedOn = (revision: number, pick: Pick, when: When = {}) => ({ ...save(pick, when), basedOn: revision })
    const twice = [submitted(homeWin), updated(draw)]
    for (const [revision, before] of [
      [1, twice],
      [0, [submitted(homeWin)]],
    ] as const)
      given(predictionDecider, before)
        .when(basedOn(revision, { result: 'away', score: null }))
        .then(rejected('changed-elsewhere'))
    given(predictionDecider, twice)
      .when(basedOn(2, homeWin))
      .then([updated(homeWin, 3)])
    given(predictionDecider, twice).when(basedOn(1, draw)).then([])
    given(predictionDecider)
      .when(basedOn(0, draw))
      .then([submitted(draw, 9)])
    // The server's time comes first: the pick that counts is the saved one.
    given(predictionDecider, twice)
      .when(basedOn(1, homeWin, { at: '2024-08-17T14:55:00.000Z' }))
      .then(rejected('prediction-period-ended'))
  })
  test('has its id and its latest pick as state', () => {
    expect(given(predictionDecider, [submitted(homeWin), updated(draw)]).state).toEqual({
      status: 'submitted',
      revision: 2,
      predictionId: 3,
      pick: draw,
    })
  })
})

test('R344: picks are numbered, void ones included, and each carries its entry', () => {
  given(predictionDecider, [submitted(homeWin), updated(draw), voided(homeWin)])
    .when(update(draw))
    .then([updated(draw, 3)])
  const old = { predictionId: 3, ...who, pick: draw, revision: 0, entry: null }
  given(predictionDecider, [{ type: 'PredictionSubmitted', data: old }])
    .when(update(homeWin))
    .then([updated(homeWin, 1)])
  given(predictionDecider)
    .when({ ...submit(draw), entryOf: () => null })
    .then([{ type: 'PredictionSubmitted', data: { ...old, revision: 1 } }])
})

test('the home and the away score alone make another pick', () => {
  for (const score of [{ home: 3, away: 1 }, { home: 2, away: 0 }, null]) {
    const pick: Pick = { result: 'home', score }
    given(predictionDecider, [submitted(homeWin)])
      .when(update(pick))
      .then([updated(pick)])
  }
  const awayWin: Pick = { result: 'away', score: null }
  given(predictionDecider, [submitted(draw)])
    .when(update(awayWin))
    .then([updated(awayWin)])
})

describe('a pick for a gameweek', () => {
  const of = (gameweek: number | undefined, known: Openness & { gameweek?: number } = { ...match, gameweek: 5 }) =>
    ({ ...save(draw), gameweek, match: known }) as const
  const first = submitted(draw, 9)

  test('is accepted in the gameweek of its match, or without a gameweek', () => {
    given(predictionDecider).when(of(5)).then([first])
    given(predictionDecider).when(of(undefined)).then([first])
  })
  test('is refused in another gameweek, even after the cutoff', () => {
    given(predictionDecider).when(of(6)).then(rejected('wrong-gameweek'))
    given(predictionDecider)
      .when({ ...of(6), at: '2024-08-17T15:00:00.000Z' })
      .then(rejected('wrong-gameweek'))
  })
  test('of an unknown match is refused for the match', () => {
    given(predictionDecider)
      .when(of(6, { status: 'none' }))
      .then(rejected('fixture-not-found'))
  })
})

test('an update without a pick is refused for that, even after the cutoff', () => {
  given(predictionDecider)
    .when(update(draw, { at: '2024-08-17T15:00:00.000Z' }))
    .then(rejected('prediction-not-found'))
})

describe('a match accepts picks until 5 minutes before its kickoff', () => {
  const open = (when: When) => {
    given(predictionDecider)
      .when(submit(draw, when))
      .then([submitted(draw)])
    given(predictionDecider, [submitted(homeWin)])
      .when(update(draw, when))
      .then([updated(draw)])
    given(predictionDecider, [submitted(homeWin)])
      .when(save(draw, when))
      .then([updated(draw)])
  }
  const shut = (when: When, why: PredictionError) => {
    given(predictionDecider).when(submit(draw, when)).then(rejected(why))
    given(predictionDecider, [submitted(homeWin)])
      .when(update(draw, when))
      .then(rejected(why))
    given(predictionDecider).when(save(draw, when)).then(rejected(why))
    // Not even the same pick again, and a second prediction is refused for the same reason (R3).
    for (const command of [save(draw, when), submit(draw, when)])
      given(predictionDecider, [submitted(draw)])
        .when(command)
        .then(rejected(why))
  }
  const ended = 'prediction-period-ended'

  test('open 5 minutes and a millisecond before, closed from 5 minutes before on', () => {
    open({ at: '2024-08-17T14:54:59.999Z' })
    shut({ at: '2024-08-17T14:55:00.000Z' }, ended)
    shut({ at: '2024-08-17T14:55:00.001Z' }, ended)
    shut({ at: '2024-08-17T15:00:00.000Z' }, ended)
    shut({ at: '2025-08-17T15:00:00.000Z' }, ended)
  })
  test('a cutoff passes once: a closed match stays closed, wherever its kickoff moves', () => {
    shut({ match: { ...match, kickoff: '2024-12-01T15:00:00.000Z', closed: true } }, ended)
    shut({ match: { status: 'postponed', kickoff: null, closed: true } }, ended)
  })
  test('a match brought forward or put back has its new cutoff at once', () => {
    shut({ match: { ...match, kickoff: '2024-08-17T12:05:00.000Z' } }, ended)
    open({ match: { ...match, kickoff: '2024-08-17T12:05:00.001Z' } })
    open({ match: { ...match, kickoff: '2024-09-17T15:00:00.000Z' }, at: '2024-08-18T00:00:00.000Z' })
  })
  test('postponed without a date: no picks until there is one', () => {
    shut({ match: { status: 'postponed', kickoff: null, closed: false } }, 'no-date')
  })
  test('cancelled or unknown: no picks', () => {
    shut({ match: { ...match, status: 'cancelled' } }, 'fixture-cancelled')
    shut({ match: { status: 'none' } }, 'fixture-not-found')
  })
  test.each(['finished', 'awarded', 'abandoned'] as const)('%s: no picks, even before its kickoff', (status) => {
    shut({ match: { ...match, status } }, ended)
  })
})

describe('a pick after the event that closed its match', () => {
  test('is void: no pick counts, and the player may predict again under another id', () => {
    given(predictionDecider, [submitted(homeWin)])
      .when(voidIt(null))
      .then([voided(null)])
    const after = given(predictionDecider, [submitted(homeWin), voided(null)])
    expect(after.state).toEqual({ status: 'none', revision: 1 })
    after.when(update(draw)).then(rejected('prediction-not-found'))
    after
      .when({ ...submit(draw), predictionId: 4 })
      .then([{ type: 'PredictionSubmitted', data: { predictionId: 4, ...who, pick: draw, ...numbered(2) } }])
  })
  test('reverts to the earlier pick that it changed', () => {
    given(predictionDecider, [submitted(homeWin), updated(draw)])
      .when(voidIt(homeWin))
      .then([voided(homeWin)])
    const after = given(predictionDecider, [submitted(homeWin), updated(draw), voided(homeWin)])
    expect(after.state).toEqual({ status: 'submitted', revision: 2, predictionId: 3, pick: homeWin })
    after.when(submit(draw)).then(rejected('already-predicted'))
    after.when(save(homeWin)).then([])
    after.when(update(draw)).then([updated(draw, 3)])
  })
  test('is voided only once', () => {
    given(predictionDecider, [submitted(homeWin), voided(null)])
      .when(voidIt(null))
      .then([])
  })
})
