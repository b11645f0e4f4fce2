import type { ChatMessage } from '../../../src/areas/chat/contract.ts'
import { createSignal } from '../lib/signal.ts'

const messages = createSignal<[ChatMessage]>()
const gaps = createSignal()
const states = createSignal()
/** Competitions currently shown. */
const watched = new Set<number>()
let send: ((event: 'watch' | 'unwatch', competitionId: number) => void) | null = null

/**
 * Subscribes to a competition's chat and returns the unsubscribe function. Chats of the reader's leagues need no
 * subscription.
 */
export function watchCompetition(id: number): () => void {
  watched.add(id)
  send?.('watch', id)
  return () => {
    watched.delete(id)
    send?.('unwatch', id)
  }
}

export const chatFeed = {
  message: messages.emit,
  onMessage: messages.listen,
  /** Messages may have been missed: reloads every chat. */
  gap: gaps.emit,
  onGap: gaps.listen,
  connected(emit: NonNullable<typeof send>): void {
    send = emit
    for (const id of watched) emit('watch', id)
    states.emit()
    gaps.emit()
  },
  disconnected(): void {
    send = null
    states.emit()
  },
  isConnected: (): boolean => send !== null,
  subscribe: states.listen,
}
