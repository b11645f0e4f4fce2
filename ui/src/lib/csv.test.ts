import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('values are separated by commas, lines end with CRLF, and values with a comma, quote or line break are quoted', () => {
  expect(
    csvOf([
      ['Who', 'Points', 'Why'],
      ['ann', -3, 'Said "no", twice'],
      ['bob', null, 'One\nmore'],
    ]),
  ).toBe('Who,Points,Why\r\nann,-3,"Said ""no"", twice"\r\nbob,,"One\nmore"\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'text that starts like a formula is escaped (T67): %j',
  (text) => {
    expect(csvOf([[text]]).replace(/^"/, '')).toMatch(/^'/)
  },
)
