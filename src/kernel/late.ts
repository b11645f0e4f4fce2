import { EventLogUnavailable } from './event-log.ts'

/**
 * Calls `late` after `ms` milliseconds, unless cancelled by the function it gives. A process that was busy for so long
 * first takes the answers that arrived meanwhile: they are not late.
 */
export function whenLate(ms: number, late: () => void): () => void {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    turn = setImmediate(late)
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}

/** Settles as `work` does; after `ms` milliseconds, as `late` does, which may throw. The work itself is not stopped. */
export function unlessLate<T, L>(work: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const cancel = whenLate(ms, () => {
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

/** Settles as `work` does, or throws `EventLogUnavailable` after `ms` milliseconds; the work itself is not stopped. */
export const withDeadline = <T>(work: Promise<T>, ms: number, what: string): Promise<T> =>
  unlessLate(work, ms, () => {
    throw new EventLogUnavailable(`${what}: no answer within ${Math.round(ms)} ms`)
  })
