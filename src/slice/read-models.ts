import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Rows of the views in `read`. The `tables.ts` of each area adds its views. */
// biome-ignore lint/suspicious/noEmptyInterface: areas fill it by declaration merging
export interface ReadModels {}

/** The database for queries: only declared views compile. */
export type ReadDb = Kysely<ReadModels>

/** An id from a client as bigint: an id too large for an integer column then finds no row instead of raising an error. */
export const wide = (id: number): RawBuilder<number> => sql<number>`${id}::bigint`

/** Right side of an equality with any of these ids, of any size. */
export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::bigint[])`
