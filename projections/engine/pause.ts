/** Waits, at most until aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
  })
}

/** Something to wait for that rings again and again. */
export interface Bell {
  ring(): void
  /** True when it rang, false after `ms` or when aborted. */
  wait(ms: number, signal: AbortSignal): Promise<boolean>
}

export function createBell(): Bell {
  const waiting = new Set<() => void>()
  return {
    ring() {
      for (const wake of [...waiting]) wake()
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(false)
        const end = (rang: boolean) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', abort)
          waiting.delete(wake)
          resolve(rang)
        }
        const wake = () => end(true)
        const abort = () => end(false)
        const timer = setTimeout(abort, ms)
        signal.addEventListener('abort', abort, { once: true })
        waiting.add(wake)
      }),
  }
}

/** Milliseconds before the next attempt: doubling up to two seconds, with jitter. */
export const backOff = (attempt: number): number =>
  Math.min(2_000, 50 * 2 ** Math.min(attempt, 6)) * (0.5 + Math.random() / 2)
