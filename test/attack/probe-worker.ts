import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Requests a path ten times a second, each time on a new connection, without waiting for earlier responses. */
const { port, path, timeoutMs } = workerData as { port: number; path: string; timeoutMs: number }
const EVERY_MS = 100
/** Milliseconds until each response; if none came in time, the timeout. */
const times: number[] = []
let waiting = 0
let stopping = false

function ask(): void {
  waiting++
  const began = performance.now()
  let took = timeoutMs
  const req = request({ host: '127.0.0.1', port, path, agent: false, signal: AbortSignal.timeout(timeoutMs) }, (res) =>
    res.resume().once('end', () => {
      took = performance.now() - began
    }),
  )
  req.on('error', () => undefined)
  req.once('close', () => {
    waiting--
    times.push(took)
    reportAtEnd()
  })
  req.end()
}

const timer = setInterval(ask, EVERY_MS)

function reportAtEnd(): void {
  if (stopping && waiting === 0) parentPort!.postMessage(times)
}

parentPort!.once('message', () => {
  stopping = true
  clearInterval(timer)
  reportAtEnd()
})
