import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Largest first views, in bytes as transferred to a browser that accepts Brotli, and in files (docs/performance.md). */
export const FIRST_VIEW = {
  landing: { bytes: 100_000, files: 12 },
  shared: { bytes: 105_000, files: 12 },
  signedIn: { bytes: 165_000, files: 12 },
} as const

/** Checks the scripts among the requests of a first view. */
export function expectSmall(
  paths: Iterable<string>,
  limit: { readonly bytes: number; readonly files: number },
  what?: string,
): void {
  const scripts = [...new Set(paths)].filter((each) => each.endsWith('.js'))
  const bytes = scripts.reduce((sum, each) => sum + readFileSync(`ui/dist${each}.br`).length, 0)
  expect(bytes, what).toBeGreaterThan(0)
  expect(bytes, what).toBeLessThanOrEqual(limit.bytes)
  expect(scripts.length, what).toBeLessThanOrEqual(limit.files)
}
