import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Rows of the views in `read`. The `tables.ts` of each area adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: areas fill it by declaration merging
export interface ReadModels {}

/** The database as queries know it: a name that no view has does not compile. */
export type ReadDb = Kysely<ReadModels>

/** An id that came from outside: one too large for its column finds no row, where PostgreSQL would refuse it as an integer. */
export const wide = (id: number): RawBuilder<number> => sql<number>`${id}::bigint`

/** To be equal to: any of these ids, however large. */
export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::bigint[])`
