import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { HttpProblem } from '../slice/problem.ts'
import { DECODED } from './decoding.ts'

/** A picture whose turn has not come by then is put off: nobody waits for its answer much longer. */
const TURN_MS = 5_000
/** Decoding has three seconds of its own (`decode.ts`); on a machine that is busy the process needs time to start. */
const PROCESS_MS = 6_000
/** 256 × 256 WebP is a few kilobytes. What gives more does not draw: a picture has taken it over. */
const MOST_DRAWN = 1024 * 1024

/** Draws pictures anew, as everybody is to see them. */
export interface Decoder {
  /** 256 × 256 WebP without metadata; null where the bytes are no picture. Throws a 503 where too many others come first. */
  decode(bytes: Buffer): Promise<Buffer | null>
}

export interface DecoderOptions {
  /** What a process decodes with, and the time it has; in tests. */
  readonly script?: URL
  readonly turnMs?: number
  readonly processMs?: number
}

/**
 * Decodes one picture at a time, each in a process of its own: what strangers send never meets the server's memory, keys or threads, and what
 * hangs or crashes is ended with its process (docs/threats.md T63, T64).
 */
export function createDecoder({
  script = new URL('./decode.ts', import.meta.url),
  turnMs = TURN_MS,
  processMs = PROCESS_MS,
}: DecoderOptions = {}): Decoder {
  let last: Promise<unknown> = Promise.resolve()
  return {
    decode(bytes) {
      const begun = performance.now()
      const decoding = last.then(() => {
        if (performance.now() - begun > turnMs) throw tooBusy()
        return decodeAside(fileURLToPath(script), bytes, processMs)
      })
      last = decoding.catch(() => undefined)
      return decoding
    },
  }
}

/** Too many pictures at once. */
export const tooBusy = (): HttpProblem =>
  new HttpProblem(503, 'Many pictures are coming in at once. Please try again in a moment.', { retryAfterSeconds: 5 })

function decodeAside(script: string, bytes: Buffer, processMs: number): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
  // Without the environment, as the keys of the store stand in it.
  const child = spawn(process.execPath, [script], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  const cancel = setTimeout(() => {
    child.kill('SIGKILL')
    reject(tooBusy())
  }, processMs)
  const drawn: Buffer[] = []
  let drawnBytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    drawnBytes += chunk.length
    if (drawnBytes > MOST_DRAWN) child.kill('SIGKILL')
    else drawn.push(chunk)
  })
  child.on('error', (error) => {
    clearTimeout(cancel)
    reject(error)
  })
  // A process that has seen enough closes its end.
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  child.on('close', (code, signal) => {
    clearTimeout(cancel)
    if (code === 0) resolve(Buffer.concat(drawn))
    // What crashes the decoder is no picture either.
    else if (code === DECODED.notAPicture || signal !== null) resolve(null)
    else reject(new Error(`a picture was not decoded: ${code}`))
  })
  return promise
}
