import { availableParallelism, loadavg } from 'node:os'

/**
 * A promise in milliseconds as a run checks it: `npm run test:long` to the letter. A machine that is busy with other things proves
 * no times: there, and in `npm test`, whose files share the cores with each other and with whatever else a machine of checks does
 * (of which the load, a mean of the last minute, knows late or nothing), it has to hold in its order of magnitude, but below `otherwise`:
 * the time that something else would end it in if the promise were not kept at all.
 */
export function promised(ms: number, otherwise = Number.POSITIVE_INFINITY): number {
  const isBusy = loadavg()[0]! > 3 * availableParallelism()
  return process.env.PLP_LONG_TESTS === '1' && !isBusy ? ms : Math.min(10 * ms, otherwise)
}
