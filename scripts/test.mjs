// npm test: type check, linter and all tests, with Node 24. --long adds test/long. --check runs only tests without database and
// browser. --changed [REV] runs tests that a change affects. Other arguments are passed to Vitest (a path, -t name).
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keepTimes, slowest } from './support/file-times.mjs'
import { fail, findNode24, install, packageBin, root, runAll } from './support/prepare.mjs'

const options = process.argv.slice(2)
if (options.includes('--help') || options.includes('-h')) {
  console.log(`npm test                        types, lint and every test
npm test -- --changed [REV]     types, lint and the tests affected by changes, uncommitted or since REV
npm test -- PATH [-t NAME]      some of the tests; all other options are passed to Vitest
npm run check                   types, lint and the tests without database and browser
npm run test:long               types, lint and every test, including the long ones

Prints the ten slowest files; test/.artifacts/times.json contains the latest result and duration of every file.`)
  process.exit(0)
}
const long = options.includes('--long')
const changed = options.includes('--changed')
const forVitest = options.filter((option) => option !== '--long' && option !== '--check')
if (options.includes('--check')) forVitest.push('--project', 'unit', '--project', 'components')

install()
const node24 = findNode24()

// Vitest fails with a stack trace for unknown options.
const names = forVitest.filter((option) => option.startsWith('--')).map((option) => option.split('=')[0] ?? '')
if (names.length > 0) {
  const { stdout } = spawnSync(node24, [packageBin('vitest'), 'run', '--help'], { cwd: root, encoding: 'utf8' })
  const unknown = names.find((name) => !new RegExp(`${name.replace(/^--no-/, '--')}\\b`).test(stdout))
  if (unknown)
    fail(`npm test does not know ${unknown}; its options are --long, --check and those of npx vitest run --help`)
}

const ending = new AbortController()

/** Runs a check and prints its output at the end, so that it does not interleave with the tests. */
const check = (/** @type {string} */ title, /** @type {string[]} */ command) =>
  new Promise((/** @type {(passed: boolean) => void} */ resolve) => {
    const child = spawn(node24, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal: ending.signal })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', (error) => (output += error.message))
    child.once('close', (code) => {
      console.log(`${title}: ${code === 0 ? 'passed' : 'failed'}\n${output}`.trim())
      resolve(code === 0)
    })
  })

const checks =
  forVitest.length && !options.includes('--check') && !changed
    ? []
    : [
        // Several threads would duplicate work, and the tests use the other cores.
        check('Types', [packageBin('tsc'), '-p', '.', '--singleThreaded']),
        check('Types of the service worker', [packageBin('tsc'), '-p', 'ui/src/service-worker', '--singleThreaded']),
        check('Lint', [packageBin('biome'), 'check', '--error-on-warnings']),
        check('Words', ['scripts/words.ts']),
      ]

/** @typedef {import('./support/file-times.d.mts').TestFile} TestFile */

/** Runs Vitest. Returns the result of each file, and whether the run failed for a reason that no file reports. */
async function run(/** @type {string[]} */ args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-report-'))
  const report = path.join(folder, 'run.json')
  const reporters = ['default', './scripts/support/run-report.mjs'].map((each) => `--reporter=${each}`)
  const command = [packageBin('vitest'), 'run', ...reporters, ...args]
  const env = {
    PLP_RUN_REPORT: report,
    ...(long ? { PLP_LONG_TESTS: '1' } : {}),
    ...(long || forVitest.length > 0 ? {} : { PLP_ALL_TESTS: '1' }),
    ...(changed ? { PLP_TEST_CHANGED: '1' } : {}),
  }
  const code = await runAll([{ file: node24, args: command, env }])
  /** @type {TestFile[]} */
  let files = []
  let unowned = true
  try {
    const { unowned: errors, files: reported } = JSON.parse(readFileSync(report, 'utf8'))
    files = reported
    unowned = errors !== 0 || (code !== 0 && files.every(({ failed }) => failed === 0))
  } catch {
    // No report counts as a failure.
  }
  rmSync(folder, { recursive: true, force: true })
  return { files, unowned, interrupted: code >= 128 }
}

// Tests of timing need an idle machine.
if (long) await Promise.all(checks)
const { files, unowned, interrupted } = await run(forVitest)
if (interrupted) ending.abort()
const count = (/** @type {'passed' | 'failed' | 'skipped'} */ state) =>
  files.reduce((sum, file) => sum + file[state], 0)
const failedChecks = (await Promise.all(checks)).filter((passed) => !passed).length
// Failures outside tests (unhandled errors, types, lint, no tests) count as well.
const isNamed = forVitest.some((option) => option === '-t' || option.startsWith('--testNamePattern'))
const nothing = !changed && (files.length === 0 || (isNamed && count('passed') + count('failed') === 0))
const all = count('failed') + failedChecks + (unowned || interrupted || nothing ? 1 : 0)
if (files.length > 0) {
  keepTimes(path.join(root, 'test/.artifacts/times.json'), files)
  console.log(['\nSlowest files:', ...slowest(root, files)].join('\n'))
}
if (nothing) console.error('No test ran: no file or test has this name')
console.log(`\n${count('passed')} passed, ${all} failed, ${count('skipped')} skipped`)
process.exitCode = all === 0 ? 0 : 1
