import { EventLogUnavailable } from './event-log.ts'

/** The log or Postgres does not answer now; whoever asks again later may be answered. */
export const isStoreAway = (error: unknown): boolean => error instanceof EventLogUnavailable || isDatabaseAway(error)

/** No space is left, on the disk of PostgreSQL (SQLSTATE 53100) or on this machine's. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return code === '53100' || code === 'ENOSPC' || isDiskFull(cause)
}

/** Why a request was refused, in one line: the driver's own words where a driver failed. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const hasCode = cause instanceof Error && typeof (cause as NodeJS.ErrnoException).code === 'string'
  const reason = hasCode ? cause.message : message
  return isDiskFull(error) ? `the disk is full: ${reason}` : reason
}

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
