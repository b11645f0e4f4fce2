import pg from 'pg'
import { PREPARED } from '../kernel/prepared.ts'

type Callback = (error: Error, result: pg.QueryResult) => void

/** Names of prepared statements by text. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `planned.${names.size + 1}`
  names.set(text, name)
  return name
}

/** A named query. Built directly, because the driver copies config objects, which costs as much as the query. */
function queryOf(text: string, values: unknown[], callback: Callback): pg.Query {
  const query = new pg.Query(text, values)
  return Object.assign(query, { name: nameOf(text), callback })
}

/** A connection that sends marked statements (`prepared`) as prepared statements. */
export class PlanningClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver has several signatures, which are passed on
  override query(...args: any[]): any {
    const [text, values, callback] = args
    if (typeof text !== 'string' || !text.startsWith(PREPARED)) return Reflect.apply(super.query, this, args)
    if (callback) return super.query(queryOf(text, values, callback))
    return new Promise((resolve, reject) => {
      super.query(queryOf(text, values, (error, result) => (error ? reject(error) : resolve(result))))
    })
  }
}
