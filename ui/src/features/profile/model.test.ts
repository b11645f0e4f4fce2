import { describe, expect, test } from 'vitest'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { ApiError } from '../../api/http.ts'
import {
  accuracySummary,
  badgesOf,
  changeOf,
  dayAndTime,
  formOf,
  isChanged,
  pointsSummary,
  problemsOf,
  rankText,
  replacesEmail,
  tabOf,
} from './model.ts'
import { pictureProblem } from './picture.ts'

const profile: Profile = {
  id: 7,
  username: 'maya_k',
  displayName: 'Maya Kessler',
  firstName: 'Maya',
  lastName: 'Kessler',
  email: 'maya@example.org',
  emailConfirmed: true,
  securityQuestion: null,
  bio: null,
  location: null,
  phone: null,
  profileImage: null,
  favoriteTeam: 3,
  joinedAt: '2025-08-02T10:00:00.000Z',
  totalPredictions: 124,
  correctPredictions: 66,
  settledPredictions: 122,
  exactScores: 10,
  averageAccuracy: 54,
  currentStreak: 3,
  bestStreak: 7,
  totalPoints: 1040,
  rank: 37,
}

test.each([
  ['', 'overview'],
  ['tab=statistics', 'statistics'],
  ['tab=settings', 'settings'],
  ['tab=somewhere', 'overview'],
])('the address ?%s opens %s', (query, tab) => expect(tabOf(new URLSearchParams(query))).toBe(tab))

test('the banner shows the rank, or 999 without one (R190)', () => {
  expect(rankText(37)).toBe('37')
  expect(rankText(null)).toBe('999')
})

describe('the change of a form', () => {
  const form = formOf(profile)

  test('is empty if the form equals the profile', () => {
    expect(changeOf(form, profile)).toEqual({})
    expect(isChanged({ ...form, bio: '  ', firstName: ' Maya ' }, profile)).toBe(false)
  })

  test('contains only differences; an empty text is null', () => {
    expect(changeOf({ ...form, bio: 'Row F', lastName: '', favoriteTeam: '' }, profile)).toEqual({
      bio: 'Row F',
      lastName: null,
      favoriteTeam: null,
    })
    expect(changeOf({ ...form, favoriteTeam: '12' }, profile)).toEqual({ favoriteTeam: 12 })
  })

  test('replacing an address requires the current password, the first one does not (R194)', () => {
    const other = { ...form, email: 'maya@new.example', currentPassword: 'secret-1' }
    expect(changeOf(other, profile)).toEqual({ email: 'maya@new.example', currentPassword: 'secret-1' })
    expect(changeOf({ ...other, currentPassword: '' }, profile)).toEqual({ email: 'maya@new.example' })
    expect(changeOf(other, { ...profile, email: null })).toEqual({ email: 'maya@new.example' })
    expect(replacesEmail('', profile)).toBe(true)
    expect(replacesEmail('maya@example.org', profile)).toBe(false)
  })
})

describe('validation errors of the server', () => {
  const refusal = (status: number, body: object) => new ApiError(new Response(null, { status }), JSON.stringify(body))

  test('are assigned to their field', () => {
    const errors = [{ path: 'phone', message: 'That is not a phone number' }]
    expect(problemsOf(refusal(400, { detail: 'Please check the fields', errors }))).toEqual({
      phone: 'That is not a phone number',
    })
  })

  test.each([401, 403])('%i: assigned to the password', (status) =>
    expect(problemsOf(refusal(status, { detail: 'Not right' }))).toEqual({ currentPassword: 'Not right' }),
  )

  test('a network error belongs to no field', () => expect(problemsOf(new TypeError('Failed to fetch'))).toEqual({}))
})

describe('the badges of the profile (R191)', () => {
  const won = (exactScores: number, bestStreak: number, totalPredictions: number) =>
    badgesOf({ exactScores, bestStreak, totalPredictions }).flatMap(({ name, isWon }) => (isWon ? name : []))

  test.each([
    [0, 4, 49, []],
    [1, 4, 49, ['Score Predictor']],
    [0, 5, 49, ['Streak Master']],
    [0, 4, 50, ['Dedicated Predictor']],
  ])('%i exact scores, a best streak of %i, %i predictions: %j', (exact, streak, predictions, names) =>
    expect(won(exact, streak, predictions)).toEqual(names),
  )

  test('show the progress', () => {
    expect(badgesOf({ exactScores: 1, bestStreak: 3, totalPredictions: 31 }).map(({ text }) => text)).toEqual([
      '1 exact score',
      'Best streak 3, needs 5',
      '31 predictions, needs 50',
    ])
    expect(badgesOf({ exactScores: 0, bestStreak: 0, totalPredictions: 0 })[0]!.text).toBe('0 exact scores, needs 1')
  })
})

describe('the weeks', () => {
  const weeks = [
    { week: 1, accuracy: 50, points: 25, field: { accuracy: 50, points: 28.4 } },
    { week: 2, accuracy: 80, points: 65, field: { accuracy: 55, points: 41 } },
    { week: 4, accuracy: 0, points: 0, field: { accuracy: 25, points: 17.5 } },
  ]

  test('have one sentence each; a single one is no best', () => {
    expect(accuracySummary(weeks.slice(0, 1))).toBe('of your settled picks were right.')
    expect(accuracySummary(weeks)).toBe(
      'of your settled picks were right; 80% in gameweek 2, your best. You beat the field in 1 of 3.',
    )
    expect(pointsSummary(weeks.slice(0, 1)).rest).toBe('points in gameweek 1, your first.')
    expect(pointsSummary(weeks)).toEqual({
      most: '65',
      rest: 'points in gameweek 2, your best. You average 30.0 a gameweek. You beat the field in 1 of 3.',
    })
  })
})

test('the last use of a session has a time today, else also a date', () => {
  const now = Date.parse('2025-11-29T17:00:00.000Z')
  expect(dayAndTime('2025-11-29T14:00:00.000Z', now)).toMatch(/^today, \d\d:00$/)
  expect(dayAndTime('2025-11-15T14:00:00.000Z', now)).toMatch(/^15 Nov 2025, \d\d:00$/)
})

describe('a file that is chosen as a picture (R193)', () => {
  const LARGEST = 5 * 1024 * 1024

  test.each(['image/jpeg', 'image/png', 'image/gif'])('%s up to 5 MB is accepted', (type) =>
    expect(pictureProblem({ type, size: LARGEST })).toBeNull(),
  )

  test.each(['image/svg+xml', 'text/html', ''])('a file of type %j is rejected', (type) =>
    expect(pictureProblem({ type, size: 10 })).toMatchObject({
      title: 'Invalid File',
      description: 'Please select an image file (JPG, PNG, GIF)',
    }),
  )

  test('one byte more is rejected', () =>
    expect(pictureProblem({ type: 'image/png', size: LARGEST + 1 })).toMatchObject({
      title: 'File Too Large',
      description: 'Please select an image smaller than 5MB',
    }))
})
