import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('cells stand between commas, lines end as files of tables do, nothing is an empty cell', () => {
  const lines = [
    ['League', 'Picks'],
    ['Sunday Roast', 12.5],
    ['Nobody', null],
  ]
  expect(csvOf(lines)).toBe('League,Picks\r\nSunday Roast,12.5\r\nNobody,\r\n')
})

test('a name with a comma, a quote or a line is quoted', () => {
  expect(csvOf([['One, two', 'The "Best"', 'a\nb']])).toBe('"One, two","The ""Best""","a\nb"\r\n')
})

test.each(['=1+1', '+44', '-2', '@SUM(A1)', '\tx'])('T87: a name is no formula: %j', (name) => {
  expect(csvOf([[name, -2]])).toBe(`'${name},-2\r\n`)
})
