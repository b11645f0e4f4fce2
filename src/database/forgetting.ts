import type { Database } from './database.ts'
import type { HeldTable } from './held-tables.ts'

/** The ids in a kept answer, of whatever kind: those of people are among them. */
const ID = '"(?:[A-Za-z]*I|i)d":'

/** All of them. */
export const idsIn = (answer: string): number[] =>
  Array.from(answer.matchAll(new RegExp(`${ID}(\\d+)[,}]`, 'g')), ([, id]) => Number(id))

/** Takes away what the tables that are not projected hold about people. */
export interface Forgetting {
  forget(userId: number): Promise<void>
  /** The same of all who are erased: what a request that was on its way, or a backup, has brought back. */
  forgetErased(): Promise<void>
}

/**
 * One statement over all tables, for somebody who is erased already, so that no answer that names them is kept any more (migration
 * `049-erased-answers`). First answers that are kept for others and name the person in an id are forgotten as well, but not that
 * their keys were used: a repeat runs again with the ids it had, finds its events, and reads its answer as it is by then.
 */
export function createForgetting({ pool }: Pick<Database, 'pool'>, tables: readonly HeldTable[]): Forgetting {
  const named = tables.flatMap(({ table, spared }) => (spared === undefined ? [table] : []))
  const own = named.map((table, index) => `gone_${index} as (delete from ${table} where user_id = $1)`)
  const statement = `with ${own.join(', ')}
    update app.idempotency_keys set status = null, node = null, body = null where user_id <> $1 and body::text ~ $2`
  return {
    async forget(userId) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query("select pg_advisory_xact_lock(hashtextextended('app.idempotency_keys', 0))")
        await client.query(statement, [userId, `${ID}${userId}[,}]`])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => undefined)
        throw error
      } finally {
        client.release()
      }
    },
    async forgetErased() {
      for (const table of named)
        await pool.query(`delete from ${table} t using app.erased_people e where t.user_id = e.user_id`)
    },
  }
}
