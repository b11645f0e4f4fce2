import { useSyncExternalStore } from 'react'
import { createSignal } from '../lib/signal.ts'

/** Signals that the server can be reached again: the device has a network, or the socket has connected. */
const back = createSignal()

const changes = createSignal()
/** When the newest stored read on the page was read; null: the page is up to date. */
let storedAt: string | null = null

if (typeof window !== 'undefined') {
  window.addEventListener('online', back.emit)
  for (const type of ['online', 'offline']) window.addEventListener(type, changes.emit)
}

/** `at`: when this response was stored on the device; null: it comes from the server. */
export function noteStored(at: string | null): void {
  if (at === storedAt || (at && storedAt && at < storedAt)) return
  storedAt = at
  changes.emit()
}

/** Whether the device has no network, or the server does not answer. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(changes.listen, () => !navigator.onLine || storedAt !== null)

export const isStored = (): boolean => storedAt !== null

/** When the page's reads were stored on this device; null: they come from the server. */
export const useStoredAt = (): string | null => useSyncExternalStore(changes.listen, () => storedAt)

/** Calls `listener` whenever the connection is back, until the returned function is called. */
export const onConnectionBack = back.listen

export const connectionIsBack = back.emit
