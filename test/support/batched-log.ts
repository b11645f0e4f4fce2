import type { EventLog } from '../../src/kernel/event-log.ts'

/** Milliseconds from an append to its signal. */
const SIGNAL_MS = 250

/**
 * A log whose signals are late and few, so that projections and reactors handle the events of a simulated season in
 * large batches. A nudge of the engine makes them read at once.
 */
export const batchedLog = (log: EventLog): EventLog => ({
  ...log,
  subscribe(listener, signal) {
    let timer: NodeJS.Timeout | undefined
    signal.addEventListener('abort', () => clearTimeout(timer))
    return log.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        listener()
      }, SIGNAL_MS)
    }, signal)
  },
})
