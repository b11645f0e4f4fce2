import { expect, test } from 'vitest'
import { callOf, localInput, type RulingForm, rulingsFor, textsOf } from './rulings.ts'

const open = {
  status: 'SCHEDULED',
  homeScore: null,
  awayScore: null,
  awardedResult: null,
  resultByHand: false,
} as const
const form: RulingForm = { homeScore: '2', awayScore: '1', kickoff: '', result: 'home', reason: ' Fog ' }

test('a scheduled match cannot be lifted, a result by hand can', () => {
  expect(rulingsFor(open)).not.toContain('lift')
  expect(rulingsFor({ ...open, status: 'FINISHED', homeScore: 1, awayScore: 0 })).not.toContain('lift')
  expect(rulingsFor({ ...open, status: 'FINISHED', homeScore: 1, awayScore: 0, resultByHand: true })).toContain('lift')
})

test('a match with a result is not moved before that is lifted', () => {
  const finished = rulingsFor({ ...open, status: 'FINISHED', homeScore: 1, awayScore: 0, resultByHand: true })
  expect(finished).not.toContain('postpone')
  expect(finished).not.toContain('reschedule')
})

test('a cancelled match can only be lifted or given a result', () => {
  expect(rulingsFor({ ...open, status: 'CANCELLED' })).toEqual(['lift', 'result'])
})

test('a second result is a correction', () => {
  expect(textsOf('result', open).name).toBe('Enter result')
  expect(textsOf('result', { ...open, status: 'FINISHED', homeScore: 0, awayScore: 0 }).name).toBe('Correct result')
})

test('a result goes out as numbers with its trimmed reason', () => {
  expect(callOf('result', 7, form).call).toEqual({
    method: 'POST',
    path: '/api/admin/fixtures/7/result',
    body: { homeScore: 2, awayScore: 1, reason: 'Fog' },
  })
})

test('lifting deletes the result, with its reason', () => {
  expect(callOf('lift', 7, form).call).toEqual({
    method: 'DELETE',
    path: '/api/admin/fixtures/7/result',
    body: { reason: 'Fog' },
  })
})

test('a new kickoff goes out as UTC', () => {
  const { call } = callOf('reschedule', 7, { ...form, kickoff: '2026-12-01T20:00' })
  expect(call?.body.kickoffTime).toBe(new Date('2026-12-01T20:00').toISOString())
})

test('an award goes out with its outcome', () => {
  expect(callOf('award', 7, { ...form, result: 'away' }).call?.body).toEqual({ result: 'away', reason: 'Fog' })
})

test.each([
  ['result', { reason: '  ' }, { reason: 'Please give a reason' }],
  ['result', { homeScore: '' }, { homeScore: 'Goals are 0 to 99' }],
  ['result', { awayScore: '1.5' }, { awayScore: 'Goals are 0 to 99' }],
  ['reschedule', { kickoff: '' }, { kickoff: 'Please give date and time' }],
] as const)('%s with %o is not sent', (ruling, typed, problems) => {
  expect(callOf(ruling, 7, { ...form, ...typed }).problems).toEqual(problems)
})

test('a kickoff comes back from its input as the same instant', () => {
  const kickoff = '2026-11-29T17:30:00.000Z'
  expect(new Date(localInput(kickoff)).toISOString()).toBe(kickoff)
  expect(localInput(null)).toBe('')
})
