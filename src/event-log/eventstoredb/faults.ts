import type { ExpectedRevision } from '../../kernel/event-log.ts'

/** Errors come with `type`, or only with the code of gRPC. */
const typeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'type' in error && typeof error.type === 'string'
    ? error.type
    : undefined

/** The revision that a refused append tells; undefined for any other error. */
export function actualRevision(error: unknown): ExpectedRevision | undefined {
  if (typeOf(error) !== 'wrong-expected-version') return undefined
  const { actualVersion } = error as { actualVersion?: bigint | string }
  return typeof actualVersion === 'bigint' && actualVersion >= 0n ? Number(actualVersion) : 'no_stream'
}

export const isMissingStream = (error: unknown): boolean =>
  ['stream-not-found', 'no-stream'].includes(typeOf(error) ?? '')

/** Trying again cannot help. Everything else may be a server that starts, stops or hangs. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  ['maximum-append-size-exceeded', 'stream-deleted', 'missing-required-metadata-property'].includes(typeOf(error) ?? '')
