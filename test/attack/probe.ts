import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Response times of an uninvolved client during an attack. */
export interface Waited {
  readonly answers: number
  /** Milliseconds; the timeout if a response is missing. */
  readonly slowestMs: number
}

/** A slower response counts as missing. */
const TIMEOUT_MS = 30_000

/** Requests a path ten times a second from a separate thread, so that the attack's own CPU time is not measured. */
export function startProbe(port: number, path = '/healthz'): { stop(): Promise<Waited> } {
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
    workerData: { port, path, timeoutMs: TIMEOUT_MS },
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
