import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AppTables } from '../../database/app-tables.ts'
import type { ReadDb } from '../../slice/read-models.ts'

export interface Challenge {
  readonly nonce: string
  /** ISO 8601. */
  readonly issuedAt: string
}

/** Challenges are in PostgreSQL, so that one is used once on whatever node it is answered (docs/threats.md T54). */
export function createChallenges({ db }: { readonly db: ReadDb }) {
  const tables = db.$extendTables<Pick<AppTables, 'app.wallet_challenges' | 'app.credentials'>>()
  return {
    /** A new one, in the place of the player's last. */
    async give(userId: number, at: string): Promise<Challenge> {
      const nonce = randomBytes(16).toString('hex')
      await tables
        .insertInto('app.wallet_challenges')
        .columns(['user_id', 'nonce', 'issued_at'])
        // Of an account that ends at this moment nothing is kept.
        .expression((from) =>
          from
            .selectFrom('app.credentials')
            .select([
              'user_id',
              sql<string>`${nonce}::text`.as('nonce'),
              sql<string>`${at}::timestamptz`.as('issued_at'),
            ])
            .where('user_id', '=', userId),
        )
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ nonce, issued_at: at }))
        .execute()
      return { nonce, issuedAt: at }
    },

    /** The player's last, which nobody has any more after that; null where there is none. */
    async take(userId: number): Promise<Challenge | null> {
      const row = await tables
        .deleteFrom('app.wallet_challenges')
        .where('user_id', '=', userId)
        .returning(['nonce', 'issued_at'])
        .executeTakeFirst()
      return row ? { nonce: row.nonce, issuedAt: row.issued_at } : null
    },
  }
}

export type Challenges = ReturnType<typeof createChallenges>
