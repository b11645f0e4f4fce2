import { expect, test } from 'vitest'
import { commentsIn, measure, oddSentences, paragraphsIn } from './prose.ts'

test('comments are read as prose, directives and code are not', () => {
  const source = `
/** Returns a pick. */
const url = 'https://example.org' // a reason
// of two lines
// biome-ignore lint/x: none
/**
 * One.
 *
 * Two.
 */
`
  expect(commentsIn(source)).toEqual([
    { line: 2, text: 'Returns a pick.' },
    { line: 3, text: 'a reason\nof two lines' },
    { line: 6, text: 'One.\n\nTwo.' },
  ])
})

test('paragraphs, items and cells of Markdown are read, headings and code are not', () => {
  const markdown =
    '# Title\n\nFirst line\nsecond line.\n\n- item one\n- item two\n\n```sh\nnpm start\n```\n\n| a | b c |\n|---|---|\n'
  expect(paragraphsIn(markdown).map(({ text }) => text)).toEqual([
    'First line second line.',
    'item one',
    'item two',
    'a',
    'b c',
  ])
})

test('habits are counted in statements, not in questions, and per 10,000 words', () => {
  const { words, rows } = measure(['What is it? It says what it is.'], 0)
  const of = (name: string) => rows.find((row) => row.name === name)?.value
  expect(words).toBe(8)
  expect(of('what (no question)')).toBe(1_250)
  expect(of('says/said')).toBe(1_250)
  expect(of('whoever')).toBe(0)
})

test('a long sentence counts, code counts as one word', () => {
  const long = `${'word '.repeat(31).trim()}.`
  expect(oddSentences(`${long} Short.`)).toEqual([long])
  expect(oddSentences(`\`${'word '.repeat(40)}\` is short.`)).toEqual([])
})
