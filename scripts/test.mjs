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

/**
 * How many files that failed are run once more, alone. The tests of crashes, clocks and pages meet a busy machine in
 * ways that only show there; what passes the second time is named at the end, so that it is looked into. More files
 * than these are no chance.
 */
const TRIED_AGAIN = 3

/** @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} TestFile */

/** Runs vitest; what it says of every file, and whether it failed in a way that no file tells of. */
async function run(/** @type {string[]} */ given) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-report-'))
  const report = path.join(folder, 'report.json')
  const args = [packageBin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runAll([{ file: node24, args: [...args, ...given], env: long ? { PLP_LONG_TESTS: '1' } : {} }])
  /** @type {TestFile[]} */
  let files = []
  try {
    files = JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    // It ended without a report: the code below tells.
  }
  rmSync(folder, { recursive: true, force: true })
  return { files, interrupted: code >= 128, unowned: code !== 0 && !files.some(failed) }
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

let { files, interrupted, unowned } = await run(forVitest)
/** @type {string[]} */
const later = []
const again = files.filter(failed)
if (!interrupted && !forVitest.length && again.length > 0 && again.length <= TRIED_AGAIN) {
  console.log(`\nTried again, alone: ${again.map(({ name }) => path.relative(root, name)).join(', ')}`)
  const second = await run(again.map(({ name }) => path.relative(root, name)))
  const passedNow = new Set(second.files.filter((file) => !failed(file)).map(({ name }) => name))
  for (const file of again.filter(({ name }) => passedNow.has(name)))
    for (const each of file.assertionResults)
      if (each.status === 'failed') later.push(`${path.relative(root, file.name)}: ${each.fullName}`)
  files = files.map((file) => second.files.find(({ name }) => name === file.name) ?? file)
  interrupted = second.interrupted
  unowned = second.unowned
}

const { passed, failed: failedTests, skipped } = count(files)
// A failure that no test owns (an error after the tests, types, lint, nothing run) is one all the same.
const all = failedTests + failedChecks + (unowned || interrupted || files.length === 0 ? 1 : 0)
for (const name of later) console.log(`Passed only when tried again: ${name}`)
console.log(
  `\n${passed} passed, ${all} failed, ${skipped} skipped${later.length ? `, ${later.length} at the second try` : ''}`,
)
process.exitCode = all === 0 ? 0 : 1
