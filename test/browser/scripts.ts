import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Largest first views, in bytes as transferred to a browser that accepts Brotli, and in files (docs/performance.md). */
export const FIRST_VIEW = {
  landing: { bytes: 100_000, files: 12 },
  shared: { bytes: 105_000, files: 12 },
  signedIn: { bytes: 165_000, files: 12 },
} as const

/**
 * Keeps a page at its first view. On a busy machine that is not complete when panels below the window load (`WhenNear`),
 * when the code for use without a connection does (`app/useOffline.ts`), or when the landing page is shown
 * (`app/App.tsx`).
 */
export const firstViewOnly = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout
    window.setTimeout = ((handler: TimerHandler, ms?: number, ...args: unknown[]) =>
      ms === 1_500 || ms === 2_000 || ms === 400 ? 0 : start(handler, ms, ...args)) as typeof window.setTimeout
  })

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
