/**
 * A schema change beyond `createMissing`: data, constraints, functions, drops. It runs once, after the declared tables exist. It also
 * runs on new stores and must change nothing there. A released migration is never changed.
 */
export interface Migration {
  readonly name: string
  readonly sql: string
  /** Runs again when its text changes. For idempotent statements that replace functions and comments. */
  readonly isRepeatable?: true
}
