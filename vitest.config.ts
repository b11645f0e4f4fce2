import { defineConfig } from 'vitest/config'

const long = process.env.PLP_LONG_TESTS === '1'
const attack = 'test/long/attack.long.ts'

const project = (
  name: string,
  include: string[],
  more: { exclude?: string[]; globalSetup?: string[]; testTimeout?: number; groupOrder?: number } = {},
) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**', ...(more.exclude ?? [])],
    globalSetup: ['test/support/global-setup.ts', ...(more.globalSetup ?? [])],
    ...(more.testTimeout ? { testTimeout: more.testTimeout } : {}),
    ...(more.groupOrder ? { sequence: { groupOrder: more.groupOrder } } : {}),
  },
})

export default defineConfig({
  test: {
    // These end what hangs and promise nothing: a busy machine may be many times slower.
    testTimeout: 180_000,
    hookTimeout: 360_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    // Simulations and page journeys say much; what a failing test says is shown with it.
    silent: 'passed-only',
    projects: [
      project('unit', ['src/**/*.test.ts', 'projections/**/*.test.ts', 'ui/src/**/*.test.{ts,tsx}']),
      project('system', ['test/**/*.test.ts'], { exclude: ['test/browser/**'] }),
      project('browser', ['test/browser/**/*.test.ts'], {
        globalSetup: ['test/support/browser-setup.ts'],
        testTimeout: 360_000,
      }),
      ...(long
        ? [
            project('long', ['test/long/**/*.long.ts'], {
              exclude: [attack],
              globalSetup: ['test/support/browser-setup.ts'],
            }),
            // Measures how long others wait: nothing else runs beside it.
            project('attack', [attack], { globalSetup: ['test/support/browser-setup.ts'], groupOrder: 1 }),
          ]
        : []),
    ],
  },
})
