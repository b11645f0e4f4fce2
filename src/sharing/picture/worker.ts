import { parentPort } from 'node:worker_threads'
import type { Card } from './card.ts'
import { drawCard } from './draw.ts'

/** What the thread answers to each card, in their order. */
export type Drawn = { readonly picture: Uint8Array } | { readonly fault: string }

parentPort?.on('message', async (card: Card) => {
  const answer: Drawn = await drawCard(card).then(
    (picture) => ({ picture }),
    (error: unknown) => ({ fault: String(error) }),
  )
  parentPort?.postMessage(answer)
})
