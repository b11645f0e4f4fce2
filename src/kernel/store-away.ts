import { EventLogUnavailable } from './event-log.ts'

/** The log or Postgres does not answer now; whoever asks again later may be answered. */
export const isStoreAway = (error: unknown): boolean => error instanceof EventLogUnavailable || isDatabaseAway(error)

/** Postgres is away, restarting or out of connections; not a fault of the request. */
function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (
    typeof code === 'string' &&
    (/^(08|57P0|53)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'].includes(code))
  )
    return true
  return (
    typeof message === 'string' &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message,
    )
  )
}
