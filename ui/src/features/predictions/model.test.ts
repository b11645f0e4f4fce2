import { describe, expect, test } from 'vitest'
import type { PickVerdict } from '../../../../src/areas/predictions/contract.ts'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'
import { fixtureSample, predictionSample } from '../../../../test/support/samples.ts'
import {
  cellOf,
  type Draft,
  draftOf,
  EMPTY,
  isDirty,
  lateText,
  pickOf,
  pickText,
  problemOf,
  type RowFacts,
  rowState,
  saveLabel,
  stepped,
  withResult,
  withScore,
} from './model.ts'
import { pointsFor } from './verdict.ts'

const draft = (result: Draft['result'], home = '', away = ''): Draft => ({ result, home, away })

describe('the score boxes', () => {
  test.each([
    ['2', '1', 'home'],
    ['1', '1', 'draw'],
    ['0', '3', 'away'],
  ] as const)('a score of %s-%s sets the result %s', (home, away, result) => {
    expect(withScore(withScore(EMPTY, 'home', home), 'away', away)).toEqual(draft(result, home, away))
  })

  test('half a score leaves the chosen result alone', () => {
    expect(withScore(draft('away'), 'home', '2')).toEqual(draft('away', '2'))
  })

  test('a contradicting result clears the score', () => {
    expect(withResult(draft('home', '2', '1'), 'away')).toEqual(draft('away'))
  })

  test('the same result keeps the score, and so does one that half a score can still become', () => {
    expect(withResult(draft('home', '2', '1'), 'home')).toEqual(draft('home', '2', '1'))
    expect(withResult(draft(null, '2'), 'away')).toEqual(draft('away', '2'))
  })

  test('arrows step by one between 0 and 9, from empty to 0', () => {
    expect(stepped(EMPTY, 'home', 1)).toEqual(draft(null, '0'))
    expect(stepped(EMPTY, 'home', -1)).toEqual(EMPTY)
    expect(stepped(draft(null, '9'), 'home', 1)).toEqual(draft(null, '9'))
    expect(stepped(draft(null, '0'), 'home', -1)).toEqual(draft(null, '0'))
    expect(stepped(draft('home', '2', '1'), 'away', 1)).toEqual(draft('draw', '2', '2'))
  })
})

describe('validation of a draft', () => {
  test('nothing chosen: Please select a prediction', () => {
    expect(problemOf(EMPTY)).toBe('no-result')
    expect(pickOf(EMPTY)).toBeNull()
  })

  test('one digit alone is not a score', () => {
    expect(problemOf(draft('home', '2'))).toBe('half-score')
    expect(pickOf(draft('home', '2'))).toBeNull()
  })

  test('the exact score is optional', () => {
    expect(pickOf(draft('draw'))).toEqual({
      predictedResult: 'draw',
      predictedHomeScore: null,
      predictedAwayScore: null,
    })
    expect(pickOf(draft('home', '2', '0'))).toEqual({
      predictedResult: 'home',
      predictedHomeScore: 2,
      predictedAwayScore: 0,
    })
  })

  test('an edit equal to the saved pick is no change', () => {
    const saved = predictionSample()
    expect(isDirty(draftOf(saved), saved)).toBe(false)
    expect(isDirty(draft('home', '3', '1'), saved)).toBe(true)
    expect(isDirty(undefined, saved)).toBe(false)
  })

  test('the save bar counts', () => {
    expect(saveLabel(0)).toBe('Save changes')
    expect(saveLabel(1)).toBe('Save 1 change')
    expect(saveLabel(3)).toBe('Save 3 changes')
  })
})

describe('points', () => {
  const pick = { predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 } as const
  const ended = (homeScore: number, awayScore: number) => fixtureSample({ status: 'FINISHED', homeScore, awayScore })

  test('2-1 predicted: 2-1 gives 15, 3-1 gives 5, 1-2 gives 0', () => {
    expect(pointsFor(pick, ended(2, 1))).toBe(15)
    expect(pointsFor(pick, ended(3, 1))).toBe(5)
    expect(pointsFor(pick, ended(1, 2))).toBe(0)
  })

  test('a result without a score never earns the exact bonus', () => {
    expect(
      pointsFor({ predictedResult: 'home', predictedHomeScore: null, predictedAwayScore: null }, ended(2, 1)),
    ).toBe(5)
  })

  test('an awarded match pays the result and no exact score', () => {
    expect(
      pointsFor(pick, fixtureSample({ status: 'FINISHED', awardedResult: 'home', homeScore: 2, awayScore: 1 })),
    ).toBe(5)
    expect(pointsFor(pick, fixtureSample({ status: 'FINISHED', awardedResult: 'away' }))).toBe(0)
  })

  test('no score is null, never 0-0', () => {
    expect(pointsFor(pick, fixtureSample({ status: 'LIVE' }))).toBeNull()
  })
})

describe('the state of a row', () => {
  const facts = (changes: Partial<RowFacts>): RowFacts => ({
    phase: 'open',
    fixture: fixtureSample(),
    prediction: undefined,
    draft: undefined,
    write: undefined,
    ...changes,
  })
  const saved = predictionSample()
  const typed = draft('draw', '1', '1')
  const failed = { status: 'failed', message: 'Failed to submit prediction' } as const

  test.each<[string, Partial<RowFacts>, string]>([
    ['no pick', {}, 'open'],
    ['a pick typed', { draft: typed }, 'draft'],
    ['a pick on the server', { prediction: saved }, 'saved'],
    ['Update pressed', { prediction: saved, draft: draftOf(saved) }, 'editing'],
    ['on its way', { draft: typed, write: { status: 'saving' } }, 'saving'],
    ['refused', { draft: typed, write: failed }, 'failed'],
    ['sent offline', { draft: typed, write: { status: 'waiting', keptAt: '2025-11-29T16:48:00.000Z' } }, 'waiting'],
    ['refused, then discarded', { write: failed }, 'open'],
    ['past the cutoff with a pick', { phase: 'closed', prediction: saved }, 'locked'],
    ['past the cutoff without one', { phase: 'closed' }, 'nopick'],
    ['past the cutoff with a typed one that was not saved', { phase: 'closed', draft: typed }, 'nopick'],
    ['kicked off', { phase: 'live', prediction: saved }, 'live'],
    ['result overdue', { phase: 'awaiting', prediction: saved }, 'awaiting'],
    ['postponed', { phase: 'undated', prediction: saved }, 'postponed'],
    ['cancelled', { phase: 'cancelled', prediction: saved }, 'cancelled'],
    ['finished without a pick', { phase: 'finished' }, 'missed'],
  ])('%s: %#', (_, changes, state) => {
    expect(rowState(facts(changes))).toBe(state)
  })

  test.each(['exact', 'correct', 'wrong'] as const)('finished, and the verdict is %s', (verdict) => {
    expect(rowState(facts({ phase: 'finished', prediction: predictionSample({ verdict }) }))).toBe(verdict)
  })

  test('the server’s verdict overrides the local one, which is used until it arrives', () => {
    const fixture = fixtureSample({ status: 'FINISHED', homeScore: 2, awayScore: 1 })
    const stateBy = (verdict: PickVerdict | null) =>
      rowState(facts({ phase: 'finished', fixture, prediction: predictionSample({ verdict }) }))
    expect(stateBy('wrong')).toBe('wrong')
    expect(stateBy(null)).toBe('exact')
    expect(stateBy('void')).toBe('exact')
  })
})

describe('texts', () => {
  test('a pick without a score is its word', () => {
    expect(pickText(predictionSample())).toBe('2–1')
    expect(pickText(predictionSample({ predictedHomeScore: null, predictedAwayScore: null }))).toBe('Home')
  })

  test('an unsaved pick of a closed match is named, with what counts instead', () => {
    const saved = predictionSample()
    expect(lateText({ shown: draft('away', '0', '2'), prediction: saved })).toBe(
      'Your change to 0–2 was not saved in time; 2–1 stands.',
    )
    expect(lateText({ shown: draft('away', '0', ''), prediction: saved })).toBe(
      'Your change was not saved in time; 2–1 stands.',
    )
    expect(lateText({ shown: draft('draw', '', ''), prediction: undefined })).toBe(
      'Your Draw was not saved in time; you have no pick.',
    )
    expect(lateText({ shown: draft(null, '0', ''), prediction: undefined })).toBe(
      'Your pick was not saved in time; you have no pick.',
    )
  })

  test('every cell of the strip has words beyond its colour', () => {
    const verdictPoints = pointsPerVerdict('2025-26')
    expect(cellOf('exact', true, verdictPoints).words).toBe('15 points, exact')
    expect(cellOf('exact', true, { exact: 12, correct: 4, wrong: 0 })).toMatchObject({ text: '12' })
    expect(cellOf('saved', true, verdictPoints).words).toBe('saved')
    expect(cellOf('draft', false, verdictPoints).words).toBe('not saved')
    expect(cellOf('open', false, verdictPoints).words).toBe('no pick yet')
    expect(cellOf('nopick', false, verdictPoints).words).toBe('closed, no pick')
    expect(cellOf('postponed', true, verdictPoints).words).toBe('postponed, pick kept')
  })
})
