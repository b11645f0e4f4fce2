import { Worker } from 'node:worker_threads'
import { whenLate } from '../../kernel/late.ts'
import { type Card, keyOf } from './card.ts'
import type { Drawn } from './worker.ts'

/** Pictures that are kept; one is 30 to 60 kB. */
const KEPT = 200
/** Cards that wait to be drawn. More than that, and whoever asks is told to come again. */
const WAITING = 20
/** A drawing takes a tenth of a second, the first one a second; on a machine that is busy more. What takes longer than this is given up. */
const DRAW_MS = 15_000
/** The thread that draws ends when nobody has wanted a picture for so long. */
const IDLE_MS = 60_000

/** Pictures of shares. */
export interface Pictures {
  /** The PNG of a card; null: too many others wait. Throws where it cannot be drawn. */
  of(card: Card): Promise<Buffer | null>
  /** Ends the thread that draws. */
  close(): Promise<void>
}

export interface PicturesOptions {
  /** What a thread draws with; in tests. */
  readonly script?: URL
  readonly drawMs?: number
}

/**
 * Draws one card at a time, in a thread of its own, and keeps what it has drawn by what it shows: the same picture is asked for by every
 * program that shows the link, and a share that has changed is another picture. So pictures never load the server.
 */
export function createPictures({
  script = new URL('./worker.ts', import.meta.url),
  drawMs = DRAW_MS,
}: PicturesOptions = {}): Pictures {
  const kept = new Map<string, Buffer>()
  const asked = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()
  let thread: Thread | null = null
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = null
    await ending?.end()
  }

  async function draw(card: Card): Promise<Buffer> {
    clearTimeout(idle)
    thread ??= startThread(script)
    try {
      const picture = await thread.draw(card, drawMs)
      idle = setTimeout(() => void end(), IDLE_MS).unref()
      return picture
    } catch (error) {
      // What it is at cannot be known: the next card gets a new one.
      await end()
      throw error
    }
  }

  function keep(key: string, picture: Buffer): void {
    kept.set(key, picture)
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break
      kept.delete(oldest)
    }
  }

  return {
    async of(card) {
      const key = keyOf(card)
      const known = kept.get(key)
      if (known) {
        // Asked for again: it stays longer.
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const underWay = asked.get(key)
      if (underWay) return underWay
      if (asked.size >= WAITING) return null
      const drawing = last.then(() => draw(card))
      asked.set(key, drawing)
      last = drawing.catch(() => {})
      try {
        const picture = await drawing
        keep(key, picture)
        return picture
      } finally {
        asked.delete(key)
      }
    },
    close: end,
  }
}

/** A thread that draws, one card at a time. It keeps no process alive but while it draws. */
interface Thread {
  draw(card: Card, mostMs: number): Promise<Buffer>
  end(): Promise<unknown>
}

function startThread(script: URL): Thread {
  const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 128 } })
  let current = Promise.withResolvers<Buffer>()
  worker.on('message', (drawn: Drawn) =>
    'picture' in drawn ? current.resolve(Buffer.from(drawn.picture)) : current.reject(new Error(drawn.fault)),
  )
  worker.on('error', (error) => current.reject(error))
  worker.on('exit', () => current.reject(new Error('the thread that draws pictures has ended')))
  // One that ends between two cards is found out by the next.
  current.promise.catch(() => {})
  return {
    async draw(card, mostMs) {
      current = Promise.withResolvers()
      const cancel = whenLate(mostMs, () => current.reject(new Error(`a picture was not drawn within ${mostMs} ms`)))
      worker.ref()
      worker.postMessage(card)
      try {
        return await current.promise
      } finally {
        cancel()
        worker.unref()
      }
    },
    end: () => worker.terminate(),
  }
}
