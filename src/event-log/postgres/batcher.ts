import { type Append, type AppendOutcome, EventLogUnavailable } from '../../kernel/event-log.ts'
import { pause } from '../../kernel/pause.ts'
import { onTimeout } from '../../kernel/timeout.ts'

interface BatcherOptions {
  /** Stores a batch of appends to distinct streams; outcomes in the order of the appends. Throws if the outcome is unknown. */
  readonly store: (appends: readonly Append[]) => Promise<readonly AppendOutcome[]>
  /** True for a fault of the connection or server: the batch is retried until its callers time out. */
  readonly isFault: (error: unknown) => boolean
  /** Milliseconds after which a caller gets `EventLogUnavailable`. */
  readonly timeoutMs: number
  /** Most events in one batch. */
  readonly maxEvents: number
  /** Most queued events; above it callers are refused at once. */
  readonly maxWaiting: number
}

interface Waiting {
  readonly append: Append
  readonly resolve: (outcome: AppendOutcome) => void
  readonly reject: (error: unknown) => void
  settled: boolean
}

/**
 * Batches concurrent appends: they queue while one batch is in flight. The sequencer serialises appends of one log anyway, so one
 * batch at a time costs no throughput and saves a commit for every append except the first.
 */
export function createBatcher(options: BatcherOptions) {
  let queue: Waiting[] = []
  let waitingEvents = 0
  let running = false
  let closed = false

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const later: Waiting[] = []
    const streams = new Set<string>()
    let events = 0
    for (const entry of queue) {
      if (entry.settled) continue
      const size = entry.append.events.length
      // Further appends to the same stream wait for the next batch.
      if (streams.has(entry.append.stream) || (batch.length > 0 && events + size > options.maxEvents)) later.push(entry)
      else {
        batch.push(entry)
        events += size
      }
      streams.add(entry.append.stream)
    }
    queue = later
    return batch
  }

  async function storeBatch(batch: Waiting[]): Promise<void> {
    try {
      const outcomes = await options.store(batch.map((entry) => entry.append))
      for (const [index, entry] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome) entry.resolve(outcome)
        else entry.reject(new Error('the event log returned no outcome for an append'))
      }
    } catch (error) {
      if (options.isFault(error)) {
        // The outcome is unknown; the same ids make a retry safe.
        queue = [...batch, ...queue]
        await pause(50)
      } else if (batch.length === 1) {
        batch[0]?.reject(error)
      } else {
        // One append cannot be stored at all: a binary search isolates it from the others.
        const half = Math.ceil(batch.length / 2)
        await storeBatch(batch.slice(0, half))
        await storeBatch(batch.slice(half))
      }
    }
  }

  async function run(): Promise<void> {
    running = true
    try {
      for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) await storeBatch(batch)
    } finally {
      running = false
    }
  }

  return {
    submit(append: Append): Promise<AppendOutcome> {
      if (closed) return Promise.reject(new EventLogUnavailable('the event log is closed'))
      if (waitingEvents >= options.maxWaiting)
        return Promise.reject(new EventLogUnavailable('too many appends are waiting'))
      waitingEvents += append.events.length
      return new Promise((resolve, reject) => {
        const settle =
          <A>(how: (value: A) => void) =>
          (value: A) => {
            if (entry.settled) return
            entry.settled = true
            waitingEvents -= append.events.length
            cancel()
            how(value)
          }
        const entry: Waiting = { append, resolve: settle(resolve), reject: settle(reject), settled: false }
        const cancel = onTimeout(options.timeoutMs, () =>
          entry.reject(new EventLogUnavailable(`append to ${append.stream}: no answer within ${options.timeoutMs} ms`)),
        )
        queue.push(entry)
        // Starts in the next turn of the event loop, so that appends of the same turn share a batch.
        if (!running) {
          running = true
          setImmediate(() => void run())
        }
      })
    },
    /** Rejects queued and later appends. */
    close(): void {
      closed = true
      for (const entry of queue) entry.reject(new EventLogUnavailable('the event log is closed'))
    },
  }
}
