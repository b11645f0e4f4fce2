import type { Logger } from 'pino'

const EVERY_MS = 60_000
/** Reasons counted apart: a message may name something of the request. */
const MOST_REASONS = 20

/**
 * Logs the first refusal of a reason at once and counts the others, to be logged once a minute: while a store is away every request
 * is refused, and a line for each would bury the faults of ours.
 */
export function createRefusals(logger: Pick<Logger, 'warn'>) {
  let timer: NodeJS.Timeout | undefined
  let counts = new Map<string, number>()

  function summarise(): void {
    const refused = Object.fromEntries([...counts].filter(([, count]) => count > 0))
    // A minute without a refusal ends it: the next one is logged at once again.
    if (Object.keys(refused).length === 0) {
      clearInterval(timer)
      timer = undefined
      counts = new Map()
      return
    }
    logger.warn({ refused }, 'requests refused in the last minute')
    for (const reason of counts.keys()) counts.set(reason, 0)
  }

  return {
    note(given: string, requestId: unknown): void {
      const reason = counts.has(given) || counts.size < MOST_REASONS ? given : 'others'
      const before = counts.get(reason)
      if (before === undefined) logger.warn({ reason, requestId }, 'request refused; further ones are counted')
      counts.set(reason, before === undefined ? 0 : before + 1)
      timer ??= setInterval(summarise, EVERY_MS).unref()
    },
  }
}
