import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Asks for a path ten times a second, each time on a connection of its own, whether the last has answered or not. */
const { port, path, patienceMs } = workerData as { port: number; path: string; patienceMs: number }
const EVERY_MS = 100
/** Milliseconds until each answer; where none came in time, the patience. */
const times: number[] = []
let waiting = 0
let stopping = false

function ask(): void {
  waiting++
  const began = performance.now()
  let took = patienceMs
  const req = request({ host: '127.0.0.1', port, path, agent: false, signal: AbortSignal.timeout(patienceMs) }, (res) =>
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
