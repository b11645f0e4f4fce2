import { expect, test } from 'vitest'
import type { AdministratorsAct } from '../../../../src/areas/administration/contract.ts'
import {
  aboutNames,
  accuracyTone,
  actLines,
  actNames,
  actText,
  actWords,
  deletionEffects,
  FIRST_VIEW,
  favouriteText,
  listWords,
  queryOf,
  sortedBy,
  walletText,
} from './users.ts'

test('R120: a new column sorts ascending, the same one reverses, and ranks keep the server’s order', () => {
  const byName = sortedBy({ ...FIRST_VIEW, offset: 50 }, 'username')
  expect(byName).toEqual({ ...FIRST_VIEW, sort: 'username', order: 'asc', offset: 0 })
  expect(sortedBy(byName, 'username').order).toBe('desc')
  expect(sortedBy(sortedBy(byName, 'username'), 'username').order).toBe('asc')
  expect(sortedBy(sortedBy(byName, 'username'), 'points').order).toBe('asc')
  expect(sortedBy(FIRST_VIEW, 'rank').order).toBe('asc')
})

test('the query contains a search only if there is one', () => {
  expect(queryOf(FIRST_VIEW)).toBe('sort=rank&order=asc&limit=25&offset=0')
  expect(queryOf({ ...FIRST_VIEW, search: '#7' })).toBe('search=%237&sort=rank&order=asc&limit=25&offset=0')
  expect(listWords(FIRST_VIEW, 18_204)).toBe('18,204 users, by rank')
  expect(listWords({ ...FIRST_VIEW, search: 'a', sort: 'points' }, 3)).toBe('3 found, by points')
  expect(listWords({ ...FIRST_VIEW, search: 'a' }, 500)).toBe('the first 500 found, by rank')
})

test('accuracy is green from 70, yellow from 50, red below', () => {
  const toneOf = (accuracy: number) => accuracyTone({ accuracy, settledPredictions: 1 })
  expect([100, 70, 69, 50, 49, 0].map(toneOf)).toEqual(['ok', 'ok', 'warn', 'warn', 'bad', 'bad'])
  expect(accuracyTone({ accuracy: 0, settledPredictions: 0 })).toBe('neutral')
})

test('a wallet shows its first six and last four characters, a favourite its short name', () => {
  expect(walletText('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')).toBe('0x71C7…976F')
  const clubs = [{ id: 3, shortName: 'Fulham' }]
  expect([3, 4, null].map((id) => favouriteText(id, clubs))).toEqual(['Fulham', 'Unknown Team', 'Not Set'])
})

test('R125: the effects of a deletion are listed', () => {
  const none = { predictions: 1, points: 5, leagues: 0, teams: 0, messages: 0, feedback: 0 }
  expect(deletionEffects(none)).toEqual(['1 prediction and 5 points', '0 leagues, 0 teams', '0 messages'])
  expect(deletionEffects({ ...none, leagues: 2 })[1]).toBe(
    '2 leagues, 0 teams: any they run pass to another member, or close',
  )
  expect(deletionEffects({ ...none, feedback: 2 }).at(-1)).toBe('Feedback stays, signed Deleted user')
})

test('R124: each act has a text', () => {
  const act = (overrides: Partial<AdministratorsAct>): AdministratorsAct => ({
    id: 'a',
    kind: 'make-admin',
    at: '2026-11-24T09:10:00.000Z',
    by: { id: 1, username: 'the_gaffer' },
    atServer: false,
    user: { id: 2, username: 'maya_k' },
    fixture: { id: 7, homeTeam: 'Newcastle', awayTeam: 'Man City' },
    score: null,
    outcome: null,
    kickoff: null,
    count: 1,
    reason: null,
    deletionReason: null,
    ...overrides,
  })
  const textOf = (overrides: Partial<AdministratorsAct>) => Object.values(actText(act(overrides))).join(' ')
  expect(textOf({})).toBe('Make Admin maya_k')
  expect(textOf({ kind: 'reset-password', user: null })).toBe('Reset Password of Deleted user')
  expect(textOf({ kind: 'dismiss-report' })).toBe('Dismiss Report from maya_k')
  expect(textOf({ kind: 'delete-message' })).toBe('Delete Message of maya_k')
  expect(textOf({ kind: 'delete-share' })).toBe('Delete Share of maya_k')
  expect(textOf({ kind: 'delete-comment' })).toBe('Delete Comment of maya_k')
  expect(textOf({ kind: 'delete' })).toBe('Delete a user, name erased')
  expect(textOf({ kind: 'unlock-address', count: 2 })).toBe('Unlock 2 addresses')
  expect(textOf({ kind: 'correct-result', score: { home: 2, away: 1 } })).toBe(
    'Result corrected Newcastle v Man City, 2–1',
  )
  expect(textOf({ kind: 'award', outcome: 'away' })).toBe('Awarded Newcastle v Man City, to Man City')
  expect(textOf({ kind: 'award', outcome: 'draw' })).toBe('Awarded Newcastle v Man City, as a draw')

  const words = (overrides: Partial<AdministratorsAct>, readerId = 1) => actWords(act(overrides), readerId)
  expect(words({ reason: 'Called back' })).toMatch(/^You · .+ · “Called back”$/)
  expect(words({ deletionReason: 'asked' }, 9)).toMatch(/^the_gaffer · .+ · “Asked for it”$/)
  expect(words({ by: null })).toMatch(/^Deleted user · /)
  expect(words({ by: null, atServer: true })).toMatch(/^On the server · /)
  // Names are links to players in every sentence (R154).
  expect(actNames(act({}), 9)).toEqual([{ id: 1, start: 0, length: 'the_gaffer'.length }])
  expect([actNames(act({}), 1), actNames(act({ by: null }), 9)]).toEqual([[], []])
  const about = actText(act({ kind: 'reset-password' })).about
  expect(aboutNames(act({ kind: 'reset-password' }), about)).toEqual([{ id: act({}).user!.id, start: 3, length: 6 }])
  expect(aboutNames(act({ user: null }), 'Deleted user')).toEqual([])
  expect(
    actLines([act({ reason: 'Called back' }), act({ by: null, deletionReason: 'asked', kind: 'delete' })]),
  ).toEqual([
    ['When', 'Who', 'What', 'About', 'Why'],
    [act({}).at, 'the_gaffer', 'Make Admin', 'maya_k', 'Called back'],
    [act({}).at, 'Deleted user', 'Delete', 'a user, name erased', 'Asked for it'],
  ])
})
