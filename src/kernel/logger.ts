import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

interface LoggerOptions {
  /** `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`; `info` when left out. */
  readonly level?: string
  /** Standard output when left out. */
  readonly destination?: DestinationStream
}

/** Field names whose values never reach a log line, at any of the three outer levels. */
const secrets = [
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'temporaryPassword',
  'passwordHash',
  'token',
  'resetToken',
  'sessionToken',
  'securityAnswer',
  'cookie',
  'set-cookie',
  'authorization',
  'masterKey',
  'apiKey',
]

const paths = secrets.flatMap((name) => ['', '*.', '*.*.'].map((depth) => `${depth}["${name}"]`.replace('.[', '[')))

/** An error without the connection that pg hangs on it: pages of its inner state, and where it was going. */
function errorOf(error: Error): unknown {
  const serialized: unknown = pino.stdSerializers.err(error)
  if (typeof serialized !== 'object' || serialized === null || !('client' in serialized)) return serialized
  const { client: _, ...rest } = serialized
  return rest
}

/** The process's logger: JSON lines without secrets (docs/threats.md T70). */
export function createLogger(options: LoggerOptions = {}): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: { pid: process.pid },
    redact: { paths, censor: '[redacted]' },
    serializers: { err: errorOf, error: errorOf },
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}
