import { createBatchLoader } from '../kernel/batch-loader.ts'
import { PREPARED } from '../kernel/prepared.ts'
import { DAY, type Quota, type QuotaUse } from '../kernel/quota.ts'
import type { Database } from './database.ts'

/** Most uses per statement, and most statements in flight. */
const [MOST_USES, STATEMENTS] = [200, 2]

/** Arguments of one call of `app.take_allowance`, by parameter name. */
interface Use {
  readonly who: number
  readonly what: string
  readonly amount: number
  readonly at: string
  readonly most: readonly number[]
  readonly lengths: readonly number[]
}

export type Quotas = ReturnType<typeof createQuotas>

/** Counts uses across all nodes, in `app.allowances`. `times` multiplies all limits, for tests with many calls. */
export function createQuotas({ pool }: Pick<Database, 'pool'>, times = 1) {
  const rowOf = (name: string, of: number | undefined): string => (of === undefined ? name : `${name}:${of}`)
  /** Concurrent uses share one statement; seconds to wait, in the order of the uses. */
  const consumeOne = createBatchLoader<Use, number>({
    max: MOST_USES,
    concurrency: STATEMENTS,
    async fetch(uses) {
      // All nodes lock rows in the same order, which prevents deadlocks.
      const ordered = [...uses.entries()].sort(([, a], [, b]) => a.who - b.who || compareText(a.what, b.what))
      const { rows } = await pool.query<{ wait: number }>(
        `${PREPARED} select app.take_allowance(t.who, t.what, t.amount, t.at, t.most, t.lengths) as wait
         from json_to_recordset($1::json) as t (who bigint, what text, amount int, at timestamptz, most int[], lengths int[])`,
        [JSON.stringify(ordered.map(([, use]) => use))],
      )
      const waits: number[] = []
      for (const [nth, [index]] of ordered.entries()) waits[index] = rows[nth]!.wait
      return waits
    },
  })
  return {
    /** Consumes the whole amount and returns 0, or consumes nothing and returns the seconds to wait. */
    consume({ userId, quota, amount = 1, of, at }: QuotaUse): Promise<number> {
      const [most, lengths] = windowsOf(quota, times)
      return consumeOne({ who: userId, what: rowOf(quota.name, of), amount, at, most, lengths })
    },
    /** Refunds the use of a call that changed nothing; `at` is the time of consumption. */
    async refund({ userId, quota, amount = 1, of, at }: QuotaUse): Promise<void> {
      const [, lengths] = windowsOf(quota)
      await pool.query('select app.give_back_allowance($1, $2, $3, $4, $5)', [
        userId,
        rowOf(quota.name, of),
        amount,
        at,
        lengths,
      ])
    },
    /** Deletes expired counts. */
    async sweep(at: string): Promise<void> {
      await pool.query('delete from app.allowances where last_at < $1', [
        new Date(Date.parse(at) - DAY * 1_000).toISOString(),
      ])
    },
  }
}

/** Limits and window lengths as parameters of the database functions. */
export function windowsOf({ rates }: Quota, times = 1): [most: number[], lengths: number[]] {
  return [rates.map(({ most }) => most * times), rates.map(({ seconds }) => seconds)]
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
