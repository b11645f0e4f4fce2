// A reporter for Vitest: result and whole time of each file, and how many errors belong to no test.
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
    // A file that did not even load is one failure.
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
