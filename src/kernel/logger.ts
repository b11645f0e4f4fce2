import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** The part of a logger that most of the program uses. */
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

/** What pg hangs on an error: its connection with pages of inner state, and the values that it is about, in which people may be named. */
const withheld: ReadonlySet<string> = new Set(['client', 'detail', 'where'])

function errorOf(error: Error): unknown {
  const serialized: unknown = pino.stdSerializers.err(error)
  if (typeof serialized !== 'object' || serialized === null) return serialized
  return Object.fromEntries(Object.entries(serialized).filter(([name]) => !withheld.has(name)))
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
