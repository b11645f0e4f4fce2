import { describe, expect, test } from 'vitest'
import { firstOf, secretProblems, tokenProblems } from './newPassword.ts'

describe('a new password with a token (R110)', () => {
  const given = { token: 'abc', password: '123456', again: '123456' }
  test.each([
    [given, {}],
    [{ ...given, token: ' ' }, { token: 'Invalid reset link' }],
    [{ ...given, again: '' }, { all: 'All fields required' }],
    [
      { ...given, password: '12345' },
      { password: 'Password too short', again: "Passwords don't match" },
    ],
    [{ ...given, again: '1234567' }, { again: "Passwords don't match" }],
    [
      { token: '', password: '', again: '' },
      { token: 'Invalid reset link', all: 'All fields required' },
    ],
  ])('%j: %j', (form, problems) => expect(tokenProblems(form)).toEqual(problems))
})

describe('a new password with a secret (R112)', () => {
  const given = { username: 'ada', secret: 'old', password: '12345678', again: '12345678' }
  test.each([
    [given, {}],
    [{ ...given, username: undefined }, {}],
    [{ ...given, username: ' ' }, { all: 'All fields required' }],
    [{ ...given, secret: '' }, { all: 'All fields required' }],
    [{ ...given, password: '1234567', again: '1234567' }, { password: 'Password must be at least 8 characters long' }],
    [{ ...given, again: '123456789' }, { again: "Passwords don't match" }],
  ])('%j: %j', (form, problems) => expect(secretProblems(form)).toEqual(problems))
})

test('a toast says the first of them', () => {
  expect(firstOf({ again: 'c', all: 'b', token: 'a' })).toBe('a')
  expect(firstOf({})).toBeUndefined()
})
