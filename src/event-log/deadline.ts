import { EventLogUnavailable } from '../kernel/event-log.ts'
import { whenLate } from '../kernel/late.ts'

/** Settles as `work` does, or throws `EventLogUnavailable` after `ms` milliseconds; the work itself is not stopped. */
export function withDeadline<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = whenLate(ms, () => reject(new EventLogUnavailable(`${what}: no answer within ${Math.round(ms)} ms`)))
    work.then(
      (value) => {
        cancel()
        resolve(value)
      },
      (error) => {
        cancel()
        reject(error)
      },
    )
  })
}

/** Settles as `work` does, or gives undefined after `ms` milliseconds; the work itself is not stopped. */
export function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = whenLate(ms, () => resolve(undefined))
    work.then(resolve, reject).finally(cancel)
  })
}

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
