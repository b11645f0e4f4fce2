/** Keyed mutex: runs work on one key in sequence, work on different keys concurrently. */
export function createKeyedMutex() {
  const tails = new Map<string, Promise<unknown>>()
  return {
    /** Skips `work` and resolves undefined if `abandoned` returns true when the key becomes free. */
    async run<T>(key: string, work: () => Promise<T>, abandoned: () => boolean): Promise<T | undefined> {
      const before = tails.get(key)
      const mine = (async () => {
        await before?.catch(() => undefined)
        return abandoned() ? undefined : work()
      })()
      tails.set(key, mine)
      try {
        return await mine
      } finally {
        if (tails.get(key) === mine) tails.delete(key)
      }
    },
    get size() {
      return tails.size
    },
  }
}
