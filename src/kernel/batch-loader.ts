import { onTimeout } from './timeout.ts'

/** Milliseconds after which a call no longer occupies a slot: its connection may be dead. */
const LATE_MS = 500

export interface BatchLoaderOptions<Item, Result> {
  /** Reads a batch; results in the order of the items. */
  readonly fetch: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Largest batch. */
  readonly max: number
  /** Most calls in flight. */
  readonly concurrency: number
  /** Queued items with the same key share one result. */
  readonly keyOf?: (item: Item) => string
}

/**
 * Batches concurrent reads into one call, within a request and across requests. Items queue while `concurrency` calls are in
 * flight. A failed call rejects all items of its batch.
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
  /** Results of queued items by key: a repeat shares the result. */
  const queuedByKey = new Map<string, Promise<Result>>()
  let inFlight = 0
  let isScheduled = false

  async function send(batch: readonly Waiting[]): Promise<void> {
    inFlight++
    for (const { key } of batch) if (key !== undefined) queuedByKey.delete(key)
    let isHeld = true
    const release = (): void => {
      if (!isHeld) return
      isHeld = false
      inFlight--
      schedule()
    }
    const cancel = onTimeout(LATE_MS, release)
    try {
      const results = await fetch(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      cancel()
      release()
    }
  }

  /** Sends in the next turn of the event loop, so that reads of the same turn share a call. */
  function schedule(): void {
    if (isScheduled || queue.length === 0 || inFlight >= concurrency) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (queue.length > 0 && inFlight < concurrency) void send(queue.splice(0, max))
    })
  }

  return (item) => {
    const key = keyOf?.(item)
    const same = key === undefined ? undefined : queuedByKey.get(key)
    if (same) return same
    const result = new Promise<Result>((resolve, reject) => {
      queue.push({ item, key, resolve, reject })
      schedule()
    })
    if (key !== undefined) queuedByKey.set(key, result)
    return result
  }
}
