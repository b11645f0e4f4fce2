import { randomUUID } from 'node:crypto'
import type { AppTables } from '../database/app-tables.ts'
import type { Database } from '../database/database.ts'
import type { PersonalData } from '../event-log/personal-data.ts'

/** Bytes of a drawn password: 96 bits, 16 letters. */
const BYTES = 12

/**
 * The drawn password of the first administrator. It stands nowhere: a random seed in the database and the key of the store give
 * it together, and it is gone with the seed.
 */
interface FirstPassword {
  /** The same until it is forgotten, however often a start is broken off; drawn where there is none. */
  draw(): Promise<string>
  /** Whose it became. */
  belongsTo(userId: number): Promise<void>
  /** Whose it is and what it is; null where nobody has one any more. */
  find(): Promise<{ readonly userId: number; readonly password: string } | null>
}

export function createFirstPassword({
  database: { pool },
  personal,
}: {
  readonly database: Pick<Database, 'pool'>
  readonly personal: Pick<PersonalData, 'hmac'>
}): FirstPassword {
  const passwordOf = (seed: string): string =>
    Buffer.from(personal.hmac('first-password', seed), 'hex').subarray(0, BYTES).toString('base64url')

  return {
    async draw() {
      await pool.query('insert into app.first_administrator (seed) values ($1) on conflict do nothing', [randomUUID()])
      const { rows } = await pool.query<Pick<AppTables['app.first_administrator'], 'seed'>>(
        'select seed from app.first_administrator',
      )
      return passwordOf(rows[0]!.seed)
    },
    async belongsTo(userId) {
      await pool.query('update app.first_administrator set user_id = $1', [userId])
    },
    async find() {
      const { rows } = await pool.query<{ userId: number; seed: string }>(
        'select user_id as "userId", seed from app.first_administrator where user_id is not null',
      )
      return rows[0] ? { userId: rows[0].userId, password: passwordOf(rows[0].seed) } : null
    },
  }
}
