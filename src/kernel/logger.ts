import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** The logger methods that most code uses. */
export interface FieldLogger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

interface LoggerOptions {
  /** `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`; `info` when left out. */
  readonly level?: string
  /** Standard output when left out. */
  readonly destination?: DestinationStream
}

/** Field names whose values are redacted at the three outer levels. */
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

/** Properties of pg errors that are not logged: the connection with its internal state, and row values, which may be personal. */
const withheld: ReadonlySet<string> = new Set(['client', 'detail', 'where'])

function errorOf(error: Error): unknown {
  const serialized: unknown = pino.stdSerializers.err(error)
  if (typeof serialized !== 'object' || serialized === null) return serialized
  return Object.fromEntries(Object.entries(serialized).filter(([name]) => !withheld.has(name)))
}

/** Creates the process's logger: JSON lines without secrets (docs/threats.md T70). */
export function createLogger(options: LoggerOptions = {}): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: { pid: process.pid },
    redact: { paths, censor: '[redacted]' },
    serializers: { err: errorOf, error: errorOf },
  }
  return pino(settings, options.destination ?? standardOutput())
}

/**
 * Drops lines that cannot be written, such as those into a file on a full disk. Pino's own stream would end the process, and first
 * repeat the write until there is space.
 */
function standardOutput(): DestinationStream {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined)
  return process.stdout
}
