import { createSignal } from '../lib/signal.ts'

/**
 * Signals that new achievements may be available: after a prediction, or when the socket connects or reports a change.
 * Listeners then query the server.
 */
const { emit: due, listen } = createSignal()

export const achievementChecks = { due, listen }
