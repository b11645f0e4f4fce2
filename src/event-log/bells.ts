interface BellsOptions {
  /** Called when the first bell is hung. */
  readonly first?: () => void
  /** Called when the last one was taken down. */
  readonly last?: () => void
  /** The first ring is heard at once; those that follow within so many milliseconds are one, at their end. 0 when left out. */
  readonly paceMs?: number
}

/** The bells of one log's subscribers. */
export function createBells({ paceMs = 0, ...on }: BellsOptions = {}) {
  const bells = new Set<() => void>()
  let resting = false
  let isWanted = false

  function ring(): void {
    for (const bell of bells) bell()
    if (paceMs > 0) rest()
  }

  function rest(): void {
    resting = true
    isWanted = false
    const over = () => {
      resting = false
      if (isWanted) ring()
    }
    setTimeout(over, paceMs).unref()
  }

  return {
    add(bell: () => void, signal: AbortSignal): void {
      if (signal.aborted) return
      // One entry a subscription, even where two share a function.
      const entry = () => bell()
      bells.add(entry)
      signal.addEventListener(
        'abort',
        () => {
          bells.delete(entry)
          if (bells.size === 0) on.last?.()
        },
        { once: true },
      )
      if (bells.size === 1) on.first?.()
    },
    ring(): void {
      if (resting) isWanted = true
      else ring()
    },
  }
}
