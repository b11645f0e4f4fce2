// A reporter of vitest for what its own report leaves out: how many errors there were that belong to no test.
import { writeFileSync } from 'node:fs'

export default class UnownedErrors {
  onTestRunEnd(/** @type {unknown} */ _modules, /** @type {readonly unknown[]} */ errors) {
    writeFileSync(/** @type {string} */ (process.env.PLP_UNOWNED_ERRORS), String(errors.length))
  }
}
