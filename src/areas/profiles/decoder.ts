import { ChildFault, type ChildPool, createChildPool } from '../../kernel/child-pool.ts'
import { HttpProblem } from '../../slice/problem.ts'

/** Milliseconds after which a waiting picture is refused: nobody waits for its answer much longer. */
const QUEUE_MS = 5_000
/** 256 × 256 WebP is a few kilobytes. Anything larger was not drawn: a picture has taken the process over. */
const MOST_DRAWN = 1024 * 1024

const OPTIONS = { isFresh: true, queueMs: QUEUE_MS }
type DecoderPool = Pick<ChildPool<Uint8Array, Uint8Array | null>, 'run'>

/** Decodes one picture at a time, each in a process of its own: uploads never meet the server's memory, keys or threads (docs/threats.md T63, T64). */
export function createDecoder(
  pool: DecoderPool = createChildPool(new URL('./decode.ts', import.meta.url), 'decode', OPTIONS),
) {
  return {
    /** 256 × 256 WebP without metadata; null where the bytes are no picture. Throws a 503 where too many others come first. */
    async decode(bytes: Buffer): Promise<Buffer | null> {
      try {
        const drawn = await pool.run(bytes)
        return drawn && drawn.length <= MOST_DRAWN ? Buffer.from(drawn) : null
      } catch (error) {
        if (!(error instanceof ChildFault)) throw error
        // Bytes that crash the decoder are no picture either.
        if (error.reason === 'crash') return null
        throw tooBusy()
      }
    },
  }
}

export type Decoder = ReturnType<typeof createDecoder>

/** Too many pictures at once. */
export const tooBusy = (): HttpProblem =>
  new HttpProblem(503, 'Many pictures are coming in at once. Please try again in a moment.', { retryAfterSeconds: 5 })
