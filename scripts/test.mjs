// npm test: types, lint and every test, under Node 24. --long adds test/long; --check takes only the tests that need neither
// database nor browser; --changed [REV] those that a change reaches; anything else goes to vitest (a path, -t name).
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keepTimes, slowest } from './support/file-times.mjs'
import { fail, findNode24, install, packageBin, root, runAll } from './support/prepare.mjs'

const options = process.argv.slice(2)
if (options.includes('--help') || options.includes('-h')) {
  console.log(`npm test                        types, lint and every test
npm test -- --changed [REV]     types, lint and the tests that a change reaches, uncommitted or since REV
npm test -- PATH [-t NAME]      some of the tests; Vitest takes all other options
npm run check                   types, lint and the tests that need neither database nor browser
npm run test:long               the long tests, too

The ten slowest files are printed; test/.artifacts/times.json has the newest result and the time of every file.`)
  process.exit(0)
}
const long = options.includes('--long')
const changed = options.includes('--changed')
const forVitest = options.filter((option) => option !== '--long' && option !== '--check')
if (options.includes('--check')) forVitest.push('--project', 'unit', '--project', 'components')

install()
const node24 = findNode24()

// Vitest ends with a stack trace where it does not know an option.
const names = forVitest.filter((option) => option.startsWith('--')).map((option) => option.split('=')[0] ?? '')
if (names.length > 0) {
  const { stdout } = spawnSync(node24, [packageBin('vitest'), 'run', '--help'], { cwd: root, encoding: 'utf8' })
  const unknown = names.find((name) => !new RegExp(`${name.replace(/^--no-/, '--')}\\b`).test(stdout))
  if (unknown)
    fail(`npm test does not know ${unknown}; its options are --long, --check and those of npx vitest run --help`)
}

const ending = new AbortController()

/** Says what it found once it has ended: the tests go on meanwhile, and lines of two programs at once would be nobody's. */
const check = (/** @type {string} */ title, /** @type {string[]} */ command) =>
  new Promise((/** @type {(passed: boolean) => void} */ resolve) => {
    const child = spawn(node24, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal: ending.signal })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
    child.once('error', (error) => (said += error.message))
    child.once('close', (code) => {
      console.log(`${title}: ${code === 0 ? 'passed' : 'failed'}\n${said}`.trim())
      resolve(code === 0)
    })
  })

const checks =
  forVitest.length && !options.includes('--check') && !changed
    ? []
    : [
        // Several threads of it would do much of the work once each, and the tests have the other cores.
        check('Types', [packageBin('tsc'), '-p', '.', '--singleThreaded']),
        check('Lint', [packageBin('biome'), 'check', '--error-on-warnings']),
      ]

/** @typedef {import('./support/file-times.d.mts').TestFile} TestFile */

/** Runs Vitest. Gives the result of each file, and whether the run failed in a way that no file reports. */
async function run(/** @type {string[]} */ given) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-report-'))
  const report = path.join(folder, 'run.json')
  const reporters = ['default', './scripts/support/run-report.mjs'].map((each) => `--reporter=${each}`)
  const args = [packageBin('vitest'), 'run', ...reporters, ...given]
  const env = {
    PLP_RUN_REPORT: report,
    ...(long ? { PLP_LONG_TESTS: '1' } : {}),
    ...(changed ? { PLP_TEST_CHANGED: '1' } : {}),
  }
  const code = await runAll([{ file: node24, args, env }])
  /** @type {TestFile[]} */
  let files = []
  let unowned = true
  try {
    const { unowned: errors, files: reported } = JSON.parse(readFileSync(report, 'utf8'))
    files = reported
    unowned = errors !== 0 || (code !== 0 && files.every(({ failed }) => failed === 0))
  } catch {
    // It ended without a report, which counts as a failure.
  }
  rmSync(folder, { recursive: true, force: true })
  return { files, unowned, interrupted: code >= 128 }
}

// What promises times has the machine to itself.
if (long) await Promise.all(checks)
const { files, unowned, interrupted } = await run(forVitest)
if (interrupted) ending.abort()
const count = (/** @type {'passed' | 'failed' | 'skipped'} */ state) =>
  files.reduce((sum, file) => sum + file[state], 0)
const failedChecks = (await Promise.all(checks)).filter((passed) => !passed).length
// A failure that no test owns (an error beside the tests, types, lint, nothing run) is one all the same.
const nothing = files.length === 0 && !changed
const all = count('failed') + failedChecks + (unowned || interrupted || nothing ? 1 : 0)
if (files.length > 0) {
  keepTimes(path.join(root, 'test/.artifacts/times.json'), files)
  console.log(['\nSlowest files:', ...slowest(root, files)].join('\n'))
}
console.log(`\n${count('passed')} passed, ${all} failed, ${count('skipped')} skipped`)
process.exitCode = all === 0 ? 0 : 1
