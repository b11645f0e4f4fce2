/** The bells of one log's subscribers. */
export interface Bells {
  add(bell: () => void, signal: AbortSignal): void
  ring(): void
  readonly size: number
}

/** `onFirst` is called when the first bell is hung, `onLast` when the last one was taken down. */
export function createBells(on: { first?: () => void; last?: () => void } = {}): Bells {
  const bells = new Set<() => void>()
  return {
    add(bell, signal) {
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
    ring() {
      for (const bell of bells) bell()
    },
    get size() {
      return bells.size
    },
  }
}
