import type { Author } from '../contracts/sharing.ts'

/** A user id with the name that goes with it now. */
export interface NamedRow {
  readonly user_id: number
  readonly username: string | null
}

/** Somebody as others see them; null: nobody's name stands here any more. */
export const authorOf = ({ user_id: id, username }: NamedRow): Author | null =>
  username === null ? null : { id, username, displayName: username, profileImage: null }
