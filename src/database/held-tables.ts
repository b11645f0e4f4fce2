import type { AppTables } from './app-tables.ts'

type TableName = {
  [Name in keyof AppTables]: 'user_id' extends keyof AppTables[Name] ? Name : never
}[keyof AppTables]

/** A table that is not projected, with rows about people: `user_id` says whose they are. They go when their person is erased. */
export type HeldTable = {
  readonly [Name in TableName]: {
    readonly table: Name
    /** Columns that their person is given; the others are secrets, fingerprints and numbers of the house. */
    readonly shown: readonly (keyof AppTables[Name] & string)[]
    /** Why an erasure leaves its rows to something else. */
    readonly spared?: string
  }
}[TableName]

/** Those of no area. */
export const heldTables: readonly HeldTable[] = [
  { table: 'app.allowances', shown: ['name', 'taken', 'last_at'] },
  { table: 'app.idempotency_keys', shown: ['status', 'created_at'] },
  { table: 'app.person_keys', shown: [], spared: 'the key is destroyed in one statement with the note that it was' },
  {
    table: 'app.erased_people',
    shown: [],
    spared: 'it says that somebody was erased, so that no backup brings them back',
  },
]
