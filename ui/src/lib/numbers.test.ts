import { expect, test } from 'vitest'
import { counted, digitsOf, idOf, ordinal, signed, wordFor } from './numbers.ts'

test('ordinals have the English ending, 11th to 13th, too', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 1013].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '102nd',
    '1,013th',
  ])
})

test('a difference has its sign', () => {
  expect([18, 0, -7].map((value) => signed(value))).toEqual(['+18', '0', '−7'])
})

test('one is singular', () => {
  expect([0, 1, 2, 1200].map((value) => counted(value, 'member'))).toEqual([
    '0 members',
    '1 member',
    '2 members',
    '1,200 members',
  ])
  expect([0, 1, 2].map((value) => wordFor(value, 'point'))).toEqual(['points', 'point', 'points'])
  expect([0, 1, 2].map((value) => counted(value, 'match', 'matches'))).toEqual(['0 matches', '1 match', '2 matches'])
})

test('an id in a path is a positive integer, anything else is null', () => {
  expect(idOf('17')).toBe(17)
  for (const text of [undefined, '', '0', '-1', '1.5', 'abc', '1e3', '9'.repeat(20)])
    expect(idOf(text), text).toBeNull()
})

test('R481: digits of other scripts and of full width are read as 0 to 9, and other characters are left out', () => {
  expect(['１2', '٢٠', '۲۱', '०९', '𝟭𝟬', ' 1 7 ', '-3', 'two', ''].map(digitsOf)).toEqual([
    '12',
    '20',
    '21',
    '09',
    '10',
    '17',
    '3',
    '',
    '',
  ])
})
