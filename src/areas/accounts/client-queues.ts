import PQueue from 'p-queue'
import { withinRequest } from '../../kernel/deadline.ts'
import type { HttpProblem } from '../../slice/problem.ts'

/** Milliseconds that a request must have left for its work to start: late work is refused before it has an effect (R430). */
const START_LEFT_MS = 1_000

interface ClientQueuesOptions {
  /** Limits per client: running and waiting work. */
  readonly concurrency: number
  readonly maxWaiting: number
  refusal(): HttpProblem
}

/** One queue per client, so that no client delays another. */
export function createClientQueues({ concurrency, maxWaiting, refusal }: ClientQueuesOptions) {
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
    /** Throws the refusal if the queue is full, or the request has too little time left. */
    async add<T>(client: string, run: () => Promise<T>): Promise<T> {
      const queue = queueOf(client)
      if (queue.size >= maxWaiting) throw refusal()
      return queue.add(() => {
        if (withinRequest(START_LEFT_MS) < START_LEFT_MS) throw refusal()
        return run()
      })
    },
  }
}
