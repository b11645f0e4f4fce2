import { availableParallelism, loadavg } from 'node:os'

/**
 * A promise in milliseconds as a run checks it: `npm run test:long` to the letter; `npm test`, whose files share the cores with each
 * other, at three times that. A machine that is busy with other things proves no times: there the bound only ends the wait.
 */
export function promised(ms: number): number {
  if (loadavg()[0]! > 3 * availableParallelism()) return 10 * ms
  return process.env.PLP_LONG_TESTS === '1' ? ms : 3 * ms
}
