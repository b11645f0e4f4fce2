import type { Database } from './database.ts'
import type { HeldTable } from './held-tables.ts'

/** Takes away what the tables that are not projected hold about people. */
export interface Forgetting {
  forget(userId: number): Promise<void>
  /** The same of all who are erased: what a request that was on its way, or a backup, has brought back. */
  forgetErased(): Promise<void>
}

/**
 * One statement over all tables. First answers that are kept for others and name the person in an id are forgotten as well, but not that
 * their keys were used: a repeat runs again with the ids it had, finds its events, and reads its answer as it is by then.
 */
export function createForgetting({ pool }: Pick<Database, 'pool'>, tables: readonly HeldTable[]): Forgetting {
  const named = tables.flatMap(({ table, spared }) => (spared === undefined ? [table] : []))
  const own = named.map((table, index) => `gone_${index} as (delete from ${table} where user_id = $1)`)
  const statement = `with ${own.join(', ')}
    update app.idempotency_keys set status = null, node = null, body = null where user_id <> $1 and body::text ~ $2`
  return {
    async forget(userId) {
      await pool.query(statement, [userId, `"([A-Za-z]*I|i)d":${userId}[,}]`])
    },
    async forgetErased() {
      for (const table of named)
        await pool.query(`delete from ${table} t using app.erased_people e where t.user_id = e.user_id`)
    },
  }
}
