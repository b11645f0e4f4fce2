/** Events of a stream from a revision (inclusive) on. */
export interface StreamRead {
  readonly stream: string
  readonly from: number
}

export interface StreamReaderOptions<Row> {
  /** Reads many streams at once; the rows of each read in the order given, by revision. */
  readonly fetch: (reads: readonly StreamRead[]) => Promise<readonly (readonly Row[])[]>
  /** Most streams read at once. */
  readonly maxReads: number
  /** Most reads on their way at once. */
  readonly side: number
}

/**
 * Merges reads of streams that are asked for together into one: a command reads what it needs side by side, and so do all the
 * commands of a busy moment. While reads are on their way, the next one gathers.
 */
export function createStreamReader<Row>({
  fetch,
  maxReads,
  side,
}: StreamReaderOptions<Row>): (read: StreamRead) => Promise<readonly Row[]> {
  interface Waiting {
    readonly read: StreamRead
    readonly resolve: (rows: readonly Row[]) => void
    readonly reject: (error: unknown) => void
  }
  const queue: Waiting[] = []
  let onTheirWay = 0
  let isScheduled = false

  async function send(batch: readonly Waiting[]): Promise<void> {
    onTheirWay++
    try {
      const found = await fetch(batch.map(({ read }) => read))
      for (const [index, { resolve }] of batch.entries()) resolve(found[index]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      onTheirWay--
      schedule()
    }
  }

  /** A turn of the event loop later, so that what is asked for together goes together. */
  function schedule(): void {
    if (isScheduled || queue.length === 0 || onTheirWay >= side) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (queue.length > 0 && onTheirWay < side) void send(queue.splice(0, maxReads))
    })
  }

  return (read) =>
    new Promise((resolve, reject) => {
      queue.push({ read, resolve, reject })
      schedule()
    })
}
