import { EventLogUnavailable } from './event-log.ts'

/**
 * Calls `late` after `ms` milliseconds, unless cancelled by the returned function. A process that was busy for that long
 * first handles the answers that arrived meanwhile: they are not late.
 */
export function onTimeout(ms: number, late: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    immediate = setImmediate(late)
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(immediate)
  }
}

/** Settles as `work` does, or after `ms` milliseconds as `late` does, which may throw. The work is not stopped. */
export function orTimeout<T, L>(work: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const cancel = onTimeout(ms, () => {
      try {
        resolve(late())
      } catch (error) {
        reject(error)
      }
    })
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

/** Settles as `work` does, or rejects with `EventLogUnavailable` after `ms` milliseconds. The work is not stopped. */
export const orUnavailable = <T>(work: Promise<T>, ms: number, what: string): Promise<T> =>
  orTimeout(work, ms, () => {
    throw new EventLogUnavailable(`${what}: no answer within ${Math.round(ms)} ms`)
  })
