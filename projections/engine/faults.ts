import { EventLogUnavailable } from '../../src/kernel/event-log.ts'
import { TermEnded } from '../../src/kernel/term-ended.ts'

/** Another writer has already moved this checkpoint. Nothing was written. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved'
}

/** SQLSTATEs after which the same batch can succeed later: lost connection, lack of resources, lock timeout, shutdown. */
const transientStates = /^(08|53|58|57P0|40|25P03|55P03)/
const transientCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'])
/** Messages of `pg` errors that have no code, for a lost connection. */
const transientTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|Query read timeout|Cannot use a pool after|driver has already been destroyed)/i

/** Whether a retry can succeed: true for store faults and `TermEnded`; false for errors that the event itself causes. */
export function isTransient(error: unknown): boolean {
  if (error instanceof EventLogUnavailable || error instanceof TermEnded) return true
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isTransient)
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' && (transientCodes.has(code) || transientStates.test(code))) return true
  return transientTexts.test(error.message)
}

/** The stack of an error, at most 4,000 characters, for dead letters and pauses. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
  return text.slice(0, 4_000)
}

/** The first line of an error message, for logs and status pages. */
export function errorLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
}
