/** Creates a reusable wake-up signal. */
export function createSignal() {
  const waiting = new Set<() => void>()
  return {
    notify(): void {
      for (const wake of [...waiting]) wake()
    },
    /** Resolves true when notified, false after `ms` milliseconds or when aborted. */
    wait(ms: number, signal?: AbortSignal): Promise<boolean> {
      if (signal?.aborted) return Promise.resolve(false)
      return new Promise((resolve) => {
        const end = (isNotified: boolean) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
          waiting.delete(wake)
          resolve(isNotified)
        }
        const wake = () => end(true)
        const abort = () => end(false)
        const timer = setTimeout(abort, ms)
        signal?.addEventListener('abort', abort, { once: true })
        waiting.add(wake)
      })
    },
  }
}

/** Resolves after `ms` milliseconds, or when aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await createSignal().wait(ms, signal)
}

/** Milliseconds before the next attempt: doubling up to two seconds, with jitter. */
export const backOff = (attempt: number): number =>
  Math.min(2_000, 50 * 2 ** Math.min(attempt, 6)) * (0.5 + Math.random() / 2)
