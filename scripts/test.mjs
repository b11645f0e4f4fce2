// npm test: types, lint and every test, under Node 24. --long adds test/long; --check takes only the tests that need neither
// database nor browser; anything else goes to vitest (a path, -t name).
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findNode24, install, packageBin, root, runAll } from './support/prepare.mjs'

const options = process.argv.slice(2)
const long = options.includes('--long')
const forVitest = options.filter((option) => option !== '--long' && option !== '--check')
if (options.includes('--check')) forVitest.push('--project', 'unit')

install()
const node24 = findNode24()

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
  forVitest.length && !options.includes('--check')
    ? []
    : [
        // Several threads of it would do much of the work once each, and the tests have the other cores.
        check('Types', [packageBin('tsc'), '-p', '.', '--singleThreaded']),
        check('Lint', [packageBin('biome'), 'check', '--error-on-warnings']),
      ]

/** @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} TestFile */

/** Runs vitest; what it says of every file, and whether it failed in a way that no file tells of. */
async function run(/** @type {string[]} */ given) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-report-'))
  const report = path.join(folder, 'report.json')
  const errors = path.join(folder, 'unowned-errors')
  const reporters = ['default', 'json', './scripts/support/unowned-errors.mjs'].map((each) => `--reporter=${each}`)
  const args = [packageBin('vitest'), 'run', ...reporters, `--outputFile.json=${report}`, ...given]
  const env = { PLP_UNOWNED_ERRORS: errors, ...(long ? { PLP_LONG_TESTS: '1' } : {}) }
  const code = await runAll([{ file: node24, args, env }])
  /** @type {TestFile[]} */
  let files = []
  let unowned = true
  try {
    files = JSON.parse(readFileSync(report, 'utf8')).testResults
    unowned = readFileSync(errors, 'utf8') !== '0' || (code !== 0 && !files.some(failed))
  } catch {
    // It ended without a report: nobody tells why.
  }
  rmSync(folder, { recursive: true, force: true })
  return { files, unowned, interrupted: code >= 128 }
}

const failed = (/** @type {TestFile} */ file) => file.status === 'failed'

/** Passed, failed and skipped tests; a file that did not even load is one failure. */
function count(/** @type {TestFile[]} */ files) {
  const of = (/** @type {string[]} */ ...states) =>
    files.flatMap((file) => file.assertionResults).filter(({ status }) => states.includes(status)).length
  const unloaded = files.filter(
    (file) => failed(file) && file.assertionResults.every((each) => each.status !== 'failed'),
  )
  return {
    passed: of('passed'),
    failed: of('failed') + unloaded.length,
    skipped: of('skipped', 'pending', 'todo', 'disabled'),
  }
}

// What promises times has the machine to itself.
if (long) await Promise.all(checks)
const { files, unowned, interrupted } = await run(forVitest)
if (interrupted) ending.abort()
const { passed, failed: failedTests, skipped } = count(files)
const failedChecks = (await Promise.all(checks)).filter((passed) => !passed).length
// A failure that no test owns (an error beside the tests, types, lint, nothing run) is one all the same.
const all = failedTests + failedChecks + (unowned || interrupted || files.length === 0 ? 1 : 0)
console.log(`\n${passed} passed, ${all} failed, ${skipped} skipped`)
process.exitCode = all === 0 ? 0 : 1
