import { availableParallelism, loadavg } from 'node:os'

/**
 * A promise in milliseconds as a run checks it: `npm run test:long` to the letter. A machine that is busy with other things proves
 * no times: there, and in `npm test`, whose files share the cores with each other and with whatever else a machine of checks does
 * (of which the load, a mean of the last minute, knows late or nothing), it has to hold in its order of magnitude.
 */
export function promised(ms: number): number {
  const isBusy = loadavg()[0]! > 3 * availableParallelism()
  return process.env.PLP_LONG_TESTS === '1' && !isBusy ? ms : 10 * ms
}
