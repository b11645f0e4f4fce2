import { createCache } from '../../kernel/cache.ts'
import { ChildFault, type ChildPool, createChildPool } from '../../kernel/child-pool.ts'
import { HttpProblem } from '../../slice/problem.ts'
import { type DrawCard, keyOf, type Picture } from './card.ts'

/** Maximum number of waiting drawings, in total and per address. Pictures are public, and each first drawing occupies a core. */
const [MOST_WAITING, MOST_OF_ADDRESS] = [8, 2]

/** Timeout of a drawing in milliseconds, sufficient on a busy machine. The input is trusted: cards are created by the server. */
const DRAW_MS = 10_000
/** Maximum number of cached pictures of 30 to 60 kB. */
const MOST_CACHED = 300

/**
 * Draws one card at a time, in a child process, and caches the picture by its content (docs/threats.md T92). All link previews of a share
 * request the same picture until the share changes.
 */
export function createPictures(
  pool: Pick<ChildPool<Picture, Uint8Array>, 'run'> = createChildPool(
    new URL('./draw.ts', import.meta.url),
    'drawCard',
    {
      taskMs: DRAW_MS,
    },
  ),
): DrawCard {
  const cache = createCache<Buffer>({ max: MOST_CACHED })
  /** Clients of the waiting drawings. */
  const waiting: string[] = []

  async function draw(card: Picture, client: string): Promise<Buffer> {
    const ofClient = waiting.filter((each) => each === client)
    if (waiting.length >= MOST_WAITING || ofClient.length >= MOST_OF_ADDRESS) throw tooMany()
    waiting.push(client)
    try {
      return Buffer.from(await pool.run(card).catch(problemOf))
    } finally {
      waiting.splice(waiting.indexOf(client), 1)
    }
  }

  return (card, client) => cache.get(keyOf(card), '', () => draw(card, client))
}

/** Maps timeouts and crashes of the process to a 503, because the next attempt may succeed. */
function problemOf(error: unknown): never {
  if (!(error instanceof ChildFault)) throw error
  throw new HttpProblem(503, 'Drawing the picture failed. Try again in a moment.', { retryAfterSeconds: 5 })
}

const tooMany = (): HttpProblem =>
  new HttpProblem(503, 'A lot of pictures are in demand. Try again in a moment.', { retryAfterSeconds: 5 })
