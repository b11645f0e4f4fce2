import { createCache } from '../../../kernel/cache.ts'
import { ChildFault, type ChildPool, createChildPool } from '../../../kernel/child-pool.ts'
import { HttpProblem } from '../../../slice/problem.ts'
import { type Card, keyOf } from './card.ts'

/** Drawings that wait, of all and of one address: a stranger may ask for any picture, and each first drawing takes a core. */
const [MOST_WAITING, MOST_OF_ADDRESS] = [8, 2]

/** Milliseconds for a drawing with its fonts on a busy machine; cards are made here, not by strangers. */
const DRAW_MS = 10_000
/** Cached pictures; one has 30 to 60 kB. */
const MOST_CACHED = 300

export type Pictures = ReturnType<typeof createPictures>

/**
 * Draws one card at a time, in a child process, and caches the picture by its content (docs/threats.md T92): every program that shows
 * the link requests the same picture, and a share that has changed is another picture. So pictures never load the server.
 */
export function createPictures(
  pool: Pick<ChildPool<Card, Uint8Array>, 'run'> = createChildPool(new URL('./draw.ts', import.meta.url), 'drawCard', {
    taskMs: DRAW_MS,
  }),
) {
  const cache = createCache<Buffer>({ max: MOST_CACHED })
  /** The clients of waiting drawings, as limits count them. */
  const waiting: string[] = []

  async function draw(card: Card, client: string): Promise<Buffer> {
    const ofClient = waiting.filter((each) => each === client)
    if (waiting.length >= MOST_WAITING || ofClient.length >= MOST_OF_ADDRESS) throw tooMany()
    waiting.push(client)
    try {
      return Buffer.from(await pool.run(card).catch(problemOf))
    } finally {
      waiting.splice(waiting.indexOf(client), 1)
    }
  }

  return {
    /** The PNG of a card. Throws a 503 at once if too many drawings wait, of all or of that client, and an error if it cannot be drawn. */
    of: (card: Card, client: string): Promise<Buffer> => cache.get(keyOf(card), '', () => draw(card, client)),
  }
}

/** A process that was too slow or crashed may draw the next time. */
function problemOf(error: unknown): never {
  if (!(error instanceof ChildFault)) throw error
  throw new HttpProblem(503, 'The picture could not be drawn. Try again in a moment.', { retryAfterSeconds: 5 })
}

const tooMany = (): HttpProblem =>
  new HttpProblem(503, 'Many pictures are wanted at once. Try again in a moment.', { retryAfterSeconds: 5 })
