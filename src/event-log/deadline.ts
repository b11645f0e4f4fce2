import { EventLogUnavailable } from '../kernel/event-log.ts'
import { unlessLate } from '../kernel/late.ts'

/** Settles as `work` does, or throws `EventLogUnavailable` after `ms` milliseconds; the work itself is not stopped. */
export const withDeadline = <T>(work: Promise<T>, ms: number, what: string): Promise<T> =>
  unlessLate(work, ms, () => {
    throw new EventLogUnavailable(`${what}: no answer within ${Math.round(ms)} ms`)
  })

/** Settles as `work` does, or gives undefined after `ms` milliseconds; the work itself is not stopped. */
export const within = <T>(work: Promise<T>, ms: number): Promise<T | undefined> => unlessLate(work, ms, () => undefined)

/** Resolves after `ms` milliseconds, or at once when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
  })
}
