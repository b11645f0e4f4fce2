import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('values are separated by commas, lines end as RFC 4180 has it, and what holds a comma, a quote or a line break is quoted', () => {
  expect(
    csvOf([
      ['Who', 'Points', 'Why'],
      ['ann', -3, 'Said "no", twice'],
      ['bob', null, 'One\nmore'],
    ]),
  ).toBe('Who,Points,Why\r\nann,-3,"Said ""no"", twice"\r\nbob,,"One\nmore"\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'text that begins like a formula is text (T67): %j',
  (given) => {
    expect(csvOf([[given]]).replace(/^"/, '')).toMatch(/^'/)
  },
)
