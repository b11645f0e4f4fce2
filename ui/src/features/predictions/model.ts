import type { Fixture, Outcome } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { outcomeOf } from '../../../../src/contracts/points.ts'
import type { Verdict, VerdictPoints } from '../../../../src/contracts/scoring-rules.ts'
import { counted } from '../../lib/numbers.ts'
import { type Called, verdictFor } from './verdict.ts'

/** A pick being typed. A score is one digit, or empty. */
export interface Draft {
  readonly result: Outcome | null
  readonly home: string
  readonly away: string
}

export type Side = 'home' | 'away'

export const EMPTY: Draft = { result: null, home: '', away: '' }

export function draftOf(prediction: Prediction | undefined): Draft {
  if (!prediction) return EMPTY
  return {
    result: prediction.predictedResult,
    home: prediction.predictedHomeScore?.toString() ?? '',
    away: prediction.predictedAwayScore?.toString() ?? '',
  }
}

export const sameDraft = (a: Draft, b: Draft): boolean =>
  a.result === b.result && a.home === b.home && a.away === b.away

export const isEmpty = (draft: Draft): boolean => sameDraft(draft, EMPTY)

/** Puts a digit, or nothing, into one box. A whole score sets the result. */
export function withScore(draft: Draft, side: Side, digit: string): Draft {
  const next = { ...draft, [side]: digit }
  if (next.home === '' || next.away === '') return next
  return { ...next, result: outcomeOf(Number(next.home), Number(next.away)) }
}

/** Arrow keys: one up or down, between 0 and 9; an empty box starts at 0. */
export function stepped(draft: Draft, side: Side, by: 1 | -1): Draft {
  const value = draft[side]
  if (value === '') return by === 1 ? withScore(draft, side, '0') : draft
  return withScore(draft, side, String(Math.min(9, Math.max(0, Number(value) + by))))
}

/** Selects a result. A score that contradicts it is cleared. */
export function withResult(draft: Draft, result: Outcome): Draft {
  const whole = draft.home !== '' && draft.away !== ''
  if (whole && outcomeOf(Number(draft.home), Number(draft.away)) !== result) return { result, home: '', away: '' }
  return { ...draft, result }
}

type DraftProblem = 'no-result' | 'half-score'

export function problemOf(draft: Draft): DraftProblem | null {
  if ((draft.home === '') !== (draft.away === '')) return 'half-score'
  return draft.result === null ? 'no-result' : null
}

/** Error texts: 'Please select a prediction' of R68, and the game's own for a missing digit. */
export const PROBLEM_TEXTS: Readonly<Record<DraftProblem, string>> = {
  'no-result': 'Please select a prediction',
  'half-score': 'Enter both scores or neither',
}

/** The pick of a draft; null while it cannot be saved. */
export function pickOf(draft: Draft): Called | null {
  if (draft.result === null || problemOf(draft) !== null) return null
  return {
    predictedResult: draft.result,
    predictedHomeScore: draft.home === '' ? null : Number(draft.home),
    predictedAwayScore: draft.away === '' ? null : Number(draft.away),
  }
}

/** `2–1`, or the word for a pick without a score. */
export function pickText(pick: Called): string {
  if (pick.predictedHomeScore !== null && pick.predictedAwayScore !== null)
    return `${pick.predictedHomeScore}–${pick.predictedAwayScore}`
  return RESULT_WORDS[pick.predictedResult]
}

/** Sentence about an unsaved pick whose match has closed, with the pick that counts: `…; 1–0 stands.` */
export function lateText({ shown, prediction }: { shown: Draft; prediction: Prediction | undefined }): string {
  const pick = pickOf(shown)
  const what = prediction ? 'Your change' : 'Your pick'
  const typed = pick && `${prediction ? 'Your change to' : 'Your'} ${pickText(pick)}`
  return `${typed ?? what} was not saved in time; ${prediction ? `${pickText(prediction)} stands` : 'you have no pick'}.`
}

export const RESULT_WORDS: Readonly<Record<Outcome, string>> = { home: 'Home', draw: 'Draw', away: 'Away' }

/** The last write of a row: in flight, failed, or waiting for a connection since a time (ISO 8601). */
export type Write =
  | { readonly status: 'saving' }
  | { readonly status: 'waiting'; readonly keptAt: string }
  | { readonly status: 'failed'; readonly message: string }

/** Phase of a match, from the fixtures feature. */
export type MatchPhase = 'open' | 'closed' | 'live' | 'awaiting' | 'finished' | 'undated' | 'cancelled'

const FORM_STATES = ['open', 'draft', 'editing', 'saved', 'saving', 'failed', 'waiting'] as const
type SettledState = 'live' | 'awaiting' | Verdict | 'missed' | 'postponed' | 'cancelled'
export type RowState = (typeof FORM_STATES)[number] | 'locked' | 'nopick' | SettledState

export const isForm = (state: RowState): boolean => FORM_STATES.some((each) => each === state)

export interface RowFacts {
  readonly phase: MatchPhase
  readonly fixture: Fixture
  readonly prediction: Prediction | undefined
  readonly draft: Draft | undefined
  readonly write: Write | undefined
}

/** The state of a row, from the clock, the server and the player's input. */
export function rowState({ phase, fixture, prediction, draft, write }: RowFacts): RowState {
  switch (phase) {
    case 'open':
      if (write?.status === 'saving') return 'saving'
      if (write && draft) return write.status
      if (draft) return prediction ? 'editing' : 'draft'
      return prediction ? 'saved' : 'open'
    case 'closed':
      return prediction ? 'locked' : 'nopick'
    case 'finished':
      return settledState(fixture, prediction)
    case 'undated':
      return 'postponed'
    case 'live':
    case 'awaiting':
    case 'cancelled':
      return phase
  }
}

function settledState(fixture: Fixture, prediction: Prediction | undefined): RowState {
  if (!prediction) return 'missed'
  const { verdict } = prediction
  // The prediction was read before its match ended, or the match was played after all.
  return (verdict === null || verdict === 'void' ? verdictFor(prediction, fixture) : verdict) ?? 'awaiting'
}

export function isDirty(draft: Draft | undefined, prediction: Prediction | undefined): draft is Draft {
  return draft !== undefined && !sameDraft(draft, draftOf(prediction))
}

export interface Cell {
  readonly kind: 'exact' | 'correct' | 'wrong' | 'live' | 'saved' | 'locked' | 'draft' | 'failed' | 'none'
  /** Text of the cell if it is not an icon. */
  readonly text: string | null
  /** Text for screen readers. */
  readonly words: string
}

/** A cell of the gameweek strip. `verdictPoints`: points per verdict in its season. */
export function cellOf(state: RowState, hasPick: boolean, verdictPoints: VerdictPoints): Cell {
  switch (state) {
    case 'exact':
    case 'correct':
    case 'wrong':
      return { kind: state, text: `${verdictPoints[state]}`, words: `${verdictPoints[state]} points, ${state}` }
    case 'live':
      return { kind: 'live', text: 'Live', words: 'live' }
    case 'saved':
      return { kind: 'saved', text: null, words: 'saved' }
    case 'draft':
    case 'editing':
    case 'saving':
      return { kind: 'draft', text: null, words: state === 'saving' ? 'saving' : 'not saved' }
    case 'waiting':
      return { kind: 'draft', text: null, words: 'not saved, waiting for a connection' }
    case 'failed':
      return { kind: 'failed', text: null, words: 'not saved, failed' }
    case 'postponed':
      return { kind: hasPick ? 'locked' : 'none', text: 'P', words: hasPick ? 'postponed, pick kept' : 'postponed' }
    case 'cancelled':
      return { kind: 'none', text: 'C', words: 'cancelled' }
    case 'locked':
      return { kind: 'locked', text: null, words: 'closed, your pick stands' }
    case 'awaiting':
      return hasPick
        ? { kind: 'locked', text: null, words: 'waiting for the result' }
        : { kind: 'none', text: '–', words: 'closed, no pick' }
    case 'nopick':
    case 'missed':
      return { kind: 'none', text: '–', words: 'closed, no pick' }
    case 'open':
      return { kind: 'none', text: '–', words: 'no pick yet' }
  }
}

export const saveLabel = (changes: number): string =>
  changes === 0 ? 'Save changes' : `Save ${counted(changes, 'change')}`
