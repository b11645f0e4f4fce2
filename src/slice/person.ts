import { type RawBuilder, sql } from 'kysely'
import type { Author } from '../areas/sharing/contract.ts'
import type { Person } from '../contracts/common.ts'
import { DELETED_USER } from '../contracts/names.ts'

/** Columns of `read.people` for a person in an answer; all null after the deletion of the account. */
export interface PersonRow {
  readonly username: string | null
  readonly display_name: string | null
  readonly profile_image: string | null
}

const COLUMNS = ['username', 'display_name', 'profile_image'] as const satisfies readonly (keyof PersonRow)[]

/** These columns of `read.people` under an alias. */
export const personColumns = (alias: string): RawBuilder<unknown> =>
  sql.join(COLUMNS.map((column) => sql.ref(`${alias}.${column}`)))

/** The same as one JSON column, for rows with two people. */
export const personJson = (alias: string): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(COLUMNS.flatMap((column) => [sql.lit(column), sql.ref(`${alias}.${column}`)]))})`

/** The person for an answer. */
export const personOf = ({ username, display_name, profile_image }: PersonRow): Person => ({
  username: username ?? DELETED_USER,
  displayName: display_name ?? username ?? DELETED_USER,
  profileImage: profile_image,
})

/** A person of whom only the username is known. */
export const personNamed = (username: string | null): Person =>
  personOf({ username, display_name: null, profile_image: null })

/** A user id with the present names and picture. */
export interface NamedRow extends PersonRow {
  readonly user_id: number
}

/** The author of a text or share; null after the deletion of the account. */
export const authorOf = (row: NamedRow): Author | null =>
  row.username === null ? null : { id: row.user_id, ...personOf(row) }
