import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AppTables } from '../../database/app-tables.ts'
import type { ReadDb } from '../../slice/read-models.ts'

export interface Challenge {
  readonly nonce: string
  /** ISO 8601. */
  readonly issuedAt: string
}

/** Stores challenges in PostgreSQL, so that each can be used only once across all nodes (docs/threats.md T54). */
export function createChallenges({ db }: { readonly db: ReadDb }) {
  const tables = db.$extendTables<Pick<AppTables, 'app.wallet_challenges' | 'app.credentials'>>()
  return {
    /** Creates a challenge, which replaces the player's last one. */
    async create(userId: number, at: string): Promise<Challenge> {
      const nonce = randomBytes(16).toString('hex')
      await tables
        .insertInto('app.wallet_challenges')
        .columns(['user_id', 'nonce', 'issued_at'])
        // Stores nothing if the account is being deleted at the same time: the lock waits for the deletion.
        .expression((from) =>
          from
            .selectFrom('app.credentials')
            .select([
              'user_id',
              sql<string>`${nonce}::text`.as('nonce'),
              sql<string>`${at}::timestamptz`.as('issued_at'),
            ])
            .where('user_id', '=', userId)
            .forKeyShare(),
        )
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ nonce, issued_at: at }))
        .execute()
      return { nonce, issuedAt: at }
    },

    /** Deletes and returns the player's last challenge; null: none. */
    async consume(userId: number): Promise<Challenge | null> {
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
