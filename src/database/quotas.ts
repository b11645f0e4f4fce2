import { createBatchLoader } from '../kernel/batch-loader.ts'
import { PREPARED } from '../kernel/prepared.ts'
import { DAY, type Quota, type QuotaUse } from '../kernel/quota.ts'
import type { Database } from './database.ts'

/** Uses counted by one statement, and such statements at once. */
const [MOST_USES, STATEMENTS] = [200, 2]

/** One call of `app.take_allowance`, its fields by the names of the function's parameters. */
interface Use {
  readonly who: number
  readonly what: string
  readonly amount: number
  readonly at: string
  readonly most: readonly number[]
  readonly lengths: readonly number[]
}

export type Quotas = ReturnType<typeof createQuotas>

/** Counts uses over all nodes, in `app.allowances`. `times`: so many times as much is allowed, for tests that do much in no time. */
export function createQuotas({ pool }: Pick<Database, 'pool'>, times = 1) {
  const rowOf = (name: string, of: number | undefined): string => (of === undefined ? name : `${name}:${of}`)
  /** Concurrent uses are one statement: seconds to wait, in their order. */
  const consumeOne = createBatchLoader<Use, number>({
    max: MOST_USES,
    concurrency: STATEMENTS,
    async fetch(uses) {
      // Rows are locked in one order by all nodes, so that no two such statements wait for each other.
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
    /** Consumes all of it, or nothing: 0, or the seconds after which there is room. */
    consume({ userId, quota, amount = 1, of, at }: QuotaUse): Promise<number> {
      const [most, lengths] = windowsOf(quota, times)
      return consumeOne({ who: userId, what: rowOf(quota.name, of), amount, at, most, lengths })
    },
    /** Reverts the use of a call that changed nothing, as it was consumed. */
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

/** As the functions of the database take them. */
export function windowsOf({ rates }: Quota, times = 1): [most: number[], lengths: number[]] {
  return [rates.map(({ most }) => most * times), rates.map(({ seconds }) => seconds)]
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
