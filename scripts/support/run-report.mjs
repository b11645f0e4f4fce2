// A Vitest reporter: result and total duration of each file, and the number of errors outside tests.
import { writeFileSync } from 'node:fs'

/** @typedef {import('vitest/node').TestModule} TestModule */

/** @returns {import('./file-times.d.mts').TestFile} */
function fileOf(/** @type {TestModule} */ module) {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic()
  const whole = environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration
  const states = [...module.children.allTests()].map((test) => test.result().state)
  const count = (/** @type {string} */ state) => states.filter((each) => each === state).length
  return {
    name: module.moduleId,
    duration: Math.round(whole),
    passed: count('passed'),
    // A file that does not load counts as one failure.
    failed: Math.max(count('failed'), module.state() === 'failed' ? 1 : 0),
    skipped: count('skipped') + count('pending'),
  }
}

export default class RunReport {
  onTestRunEnd(/** @type {readonly TestModule[]} */ modules, /** @type {readonly unknown[]} */ errors) {
    const report = { unowned: errors.length, files: modules.map(fileOf) }
    writeFileSync(/** @type {string} */ (process.env.PLP_RUN_REPORT), JSON.stringify(report))
  }
}
