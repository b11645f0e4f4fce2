import { whenLate } from './late.ts'

/** After so many milliseconds a call holds up no other any more: it may hang on a connection that is dead. */
const LATE_MS = 500

export interface BatchLoaderOptions<Item, Result> {
  /** Reads many at once; results in the order of the items. */
  readonly fetch: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Most items of one call. */
  readonly max: number
  /** Most calls on their way at once. */
  readonly concurrency: number
  /** Items with one key that wait for the same call are one item. */
  readonly keyOf?: (item: Item) => string
}

/**
 * Merges reads that are asked for together into one: what a request reads side by side, and what all the requests of a busy moment
 * read. While calls are on their way, the next one gathers. A call that fails fails all that it was for.
 */
export function createBatchLoader<Item, Result>({
  fetch,
  max,
  concurrency,
  keyOf,
}: BatchLoaderOptions<Item, Result>): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item
    readonly key: string | undefined
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  const queue: Waiting[] = []
  /** What waits in the queue, by key: who asks for the same gets the same answer. */
  const gathering = new Map<string, Promise<Result>>()
  let onTheirWay = 0
  let isScheduled = false

  async function send(batch: readonly Waiting[]): Promise<void> {
    onTheirWay++
    for (const { key } of batch) if (key !== undefined) gathering.delete(key)
    let isCounted = true
    const makeRoom = (): void => {
      if (!isCounted) return
      isCounted = false
      onTheirWay--
      schedule()
    }
    const cancel = whenLate(LATE_MS, makeRoom)
    try {
      const results = await fetch(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      cancel()
      makeRoom()
    }
  }

  /** A turn of the event loop later, so that what is asked for together goes together. */
  function schedule(): void {
    if (isScheduled || queue.length === 0 || onTheirWay >= concurrency) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (queue.length > 0 && onTheirWay < concurrency) void send(queue.splice(0, max))
    })
  }

  return (item) => {
    const key = keyOf?.(item)
    const same = key === undefined ? undefined : gathering.get(key)
    if (same) return same
    const result = new Promise<Result>((resolve, reject) => {
      queue.push({ item, key, resolve, reject })
      schedule()
    })
    if (key !== undefined) gathering.set(key, result)
    return result
  }
}
