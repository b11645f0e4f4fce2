import type { Result } from 'lighthouse'
import { expect, test } from 'vitest'
import { rowOf } from './row.ts'

test('R518: a view that Lighthouse could not measure ends the run instead of a row with NaN', () => {
  const measured = (score: number | null, blocking: number | undefined) =>
    ({
      categories: { performance: { score } },
      audits: {
        'largest-contentful-paint': { numericValue: 1_234 },
        'cumulative-layout-shift': { numericValue: 0 },
        'total-blocking-time': { numericValue: blocking },
        'network-requests': { details: { items: [{ resourceType: 'Script', transferSize: 2_000 }] } },
      },
    }) as unknown as Result
  expect(rowOf('landing', measured(0.955, 10))).toBe('| landing | 96 | 1.23 | 0.000 | 10 | 2.0 | 1 |')
  expect(() => rowOf('landing', measured(null, 10))).toThrow('Lighthouse measured no performance of landing')
  expect(() => rowOf('landing', measured(1, undefined))).toThrow('no total-blocking-time of landing')
})
