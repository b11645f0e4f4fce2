interface SignalHubOptions {
  /** Called when the first bell is hung. */
  readonly first?: () => void
  /** Called when the last one was taken down. */
  readonly last?: () => void
  /** The first ring is heard at once; those that follow within so many milliseconds are one, at their end. 0 when left out. */
  readonly paceMs?: number
}

/** The bells of one log's subscribers. */
export function createSignalHub({ paceMs = 0, ...on }: SignalHubOptions = {}) {
  const listeners = new Set<() => void>()
  let resting = false
  let isWanted = false

  function notify(): void {
    for (const listener of listeners) listener()
    if (paceMs > 0) rest()
  }

  function rest(): void {
    resting = true
    isWanted = false
    const over = () => {
      resting = false
      if (isWanted) notify()
    }
    setTimeout(over, paceMs).unref()
  }

  return {
    add(listener: () => void, signal: AbortSignal): void {
      if (signal.aborted) return
      // One entry a subscription, even where two share a function.
      const entry = () => listener()
      listeners.add(entry)
      signal.addEventListener(
        'abort',
        () => {
          listeners.delete(entry)
          if (listeners.size === 0) on.last?.()
        },
        { once: true },
      )
      if (listeners.size === 1) on.first?.()
    },
    notify(): void {
      if (resting) isWanted = true
      else notify()
    },
  }
}
