import { type Allowance, type Allowances, DAY } from '../kernel/allowance.ts'
import { createMerged } from '../kernel/merged.ts'
import { PLANNED } from '../kernel/planned.ts'
import type { Database } from './database.ts'

/** Calls that take of their allowances in one statement, and such statements at once. */
const [MOST_TAKES, TAKERS] = [200, 2]

/** One call of `app.take_allowance`, its fields by the names of the function's parameters. */
interface Take {
  readonly who: number
  readonly what: string
  readonly amount: number
  readonly at: string
  readonly most: readonly number[]
  readonly lengths: readonly number[]
}

/** The counts in `app.allowances`. `times`: so many times as much is allowed, for tests that do much in no time. */
export function createAllowances({ pool }: Pick<Database, 'pool'>, times = 1): Allowances {
  const rowOf = (name: string, of: number | undefined): string => (of === undefined ? name : `${name}:${of}`)
  /** What calls take that come together is one statement: seconds to wait, in the order of the takes. */
  const takeOne = createMerged<Take, number>({
    max: MOST_TAKES,
    side: TAKERS,
    async fetch(takes) {
      // Rows are locked in one order by all nodes, so that no two such statements wait for each other.
      const ordered = [...takes.entries()].sort(([, a], [, b]) => a.who - b.who || compareText(a.what, b.what))
      const { rows } = await pool.query<{ wait: number }>(
        `${PLANNED} select app.take_allowance(t.who, t.what, t.amount, t.at, t.most, t.lengths) as wait
         from json_to_recordset($1::json) as t (who bigint, what text, amount int, at timestamptz, most int[], lengths int[])`,
        [JSON.stringify(ordered.map(([, take]) => take))],
      )
      const waits: number[] = []
      for (const [nth, [index]] of ordered.entries()) waits[index] = rows[nth]!.wait
      return waits
    },
  })
  return {
    take({ userId, allowance, amount = 1, of, at }) {
      const [most, lengths] = windowsOf(allowance, times)
      return takeOne({ who: userId, what: rowOf(allowance.name, of), amount, at, most, lengths })
    },
    async giveBack({ userId, allowance, amount = 1, of, at }) {
      const [, lengths] = windowsOf(allowance)
      await pool.query('select app.give_back_allowance($1, $2, $3, $4, $5)', [
        userId,
        rowOf(allowance.name, of),
        amount,
        at,
        lengths,
      ])
    },
    async sweep(at) {
      await pool.query('delete from app.allowances where last_at < $1', [
        new Date(Date.parse(at) - DAY * 1_000).toISOString(),
      ])
    },
  }
}

/** As the functions of the database take them. */
export function windowsOf({ rates }: Allowance, times = 1): [most: number[], lengths: number[]] {
  return [rates.map(({ most }) => most * times), rates.map(({ seconds }) => seconds)]
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
