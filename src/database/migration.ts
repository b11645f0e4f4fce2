/**
 * A change of the schema that `createMissing` cannot make: data, constraints, functions, drops. It runs once, after the declared tables exist,
 * on new stores as well: it is written so that it changes nothing there. A released migration is never changed.
 */
export interface Migration {
  readonly name: string
  readonly sql: string
  /** Runs again when its text has changed: functions and comments, by statements that replace. */
  readonly isRepeatable?: true
}
