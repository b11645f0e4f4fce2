import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { pathsAsImports } from './scripts/support/paths-as-imports.ts'

const long = process.env.PLP_LONG_TESTS === '1'
const attack = 'test/long/attack.long.ts'
/** Tests that kill the event store of all others. They run last, one after another; without `TEST_EVENTSTORE_KILL` they are skipped. */
const alone = ['**/*.alone.test.ts', ...(long ? ['test/long/**/*.alone.long.ts'] : [])]

const kills = process.env.TEST_EVENTSTORE_KILL !== undefined

/**
 * Packages that Node loads itself. Vitest takes every file below a folder called `es` or `esm` for an ES module and transforms it; if the
 * checkout is in such a folder, this would affect every package.
 */
const packages = /\/esm?\//.test(fileURLToPath(import.meta.url)) ? [/\/node_modules\/.*\.js$/] : []

/** An area that a test adds to a copy of the checkout. Its imports resolve only there. */
const scratch = 'test/new-area/shouts/**'

/** Tests beside product code that need PostgreSQL or a server of their own. */
const stores = '{src,projections}/**/*.store.test.ts'

const server = 'test/support/global-setup.ts'
const browser = 'test/support/browser-setup.ts'

/** In a run of all tests: many of these wait for restarts and timeouts, so that more of them keep the cores busy. */
const waiting = process.env.PLP_ALL_TESTS === '1' ? { groupOrder: 1, maxWorkers: 6 } : {}

const project = (
  name: string,
  include: string[],
  more: {
    exclude?: string[]
    globalSetup?: string[]
    testTimeout?: number
    groupOrder?: number
    maxWorkers?: number
    environment?: string
  } = {},
) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**', ...(more.exclude ?? [])],
    globalSetup: more.globalSetup ?? [server],
    ...(more.environment ? { environment: more.environment } : {}),
    ...(more.testTimeout ? { testTimeout: more.testTimeout } : {}),
    ...(more.groupOrder ? { sequence: { groupOrder: more.groupOrder } } : {}),
    ...(more.maxWorkers ? { maxWorkers: more.maxWorkers } : {}),
  },
})

export default defineConfig({
  plugins: process.env.PLP_TEST_CHANGED === '1' ? [pathsAsImports()] : [],
  test: {
    // These end tests that hang. They are not expectations, as a busy machine may be many times slower.
    testTimeout: 180_000,
    hookTimeout: 360_000,
    expect: { poll: { timeout: 30_000 } },
    // Twice the cores of a small machine, because tests wait for browsers and PostgreSQL. Long tests check times.
    maxWorkers: long ? 2 : 4,
    server: { deps: { external: packages } },
    // Simulations and browser tests log a lot. The output of a failing test is shown.
    silent: 'passed-only',
    // A worker imports each module once. A file that changes global state (a clock, the environment) restores it.
    isolate: false,
    // `npm run coverage`: child processes write their coverage there.
    env: process.env.PLP_CHILD_COVERAGE ? { NODE_V8_COVERAGE: process.env.PLP_CHILD_COVERAGE } : {},
    projects: [
      project('unit', ['{src,projections,ui/src,scripts}/**/*.test.ts'], {
        exclude: [stores, ...alone],
        globalSetup: [],
        ...waiting,
      }),
      // Components with a DOM in the process and a fake `fetch`, without layout, windows and server.
      project('components', ['ui/src/**/*.test.tsx'], { globalSetup: [], environment: 'happy-dom' }),
      project('system', ['test/**/*.test.ts', stores], {
        exclude: ['test/browser/**', scratch, ...alone],
        ...waiting,
      }),
      project('browser', ['test/browser/**/*.test.ts'], { globalSetup: [server, browser], testTimeout: 360_000 }),
      ...(long
        ? [
            project('long', ['test/long/**/*.long.ts'], {
              exclude: [attack, ...alone],
              globalSetup: [server, browser],
            }),
            // Measures how long others wait, so nothing runs beside it.
            project('attack', [attack], { globalSetup: [server, browser], groupOrder: 1 }),
          ]
        : []),
      project('alone', alone, kills ? { groupOrder: 2, maxWorkers: 1 } : {}),
    ],
  },
})
