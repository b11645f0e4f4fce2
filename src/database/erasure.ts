import type { PersonTable } from './app-tables.ts'
import type { Database } from './database.ts'
import { inTransaction } from './transaction.ts'

/** Pattern of id fields of any kind in a stored answer; user ids are among them. */
const ID = '"(?:[A-Za-z]*I|i)d":'

/** All ids in an answer. */
export const idsIn = (answer: string): number[] =>
  Array.from(answer.matchAll(new RegExp(`${ID}(\\d+)[,}]`, 'g')), ([, id]) => Number(id))

export type Erasure = ReturnType<typeof createErasure>

/**
 * Deletes personal data from tables that are not projected. `forget` runs over all tables for a person who is already
 * erased, so that `app.keep_answer` stores no further answers with their id. It also clears stored answers of other users with that
 * id. Their keys stay used: a repeat runs with the same ids, finds its events, and reads a current answer.
 */
export function createErasure({ pool }: Pick<Database, 'pool'>, tables: readonly PersonTable[]) {
  const erased = tables.filter(({ keeps }) => keeps === undefined)
  const deletions = erased.map(({ table, by }, index) => `gone_${index} as (delete from ${table} where ${by} = $1)`)
  const statement = `with ${deletions.join(', ')}`
  const search = `update app.idempotency_keys set status = null, node = null, body = null
    where user_id <> $1 and body::text like $2 and body::text ~ $3`
  return {
    async forget(userId: number): Promise<void> {
      // Waits for answers that are being stored. Later ones see the erasure, so the search holds up none (docs/threats.md T121).
      await inTransaction({ pool }, (client) => client.query('lock table app.erased_people in exclusive mode'))
      // Waits for rows that are being added with a lock on the account. Only the next statement sees them (docs/threats.md T101).
      await pool.query(`${statement} select`, [userId])
      // PostgreSQL evaluates conditions of equal cost in order, and LIKE is several times as fast as the pattern.
      await pool.query(`${statement} ${search}`, [userId, `%d":${userId}%`, `${ID}${userId}[,}]`])
    },
    /** Deletes rows of all erased people that a concurrent request or a restored backup has added. */
    async forgetErased(): Promise<void> {
      for (const { table, by } of erased)
        await pool.query(`delete from ${table} t using app.erased_people e where t.${by} = e.user_id`)
    },
  }
}
