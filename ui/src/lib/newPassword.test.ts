import { describe, expect, test } from 'vitest'
import { firstOf, secretProblems, tokenProblems } from './newPassword.ts'

describe('a new password with a token (R110)', () => {
  const valid = { token: 'abc', password: '123456', again: '123456' }
  test.each([
    [valid, {}],
    [{ ...valid, token: ' ' }, { token: 'Invalid reset link' }],
    [{ ...valid, again: '' }, { all: 'All fields required' }],
    [
      { ...valid, password: '12345' },
      { password: 'Password too short', again: "Passwords don't match" },
    ],
    [{ ...valid, again: '1234567' }, { again: "Passwords don't match" }],
    [
      { token: '', password: '', again: '' },
      { token: 'Invalid reset link', all: 'All fields required' },
    ],
  ])('%j: %j', (form, problems) => expect(tokenProblems(form)).toEqual(problems))
})

describe('a new password with a secret (R112)', () => {
  const valid = { username: 'ada', secret: 'old', password: '12345678', again: '12345678' }
  test.each([
    [valid, {}],
    [{ ...valid, username: undefined }, {}],
    [{ ...valid, username: ' ' }, { all: 'All fields required' }],
    [{ ...valid, secret: '' }, { all: 'All fields required' }],
    [{ ...valid, password: '1234567', again: '1234567' }, { password: 'Password must be at least 8 characters long' }],
    [{ ...valid, again: '123456789' }, { again: "Passwords don't match" }],
  ])('%j: %j', (form, problems) => expect(secretProblems(form)).toEqual(problems))
})

test('firstOf returns the first problem', () => {
  expect(firstOf({ again: 'c', all: 'b', token: 'a' })).toBe('a')
  expect(firstOf({})).toBeUndefined()
})
