import { expect, test } from 'vitest'
import { apart, columnLabels, lettersIn, scaleOf, shortName } from './plot.ts'

test('a close scale is rounded to tens and spans at least twenty', () => {
  expect(scaleOf('close', [52, 54.1])).toEqual({ domain: [50, 70], ticks: [50, 60, 70] })
  expect(scaleOf('close', [3, 100])).toEqual({ domain: [0, 100], ticks: [0, 20, 40, 60, 80, 100] })
  expect(scaleOf('close', [10, 80])).toEqual({ domain: [10, 80], ticks: [10, 30, 50, 70] })
  expect(scaleOf('close', [100]).ticks).toEqual([80, 90, 100])
  expect(scaleOf('close', []).domain).toEqual([80, 100])
})

test('a whole scale is 0 to 100 for any values', () => {
  expect(scaleOf('whole', [52])).toEqual({ domain: [0, 100], ticks: [0, 25, 50, 75, 100] })
})

test('a rank scale goes from the first to the worst rank, at least the tenth, with powers of ten as ticks', () => {
  expect(scaleOf('ranks', [100, 10, 1])).toEqual({ domain: [1, 100], ticks: [1, 10, 100] })
  expect(scaleOf('ranks', [37, 212])).toEqual({ domain: [1, 212], ticks: [1, 10, 100] })
  expect(scaleOf('ranks', [3])).toEqual({ domain: [1, 10], ticks: [1, 10] })
})

test('a scale of differences contains 0', () => {
  expect(scaleOf('gap', [-15, -60])).toEqual({ domain: [-60, 0], ticks: [-60, -40, -20, 0] })
  expect(scaleOf('gap', [5, -10])).toEqual({ domain: [-10, 10], ticks: [-10, 0, 10] })
  expect(scaleOf('gap', [0])).toEqual({ domain: [0, 10], ticks: [0, 10] })
})

test('labels at the ends of lines do not overlap, keep the order of the lines and stay within the chart', () => {
  expect(apart([20, 100], 18, 176)).toEqual([20, 100])
  expect(apart([176, 168, 176], 18, 176)).toEqual([158, 140, 176])
  expect(apart([20, 22], 18, 176)).toEqual([20, 38])
  expect(apart([], 18, 176)).toEqual([])
})

test('long names are shortened', () => {
  expect(shortName('Bournemouth')).toBe('Bournemouth')
  expect(shortName('The Artful Dodgers of the East Stand')).toBe('The Artful Do…')
  expect(shortName('Saturday at Three', lettersIn(345))).toBe('Saturday at Three')
  expect(shortName('Saturday at Three', lettersIn(180))).toBe('Saturday at T…')
})

test.each([
  ['no line', null, { bar: 95 }],
  ['a line far above the column', 60, { bar: 95, line: 55 }],
  ['a line just above it', 90, { bar: 116, line: 85 }],
  ['a line at its top', 100, { bar: 116, line: 95 }],
  ['a line across it', 130, { bar: 95, line: 146 }],
])('the label of a column with %s is free of the line', (_, line, labels) => {
  expect(columnLabels(100, line)).toMatchObject(labels)
})
