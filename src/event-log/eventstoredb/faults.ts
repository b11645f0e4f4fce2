import {
  AccessDeniedError,
  CancelledError,
  convertToCommandError,
  DeadlineExceededError,
  UnavailableError,
} from '@eventstore/db-client'
import { EventLogUnavailable } from '../../kernel/event-log.ts'

const typeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'type' in error && typeof error.type === 'string'
    ? error.type
    : undefined

const commandError = (error: unknown): unknown => (error instanceof Error ? convertToCommandError(error) : error)

export const isMissingStream = (error: unknown): boolean =>
  ['stream-not-found', 'no-stream'].includes(typeOf(error) ?? '')

/** True for permanent errors. All others may come from a server that starts, stops or hangs. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  ['maximum-append-size-exceeded', 'stream-deleted', 'missing-required-metadata-property'].includes(typeOf(error) ?? '')

/** Errors after which the client abandons its connection. */
export function isConnectionLost(error: unknown): boolean {
  const converted = commandError(error)
  return converted instanceof UnavailableError || converted instanceof CancelledError
}

export const isLate = (error: unknown): boolean =>
  error instanceof EventLogUnavailable || commandError(error) instanceof DeadlineExceededError

const unauthenticated = 16
const certificateFault = /certificate|CERT_|SELF_SIGNED|ERR_TLS|wrong version number|EPROTO/i

/** One sentence for operators for a configuration error, without values of settings. */
export function adviceOf(error: unknown): string | undefined {
  const converted = commandError(error)
  if (converted instanceof AccessDeniedError)
    return converted.code === unauthenticated
      ? 'the event store does not accept the user or the password in EVENTSTORE_URL'
      : 'the user in EVENTSTORE_URL lacks a right in the event store (docs/operations.md lists them)'
  if (converted instanceof UnavailableError && certificateFault.test(converted.message))
    return 'the TLS connection to the event store fails: check tls and tlsCAFile in EVENTSTORE_URL'
  return undefined
}
