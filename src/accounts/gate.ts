/** Lets a few through at once and the rest wait in line, up to a limit. */
export interface Gate {
  /** Runs when its turn comes; null, without running, when the line is full. */
  pass<T>(run: () => Promise<T>): Promise<{ readonly value: T } | null>
  readonly idle: boolean
}

/** A gate for `width` at once and `maxWaiting` in line. */
export function createGate(width: number, maxWaiting: number): Gate {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    get idle() {
      return inside === 0
    },
    async pass(run) {
      if (inside >= width) {
        if (waiting.length >= maxWaiting) return null
        // Whoever leaves hands over its place, so `inside` stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else inside++
      try {
        return { value: await run() }
      } finally {
        const next = waiting.shift()
        if (next) next()
        else inside--
      }
    },
  }
}
