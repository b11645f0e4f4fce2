import { type Columns, personColumnsOf, type RowOf, type TableDeclaration } from '../slice/table.ts'

/** A table that is not projected. `src/database/schema.ts` creates missing tables, columns and indexes. */
export interface AppTable<C extends Columns = Columns> extends Omit<TableDeclaration<C>, 'hidden' | 'readIndexes'> {
  /** Unique indexes in addition to the primary key: name to definition after the table's name. */
  readonly uniqueIndexes?: Readonly<Record<string, string>>
  /** Unlogged: a crash of the server truncates it, and a commit does not wait for the disk. */
  readonly isUnlogged?: true
  /** Statements after its creation: initial rows, storage of columns. */
  readonly afterCreate?: string
}

/** Tables by name with schema. Referenced tables precede those that reference them. */
export type AppTableDeclarations = Readonly<Record<`${'app' | 'engine' | 'log'}.${string}`, AppTable>>

/** Declares a table that is not projected. */
export const appTable = <C extends Columns>(
  declared: AppTable<C> & { readonly key: readonly (keyof C & string)[] },
): AppTable<C> => declared

export type RowsOfTables<T extends Readonly<Record<string, AppTable>>> = {
  [Name in keyof T]: RowOf<T[Name]['columns']>
}

/** The rows of the tables in `app`: each `app-tables.ts` adds its tables by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: areas fill it by declaration merging
export interface AppTables {}

/** A table with personal data: its data subject column, its exported columns, and the effect of an erasure. */
export interface PersonTable {
  readonly table: string
  readonly by: string
  /** Columns of the personal data export; the others are secrets, fingerprints and internal numbers. */
  readonly shown: readonly string[]
  /** Reason why an erasure retains the rows. */
  readonly keeps?: string
}

export const personTablesOf = (tables: AppTableDeclarations): readonly PersonTable[] =>
  Object.entries(tables).flatMap(([table, declared]) =>
    personColumnsOf(declared).map(([by, erasure]) => {
      const shown = Object.entries(declared.columns).flatMap(([name, { secret }]) =>
        secret || name === by ? [] : [name],
      )
      if (erasure === 'clears') throw new Error(`an erasure deletes rows of ${table}, or retains them for a reason`)
      return { table, by, shown, ...(erasure === 'deletes' ? {} : { keeps: erasure.keeps }) }
    }),
  )
