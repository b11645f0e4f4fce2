/** Keyed mutex: runs work on one key one after another, work on different keys side by side. */
export function createKeyedMutex() {
  const tails = new Map<string, Promise<unknown>>()
  return {
    /** `work` is not begun any more once `abandoned` says so when its turn comes. */
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
