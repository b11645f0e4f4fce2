/** Milliseconds from the cutoff of a match to its seal: picks that arrived before the cutoff are stored by then. */
export const SEAL_DELAY_MS = 60_000
