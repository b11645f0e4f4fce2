// npm test: types, lint and every test, under Node 24. --long adds test/long; --check stops after types and lint;
// anything else goes to vitest (a path, -t name).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findNode24, install, packageBin, root, runAll } from './support/prepare.mjs'

const options = process.argv.slice(2)
const long = options.includes('--long')
const forVitest = options.filter((option) => option !== '--long' && option !== '--check')

install()
const node24 = findNode24()

const check = (/** @type {string} */ title, /** @type {string[]} */ command) => {
  console.log(`${title}…`)
  const passed = spawnSync(node24, command, { cwd: root, stdio: 'inherit' }).status === 0
  if (!passed) console.error(`${title}: failed`)
  return passed
}

const checks = forVitest.length
  ? []
  : [
      check('Types', [packageBin('tsc'), '-p', '.']),
      check('Lint', [packageBin('biome'), 'check', '--error-on-warnings']),
    ]
const failedChecks = checks.filter((passed) => !passed).length

if (options.includes('--check')) process.exit(failedChecks ? 1 : 0)

const folder = mkdtempSync(path.join(tmpdir(), 'plp-report-'))
const report = path.join(folder, 'report.json')
const code = await runAll([
  {
    file: node24,
    args: [
      packageBin('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...forVitest,
    ],
    env: long ? { PLP_LONG_TESTS: '1' } : {},
  },
])

/** What vitest counted; a file that did not even load is one failure. */
function count() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    const unloaded = testResults.filter(
      (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
        file.status === 'failed' && file.assertionResults.length === 0,
    ).length
    return { passed: numPassedTests, failed: numFailedTests + unloaded, skipped: numPendingTests + numTodoTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { passed, failed, skipped } = count()
// A failure that no test owns (an error after the tests, types, lint) is one all the same.
const all = failed + failedChecks || (code === 0 ? 0 : 1)
console.log(`\n${passed} passed, ${all} failed, ${skipped} skipped`)
process.exitCode = all === 0 ? 0 : 1
