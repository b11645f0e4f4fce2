/** The part of a pino logger that the engine uses. */
export interface EngineLogger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
