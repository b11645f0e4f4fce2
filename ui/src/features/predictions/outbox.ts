import { useSyncExternalStore } from 'react'
import { createSignal } from '../../lib/signal.ts'

/** A pick that was saved without a connection and has reached the server. */
interface SentPick {
  readonly fixtureId: number
  readonly match: string
  /** `2–1`, or the word for a pick without a score. */
  readonly pick: string
  /** When it reached the server, ISO 8601. */
  readonly at: string
}

interface Outbox {
  /** Number of picks that are being sent. */
  readonly sending: number
  /** Picks sent during this visit, until the player confirms. */
  readonly sent: readonly SentPick[]
}

let outbox: Outbox = { sending: 0, sent: [] }
const changes = createSignal()

export function updateOutbox(next: Partial<Outbox>): void {
  outbox = { ...outbox, ...next }
  changes.emit()
}

export const outboxNow = (): Outbox => outbox

export const useOutbox = (): Outbox => useSyncExternalStore(changes.listen, outboxNow)
