import { EventLogUnavailable } from '../../src/kernel/event-log.ts'

/** Another node, or this one before a pause, has already moved this checkpoint: nothing was written. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved'
}

/** What a reactor waits for cannot come from here any more: this node does not lead now. Who leads next answers the event. */
export class TermEnded extends Error {
  override readonly name = 'TermEnded'
}

/** What a reactor asks is not in the tables of another version that serve meanwhile: it answers once its own are switched in. */
export class TablesOutdated extends Error {
  override readonly name = 'TablesOutdated'
}

/** Connection lost, resources short, locks lost, storage away: the same batch can succeed later. */
const transientStates = /^(08|53|58|57P0|40|25P03|55P03)/
const transientCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'])
/** What `pg` says without a code when its connection is gone. */
const transientTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|Query read timeout|Cannot use a pool after|driver has already been destroyed)/i

/** True for a fault of a store, which passes, for a wait that ended with the term and for tables of another version; false for an error that the event itself brings about. */
export function isTransient(error: unknown): boolean {
  if (error instanceof EventLogUnavailable || error instanceof TermEnded || error instanceof TablesOutdated) return true
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isTransient)
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' && (transientCodes.has(code) || transientStates.test(code))) return true
  return transientTexts.test(error.message)
}

/** A table, a column or a function is not there. */
const missingStates = new Set(['42P01', '42703', '42883'])

/** Whether PostgreSQL did not find something that a statement names. */
export const isOfSomethingMissing = (error: unknown): boolean =>
  missingStates.has(String((error as { code?: unknown } | null)?.code))

/** The text stored and shown; the first lines are enough to find the place. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
  return text.slice(0, 4_000)
}

/** One line for a status page. */
export function errorLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
}
