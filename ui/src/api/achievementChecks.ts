/**
 * Occasions on which the server may have a new achievement to tell. Whoever knows of one (a new prediction, the socket that
 * stands or has a word) says so here, and the part that asks the server hears it.
 */
const listeners = new Set<() => void>()

export const achievementChecks = {
  due(): void {
    for (const listener of listeners) listener()
  },
  /** Hears of occasions until the returned function is called. */
  listen(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
