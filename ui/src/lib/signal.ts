/** An event without a target, with its listeners. */
export function createSignal<Args extends readonly unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    emit(...args: Args): void {
      for (const listener of listeners) listener(...args)
    },
    /** Calls `listener` until the returned function is called. */
    listen(listener: (...args: Args) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
