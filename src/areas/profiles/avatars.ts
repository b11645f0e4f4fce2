import type { AppTables } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import { createBatchLoader } from '../../kernel/batch-loader.ts'
import { HOUR } from '../../kernel/quota.ts'

/** Maximum number of pictures per statement, and of concurrent statements. A board page requests a hundred pictures. */
const [MOST_READ, READERS] = [50, 2]

/** Stores profile pictures in PostgreSQL, so that all nodes serve the same ones and a deletion applies to all of them. */
export function createAvatars({ pool }: Pick<Database, 'pool'>) {
  const readOne = createBatchLoader<string, Buffer | null>({
    max: MOST_READ,
    concurrency: READERS,
    keyOf: (name) => name,
    async fetch(names) {
      const { rows } = await pool.query<Pick<AppTables['app.avatars'], 'name' | 'picture'>>(
        'select name, picture from app.avatars where name = any($1::text[])',
        [names],
      )
      const found = new Map(rows.map(({ name, picture }) => [name, picture]))
      return names.map((name) => found.get(name) ?? null)
    },
  })

  return {
    /** Returns false if the account is deleted. */
    async store(userId: number, name: string, picture: Buffer, at: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        `insert into app.avatars (name, user_id, picture, stored_at)
         select $1, user_id, $3, $4 from app.credentials where user_id = $2 for key share`,
        [name, userId, picture, at],
      )
      return rowCount === 1
    },
    /**
     * Deletes replaced or removed pictures, and pictures of failed commands that are at least an hour old. `keep`: the person's current
     * picture.
     */
    async delete(userId: number, names: readonly string[], keep: string | null, at: string): Promise<void> {
      const abandonedBefore = new Date(Date.parse(at) - HOUR * 1_000).toISOString()
      await pool.query(
        `delete from app.avatars where user_id = $1 and name is distinct from $3 and (name = any($2::text[]) or stored_at < $4)`,
        [userId, names, keep, abandonedBefore],
      )
    },
    /** Returns the picture's bytes; null: unknown name. */
    read: readOne,
  }
}

export type Avatars = ReturnType<typeof createAvatars>
