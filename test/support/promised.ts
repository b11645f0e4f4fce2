import { availableParallelism, loadavg } from 'node:os'

/**
 * Limit in milliseconds for a promised time. `npm run test:long` on an idle machine checks the promise itself. A busy
 * machine cannot prove times: test files of `npm test` share its cores, and the load average lags behind. There the
 * limit is ten times the promise, but at most `otherwise`: the time after which something else would have ended it.
 */
export function promised(ms: number, otherwise = Number.POSITIVE_INFINITY): number {
  const isBusy = loadavg()[0]! > 3 * availableParallelism()
  return process.env.PLP_LONG_TESTS === '1' && !isBusy ? ms : Math.min(10 * ms, otherwise)
}
