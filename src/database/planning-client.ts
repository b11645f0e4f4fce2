import pg from 'pg'
import { PREPARED } from '../kernel/prepared.ts'

type Callback = (error: Error, result: pg.QueryResult) => void

/** By their texts: what has one name has one text. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `planned.${names.size + 1}`
  names.set(text, name)
  return name
}

/** A query as the driver makes it of a text, with a name: of an object it would make a copy first, which costs as much as the query. */
function queryOf(text: string, values: unknown[], callback: Callback): pg.Query {
  const query = new pg.Query(text, values)
  return Object.assign(query, { name: nameOf(text), callback })
}

/** A connection that keeps the plans of statements that ask for it (`planned`). */
export class PlanningClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver takes several forms of arguments, which are its own to tell apart
  override query(...args: any[]): any {
    const [text, values, callback] = args
    if (typeof text !== 'string' || !text.startsWith(PREPARED)) return Reflect.apply(super.query, this, args)
    if (callback) return super.query(queryOf(text, values, callback))
    return new Promise((resolve, reject) => {
      super.query(queryOf(text, values, (error, result) => (error ? reject(error) : resolve(result))))
    })
  }
}
