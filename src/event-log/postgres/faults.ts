import { EventLogUnavailable } from '../../kernel/event-log.ts'

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const faultClasses = ['08', '53', '57', '58']
const faultCodes = ['25006', '40001', '40P01', '55P03', 'XX000', '28000', '3D000']

/** True if the server is unreachable, starting, stopping, full or slow; false if it refused the statement. */
export function isFault(error: unknown): boolean {
  if (error instanceof EventLogUnavailable) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // Five characters with a digit: an SQLSTATE. Other codes (EPIPE, ECONNREFUSED) are socket errors.
  if (/^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return faultClasses.includes(code.slice(0, 2)) || faultCodes.includes(code)
  if (code !== '') return true
  return /timeout|terminated|connection|Client has encountered|not queryable/i.test(error.message)
}
