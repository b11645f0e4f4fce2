import type { ReadModels } from '../slice/read-models.ts'
import type { AppTables } from './app-tables.ts'

type Sources = AppTables & {
  readonly [View in keyof ReadModels as View extends `read.${infer Name}` ? Name : never]: ReadModels[View]
}

/** Streams with one data subject each, found by the rows of a view of `read` or of a table. */
export type PersonalStreams = {
  readonly [Name in keyof Sources]: {
    readonly of: Name
    /** The column with the data subject. */
    readonly by: keyof Sources[Name] & string
    stream(row: Sources[Name]): string
  }
}[keyof Sources]
