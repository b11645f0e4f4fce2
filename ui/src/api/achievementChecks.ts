import { createSignal } from '../lib/signal.ts'

/**
 * Occasions on which the server may have a new achievement to tell. Whoever knows of one (a new prediction, the socket that
 * stands or has a word) says so here, and the part that asks the server hears it.
 */
const { emit: due, listen } = createSignal()

export const achievementChecks = { due, listen }
