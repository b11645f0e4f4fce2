import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

export interface LoggerOptions {
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

/** The process's logger: JSON lines without secrets (security.md, T70). */
export function createLogger(options: LoggerOptions = {}): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: { pid: process.pid },
    redact: { paths, censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err, error: pino.stdSerializers.err },
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}
