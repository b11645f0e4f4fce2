import { type RawBuilder, sql } from 'kysely'
import type { Author } from '../areas/sharing/contract.ts'
import type { Person } from '../contracts/common.ts'
import { DELETED_USER } from '../contracts/names.ts'

/** What `read.people` says of somebody whom an answer names; all null once the account is gone. */
export interface PersonRow {
  readonly username: string | null
  readonly display_name: string | null
  readonly profile_image: string | null
}

const COLUMNS = ['username', 'display_name', 'profile_image'] as const satisfies readonly (keyof PersonRow)[]

/** These columns of `read.people` under an alias. */
export const personColumns = (alias: string): RawBuilder<unknown> =>
  sql.join(COLUMNS.map((column) => sql.ref(`${alias}.${column}`)))

/** The same as one JSON column, where a row names two. */
export const personJson = (alias: string): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(COLUMNS.flatMap((column) => [sql.lit(column), sql.ref(`${alias}.${column}`)]))})`

/** Somebody as answers name them. */
export const personOf = ({ username, display_name, profile_image }: PersonRow): Person => ({
  username: username ?? DELETED_USER,
  displayName: display_name ?? username ?? DELETED_USER,
  profileImage: profile_image,
})

/** Somebody of whom no more than the username is at hand. */
export const personNamed = (username: string | null): Person =>
  personOf({ username, display_name: null, profile_image: null })

/** A user id with what its person looks like now. */
export interface NamedRow extends PersonRow {
  readonly user_id: number
}

/** Who wrote or shared something; null: nobody's name stands there any more. */
export const authorOf = (row: NamedRow): Author | null =>
  row.username === null ? null : { id: row.user_id, ...personOf(row) }
