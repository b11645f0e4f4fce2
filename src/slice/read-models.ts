import { type Kysely, type RawBuilder, sql } from 'kysely'

/** What the columns of PostgreSQL are in TypeScript. A form of jsonb is its area's own to say. */
interface Types {
  text: string
  uuid: string
  'timestamp with time zone': string
  smallint: number
  integer: number
  bigint: number
  'double precision': number
  boolean: boolean
  'integer[]': number[]
  bytea: Buffer
  jsonb: object
}

type ColumnType = keyof Types | `${keyof Types} | null`

/** The columns of views, by the name of the view: their types in PostgreSQL, `… | null` where they may be null. */
export type DeclaredRows = Readonly<Record<`read.${string}`, Readonly<Record<string, ColumnType>>>>

declare const words: unique symbol

/** The type of a column that holds these words and no others. */
type Words<Type, T> = Type & { readonly [words]: T }

export const text = <T extends string>(): Words<'text', T> => 'text' as Words<'text', T>
export const textOrNull = <T extends string>(): Words<'text | null', T | null> =>
  'text | null' as Words<'text | null', T | null>

type ValueOf<Type> = Type extends { readonly [words]: infer T }
  ? T
  : Type extends keyof Types
    ? Types[Type]
    : Type extends `${infer Base extends keyof Types} | null`
      ? Types[Base] | null
      : never

/** The rows as queries read them. */
export type Rows<Declared> = {
  -readonly [View in keyof Declared]: { -readonly [Column in keyof Declared[View]]: ValueOf<Declared[View][Column]> }
}

/** Declares the rows of views. A test compares them with PostgreSQL; what they mean is in docs/read-models.md. */
export const rows = <const Declared extends DeclaredRows>(declared: Declared): Declared => declared

/** The rows of the views in `read`: each area declares its own in `src/<area>/read-model.ts` and adds them here by their type. */
// biome-ignore lint/suspicious/noEmptyInterface: areas fill it by declaration merging
export interface ReadModels {}

/** The database as queries know it: a name that no view has does not compile. */
export type ReadDb = Kysely<ReadModels>

/** An id that came from outside: one too large for its column finds no row, where PostgreSQL would refuse it as an integer. */
export const wide = (id: number): RawBuilder<number> => sql<number>`${id}::bigint`

/** To be equal to: any of these ids, however large. */
export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::bigint[])`
