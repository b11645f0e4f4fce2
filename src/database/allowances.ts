import { type Allowance, type Allowances, DAY } from '../kernel/allowance.ts'
import type { Database } from './database.ts'

/** The counts in `app.allowances`. `times`: so many times as much is allowed, for tests that do much in no time. */
export function createAllowances({ pool }: Pick<Database, 'pool'>, times = 1): Allowances {
  const rowOf = (name: string, of: number | undefined): string => (of === undefined ? name : `${name}:${of}`)
  return {
    async take({ userId, allowance, amount = 1, of, at }) {
      const { rows } = await pool.query<{ wait: number }>('select app.take_allowance($1, $2, $3, $4, $5, $6) as wait', [
        userId,
        rowOf(allowance.name, of),
        amount,
        at,
        ...windowsOf(allowance, times),
      ])
      return rows[0]!.wait
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
