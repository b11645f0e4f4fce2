import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** How long somebody who has nothing to do with an attack waits for answers meanwhile. */
export interface Waited {
  readonly answers: number
  /** Milliseconds; at most the patience, which stands for an answer that did not come. */
  readonly slowestMs: number
}

/** An answer that takes longer than this counts as none. */
const PATIENCE_MS = 30_000

/** Asks for a path ten times a second from a thread of its own, so that what the attack costs here is not counted. */
export function startProbe(port: number, path = '/healthz'): { stop(): Promise<Waited> } {
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
    workerData: { port, path, patienceMs: PATIENCE_MS },
  })
  return {
    async stop() {
      worker.postMessage('stop')
      const [times] = (await once(worker, 'message')) as [number[]]
      await worker.terminate()
      return { answers: times.length, slowestMs: Math.max(0, ...times) }
    },
  }
}
