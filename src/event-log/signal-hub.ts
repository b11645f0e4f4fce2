interface SignalHubOptions {
  /** Called when the first listener is added. */
  readonly first?: () => void
  /** Called when the last listener is removed. */
  readonly last?: () => void
  /** Milliseconds after a signal during which further signals are combined into one at the end. 0 when left out. */
  readonly paceMs?: number
}

/** Signals the subscribers of one log. */
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
      // A separate entry per subscription, because two may share a function.
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
