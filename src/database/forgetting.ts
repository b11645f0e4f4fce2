import type { PersonTable } from './app-tables.ts'
import type { Database } from './database.ts'
import { inTransaction } from './transaction.ts'

/** The ids in a kept answer, of whatever kind: those of people are among them. */
const ID = '"(?:[A-Za-z]*I|i)d":'

/** All of them. */
export const idsIn = (answer: string): number[] =>
  Array.from(answer.matchAll(new RegExp(`${ID}(\\d+)[,}]`, 'g')), ([, id]) => Number(id))

export type Forgetting = ReturnType<typeof createForgetting>

/**
 * Deletes what the tables that are not projected hold about people. One statement over all tables, for somebody who is erased already, so that no answer that names them is kept any more
 * (`app.keep_answer`). First answers that are kept for others and name the person in an id are forgotten as well, but not that
 * their keys were used: a repeat runs again with the ids it had, finds its events, and reads its answer as it is by then.
 */
export function createForgetting({ pool }: Pick<Database, 'pool'>, tables: readonly PersonTable[]) {
  const erased = tables.filter(({ keeps }) => keeps === undefined)
  const own = erased.map(({ table, by }, index) => `gone_${index} as (delete from ${table} where ${by} = $1)`)
  const statement = `with ${own.join(', ')}
    update app.idempotency_keys set status = null, node = null, body = null where user_id <> $1 and body::text ~ $2`
  return {
    forget: (userId: number): Promise<void> =>
      inTransaction({ pool }, async (client) => {
        await client.query('lock table app.erased_people in exclusive mode')
        await client.query(statement, [userId, `${ID}${userId}[,}]`])
      }),
    /** The same of all who are erased: what a request that was on its way, or a backup, has brought back. */
    async forgetErased(): Promise<void> {
      for (const { table, by } of erased)
        await pool.query(`delete from ${table} t using app.erased_people e where t.${by} = e.user_id`)
    },
  }
}
