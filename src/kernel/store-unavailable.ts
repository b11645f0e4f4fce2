import { EventLogUnavailable } from './event-log.ts'

/** True if the log or PostgreSQL is temporarily unavailable; a retry may succeed. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof EventLogUnavailable || isDatabaseUnavailable(error)

/** True if the disk of PostgreSQL (SQLSTATE 53100) or of this machine is full. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return code === '53100' || code === 'ENOSPC' || isDiskFull(cause)
}

/** The reason of a failure in one line: the driver's message if a driver failed. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const hasCode = cause instanceof Error && typeof (cause as NodeJS.ErrnoException).code === 'string'
  const reason = hasCode ? cause.message : message
  return isDiskFull(error) ? `the disk is full: ${reason}` : reason
}

/** True if PostgreSQL is unreachable, restarting or out of connections; not a fault of the request. */
function isDatabaseUnavailable(error: unknown): boolean {
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
