import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { pathsAsImports } from './scripts/support/paths-as-imports.ts'

const long = process.env.PLP_LONG_TESTS === '1'
const attack = 'test/long/attack.long.ts'
/** Kill the event store that all others use: one after another, when nothing else runs. Where there is none to kill they only say so. */
const alone = ['**/*.alone.test.ts', ...(long ? ['test/long/**/*.alone.long.ts'] : [])]

const kills = process.env.TEST_EVENTSTORE_KILL !== undefined

/**
 * Below a folder called `es` or `esm` Vitest takes every file for an ES module and transforms it. Where the checkout itself lies below
 * one, that would be every package: they are left to Node, which tells by what is in them.
 */
const packages = /\/esm?\//.test(fileURLToPath(import.meta.url)) ? [/\/node_modules\/.*\.js$/] : []

/** An area that is added to a copy of the checkout: only there its imports lead somewhere. */
const scratch = 'test/new-area/shouts/**'

/** Of product code, beside it: those that need a PostgreSQL or another server of their own are named after it. */
const stores = '{src,projections}/**/*.store.test.ts'

const server = 'test/support/global-setup.ts'
const browser = 'test/support/browser-setup.ts'

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
    // These end what hangs and promise nothing: a busy machine may be many times slower.
    testTimeout: 180_000,
    hookTimeout: 360_000,
    expect: { poll: { timeout: 30_000 } },
    // Twice the cores of a small machine, as many tests wait for what they have killed or cut off; the long ones promise times.
    maxWorkers: long ? 2 : 4,
    server: { deps: { external: packages } },
    // Simulations and page journeys say much; what a failing test says is shown with it.
    silent: 'passed-only',
    // What they import is read once a worker. A file that changes what all share (a clock, the environment) puts it back.
    isolate: false,
    // `npm run coverage`: processes that tests start write their coverage there.
    env: process.env.PLP_CHILD_COVERAGE ? { NODE_V8_COVERAGE: process.env.PLP_CHILD_COVERAGE } : {},
    projects: [
      project('unit', ['{src,projections,ui/src,scripts}/**/*.test.ts'], {
        exclude: [stores, ...alone],
        globalSetup: [],
      }),
      // Components with a DOM in the process, and a fake `fetch`: what needs no layout, no windows and no server.
      project('components', ['ui/src/**/*.test.tsx'], { globalSetup: [], environment: 'happy-dom' }),
      project('system', ['test/**/*.test.ts', stores], { exclude: ['test/browser/**', scratch, ...alone] }),
      project('browser', ['test/browser/**/*.test.ts'], { globalSetup: [server, browser], testTimeout: 360_000 }),
      ...(long
        ? [
            project('long', ['test/long/**/*.long.ts'], {
              exclude: [attack, ...alone],
              globalSetup: [server, browser],
            }),
            // Measures how long others wait: nothing else runs beside it.
            project('attack', [attack], { globalSetup: [server, browser], groupOrder: 1 }),
          ]
        : []),
      project('alone', alone, kills ? { groupOrder: 2, maxWorkers: 1 } : {}),
    ],
  },
})
