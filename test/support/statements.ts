import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** The texts of all statements that this process sends to PostgreSQL while `work` runs, transactions' `begin` and `commit` among them. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const texts: string[] = []
  const original = pg.Client.prototype.query as Query
  const counting: Query = function (...args) {
    const [query] = args
    texts.push(typeof query === 'string' ? query : ((query as { text?: string }).text ?? ''))
    return original.apply(this, args)
  }
  pg.Client.prototype.query = counting as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query
  }
  return texts
}
