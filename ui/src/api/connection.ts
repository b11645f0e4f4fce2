import { createSignal } from '../lib/signal.ts'

/** Signals that the server can be reached again: the device has a network, or the socket has connected. */
const back = createSignal()

if (typeof window !== 'undefined') window.addEventListener('online', back.emit)

/** Calls `listener` whenever the connection is back, until the returned function is called. */
export const onConnectionBack = back.listen

export const connectionIsBack = back.emit
