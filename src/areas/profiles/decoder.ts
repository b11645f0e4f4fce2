import { ChildFault, type ChildPool, createChildPool } from '../../kernel/child-pool.ts'
import { HttpProblem } from '../../slice/problem.ts'

/** Maximum time in the queue in milliseconds. Later, the client has probably given up. */
const QUEUE_MS = 5_000
/** A 256 × 256 WebP has a few kilobytes. A larger result means that the upload has compromised the process. */
const MOST_BYTES = 1024 * 1024

const OPTIONS = { isFresh: true, queueMs: QUEUE_MS }
type DecoderPool = Pick<ChildPool<Uint8Array, Uint8Array | null>, 'run'>

/**
 * Decodes one picture at a time, each in its own process. Uploads therefore never share memory, keys or threads with the server
 * (docs/threats.md T63, T64).
 */
export function createDecoder(
  pool: DecoderPool = createChildPool(new URL('./decode.ts', import.meta.url), 'decode', OPTIONS),
) {
  return {
    /** Returns a 256 × 256 WebP without metadata; null if the bytes are not a valid picture. Throws a 503 if the queue is too long. */
    async decode(bytes: Buffer): Promise<Buffer | null> {
      try {
        const drawn = await pool.run(bytes)
        return drawn && drawn.length <= MOST_BYTES ? Buffer.from(drawn) : null
      } catch (error) {
        if (!(error instanceof ChildFault)) throw error
        // Bytes that crash the decoder are not a valid picture.
        if (error.reason === 'crash') return null
        throw tooBusy()
      }
    },
  }
}

export type Decoder = ReturnType<typeof createDecoder>

/** The 503 for too many pictures at once. */
export const tooBusy = (): HttpProblem =>
  new HttpProblem(503, 'A lot of pictures are coming in. Try again in a moment.', { retryAfterSeconds: 5 })
