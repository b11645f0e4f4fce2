import { type Columns, personColumnsOf, type RowOf, type TableDeclaration } from '../slice/table.ts'

/** A table that is not projected. `src/database/schema.ts` creates it, and columns and indexes that a store lacks. */
export interface AppTable<C extends Columns = Columns> extends Omit<TableDeclaration<C>, 'hidden' | 'readIndexes'> {
  /** Unique indexes beside the primary key: name to definition after the table's name. */
  readonly uniqueIndexes?: Readonly<Record<string, string>>
  /** A crash of the server empties it, and a commit does not wait for the disk. */
  readonly isUnlogged?: true
  /** Statements that follow its creation: first rows, storage of columns. */
  readonly afterCreate?: string
}

/** Tables by their names with schema. A table follows those that it references. */
export type AppTableDeclarations = Readonly<Record<`${'app' | 'engine' | 'log'}.${string}`, AppTable>>

/** Declares a table that is not projected. */
export const appTable = <C extends Columns>(
  declared: AppTable<C> & { readonly key: readonly (keyof C & string)[] },
): AppTable<C> => declared

export type RowsOfTables<T extends Readonly<Record<string, AppTable>>> = {
  [Name in keyof T]: RowOf<T[Name]['columns']>
}

/** The rows of the tables in `app`: each `app-tables.ts` adds its own by their type. */
// biome-ignore lint/suspicious/noEmptyInterface: areas fill it by declaration merging
export interface AppTables {}

/** A table with rows about people: which column identifies them, what their copy contains, what an erasure does. */
export interface PersonTable {
  readonly table: string
  readonly by: string
  /** Columns in the copy of their person; the others are secrets, fingerprints and internal numbers. */
  readonly shown: readonly string[]
  /** Reason why an erasure keeps the rows. */
  readonly keeps?: string
}

export const personTablesOf = (tables: AppTableDeclarations): readonly PersonTable[] =>
  Object.entries(tables).flatMap(([table, declared]) =>
    personColumnsOf(declared).map(([by, erasure]) => {
      const shown = Object.entries(declared.columns).flatMap(([name, { secret }]) =>
        secret || name === by ? [] : [name],
      )
      if (erasure === 'clears') throw new Error(`rows of ${table} are deleted with their person, or kept for a reason`)
      return { table, by, shown, ...(erasure === 'deletes' ? {} : { keeps: erasure.keeps }) }
    }),
  )
