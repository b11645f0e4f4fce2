import type { Logger } from 'pino'

const EVERY_MS = 60_000
/** Limits the number of separate reasons, because a message may contain data of the request. */
const MAX_REASONS = 20

/**
 * Logs the first refusal of a reason at once and the number of others once a minute. While a store is unavailable every request is
 * refused, and one line each would hide errors of the application.
 */
export function createRefusals(logger: Pick<Logger, 'warn'>) {
  let timer: NodeJS.Timeout | undefined
  let counts = new Map<string, number>()

  function summarise(): void {
    const refused = Object.fromEntries([...counts].filter(([, count]) => count > 0))
    // After a minute without refusals, the next one is logged at once again.
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
    note(cause: string, requestId: unknown): void {
      const reason = counts.has(cause) || counts.size < MAX_REASONS ? cause : 'others'
      const before = counts.get(reason)
      if (before === undefined) logger.warn({ reason, requestId }, 'request refused; further ones are counted')
      counts.set(reason, before === undefined ? 0 : before + 1)
      timer ??= setInterval(summarise, EVERY_MS).unref()
    },
  }
}
