import { authorOf, type NamedRow } from '../../slice/person.ts'
import { type ReadDb, type ReadModels, wide } from '../../slice/read-models.ts'
import type { ShareComment } from './contract.ts'
import type { FoundShare } from './queries.ts'

/** The reader of comments, for `mayDelete`. */
interface CommentReader {
  readonly id: number
  readonly isAdmin: boolean
}

interface CommentRow extends NamedRow, Readonly<Omit<ReadModels['read.share_comments'], 'user_id' | 'day'>> {
  readonly owner_id: number
}

const comments = (db: ReadDb) =>
  db
    .selectFrom('read.share_comments as c')
    .innerJoin('read.shares as s', 's.id', 'c.share_id')
    .leftJoin('read.people as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.share_id', 'c.user_id', 'c.content', 'c.created_at', 's.user_id as owner_id'])
    .select(['u.username', 'u.display_name', 'u.profile_image'])

/** Returns the latest comments on a share, or those before the comment `before` (an id); oldest first. */
export async function commentsOf(
  db: ReadDb,
  shareId: number,
  reader: CommentReader | null,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<ShareComment[]> {
  const rows = await comments(db)
    .where('c.share_id', '=', shareId)
    .$if(before !== undefined, (all) => all.where('c.id', '<', wide(before!)))
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse().map((row) => commentOf(row, reader))
}

/** Returns one comment as shown to the reader; null: unknown or deleted. */
export async function commentById(db: ReadDb, id: number, reader: CommentReader): Promise<ShareComment | null> {
  const row = await comments(db).where('c.id', '=', wide(id)).executeTakeFirst()
  return row ? commentOf(row, reader) : null
}

function commentOf(row: CommentRow, reader: CommentReader | null): ShareComment {
  const mayDelete = reader !== null && (reader.isAdmin || reader.id === row.user_id || reader.id === row.owner_id)
  return {
    id: row.id,
    sharedPredictionId: row.share_id,
    content: row.content,
    createdAt: row.created_at,
    likes: 0,
    user: authorOf(row),
    mayDelete,
  }
}

/** A comment with its share. */
export interface FoundComment {
  readonly id: number
  readonly userId: number
  readonly share: FoundShare
}

/** Returns a comment by id, without an access check; null: unknown or deleted. */
export async function commentAt(db: ReadDb, id: number): Promise<FoundComment | null> {
  const row = await db
    .selectFrom('read.share_comments as c')
    .innerJoin('read.shares as s', 's.id', 'c.share_id')
    .select(['c.id', 'c.user_id', 's.id as share_id', 's.user_id as owner_id', 's.is_public'])
    .where('c.id', '=', wide(id))
    .executeTakeFirst()
  if (!row) return null
  return { id: row.id, userId: row.user_id, share: { id: row.share_id, userId: row.owner_id, isPublic: row.is_public } }
}
