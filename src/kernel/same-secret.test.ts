import { expect, test } from 'vitest'
import { isSameSecret } from './same-secret.ts'

test.each([
  ['the same text', 'abc', 'abc', true],
  ['another text', 'abc', 'abd', false],
  ['another length', 'abc', 'ab', false],
  ['as many characters but more bytes', 'ab\u00e9', 'abe', false],
])('compares %s', (_case, actual, expected, isSame) => {
  expect(isSameSecret(actual, expected)).toBe(isSame)
})
