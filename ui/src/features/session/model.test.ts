import { expect, test } from 'vitest'
import { entryOf, entryProblem, entryQuery } from './model.ts'

test.each([
  ['', 'password'],
  ['   ', 'password'],
  ['maya', ''],
])('username "%s" with password "%s" requires both', (username, password) => {
  expect(entryProblem(username, password)).toBe('Please enter both username and password')
})

test('a password has at least 6 characters', () => {
  expect(entryProblem('maya', '12345')).toBe('Password must be at least 6 characters long')
  expect(entryProblem('maya', '123456')).toBeNull()
})

test('the URL selects a form; other values select none', () => {
  expect(entryOf(entryQuery('register'))).toBe('register')
  expect(entryOf(entryQuery('login'))).toBe('login')
  for (const search of ['', '?enter=', '?enter=admin', '?register']) expect(entryOf(search)).toBeNull()
})
