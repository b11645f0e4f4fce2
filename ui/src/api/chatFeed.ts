import type { ChatMessage } from '../../../src/contracts/chat.ts'

/** What the socket says of chats, for the chats that are shown. */
interface ChatListener {
  onMessage(message: ChatMessage): void
  /** Something may have been missed: the room has to be read again. */
  onGap(): void
}

const listeners = new Set<ChatListener>()
const stateListeners = new Set<() => void>()
/** Competitions that are shown, and how often. */
const watched = new Map<number, number>()
let send: ((event: 'watch' | 'unwatch', competitionId: number) => void) | null = null

/** Hears of messages until the returned function is called. */
export function listenToChat(listener: ChatListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks for a competition's chat; gives the way to stop. The leagues of a member come by themselves. */
export function watchCompetition(id: number): () => void {
  const count = watched.get(id) ?? 0
  watched.set(id, count + 1)
  if (count === 0) send?.('watch', id)
  return () => {
    const left = (watched.get(id) ?? 1) - 1
    if (left > 0) watched.set(id, left)
    else {
      watched.delete(id)
      send?.('unwatch', id)
    }
  }
}

export const chatFeed = {
  message(message: ChatMessage): void {
    for (const listener of listeners) listener.onMessage(message)
  },
  gap(): void {
    for (const listener of listeners) listener.onGap()
  },
  /** The socket stands; what was said meanwhile may be missing. */
  connected(emit: NonNullable<typeof send>): void {
    send = emit
    for (const id of watched.keys()) emit('watch', id)
    for (const listener of stateListeners) listener()
    chatFeed.gap()
  },
  disconnected(): void {
    send = null
    for (const listener of stateListeners) listener()
  },
  isConnected: (): boolean => send !== null,
  subscribe(listener: () => void): () => void {
    stateListeners.add(listener)
    return () => stateListeners.delete(listener)
  },
}
