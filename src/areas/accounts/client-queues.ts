import PQueue from 'p-queue'
import type { HttpProblem } from '../../slice/problem.ts'

/**
 * A response must be sent within 12 s (`mount.ts`). Work that has waited longer than this is refused without being
 * started.
 */
const MAX_WAIT_MS = 8_000

interface ClientQueuesOptions {
  /** Limits per client: running and waiting work. */
  readonly concurrency: number
  readonly maxWaiting: number
  refusal(): HttpProblem
  /** Current time in milliseconds. */
  now?(): number
}

/** One queue per client, so that no client delays another. */
export function createClientQueues({
  concurrency,
  maxWaiting,
  refusal,
  now = () => performance.now(),
}: ClientQueuesOptions) {
  const queues = new Map<string, PQueue>()

  function queueOf(client: string): PQueue {
    const existing = queues.get(client)
    if (existing) return existing
    const queue = new PQueue({ concurrency })
    queue.addEventListener('idle', () => queues.delete(client))
    queues.set(client, queue)
    return queue
  }

  return {
    /**
     * Runs the work with the start of its wait (`since`, see `Queued`). Throws the refusal if the queue is full or the
     * wait was too long.
     */
    async add<T>(client: string, run: (since: number) => Promise<T>): Promise<T> {
      const since = now()
      const queue = queueOf(client)
      if (queue.size >= maxWaiting) throw refusal()
      return queue.add(() => {
        if (now() - since > MAX_WAIT_MS) throw refusal()
        return run(since)
      })
    },
  }
}
