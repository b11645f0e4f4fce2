import { defineConfig } from 'vitest/config'

const long = process.env.PLP_LONG_TESTS === '1'

const project = (name: string, include: string[], more: { exclude?: string[]; globalSetup?: string[] } = {}) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**', ...(more.exclude ?? [])],
    globalSetup: ['test/support/global-setup.ts', ...(more.globalSetup ?? [])],
  },
})

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Simulations and page journeys say much; what a failing test says is shown with it.
    silent: 'passed-only',
    projects: [
      project('unit', ['src/**/*.test.ts', 'projections/**/*.test.ts', 'ui/src/**/*.test.{ts,tsx}']),
      project('system', ['test/**/*.test.ts'], { exclude: ['test/browser/**'] }),
      project('browser', ['test/browser/**/*.test.ts'], { globalSetup: ['test/support/browser-setup.ts'] }),
      ...(long
        ? [project('long', ['test/long/**/*.long.ts'], { globalSetup: ['test/support/browser-setup.ts'] })]
        : []),
    ],
  },
})
