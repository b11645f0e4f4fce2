import pg from 'pg'
import { PREPARED } from '../kernel/prepared.ts'
import type { OwnViews } from './own-views.ts'

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

/** Options of a connection that resolves the views of queries. */
export interface PlanningOptions extends pg.ClientConfig {
  readonly views?: OwnViews
}

/** A connection that sends marked statements (`prepared`) as prepared statements, and queries the views of the process's version. */
export class PlanningClient extends pg.Client {
  readonly #views: OwnViews | undefined

  constructor(options?: string | PlanningOptions) {
    super(options)
    this.#views = typeof options === 'object' ? options.views : undefined
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver has several signatures, which are passed on
  override query(...args: any[]): any {
    const [text, values, callback] = args
    if (typeof text !== 'string') {
      if (typeof text?.text === 'string' && this.#views) text.text = this.#views.resolve(text.text)
      return Reflect.apply(super.query, this, args)
    }
    if (!text.startsWith(PREPARED)) {
      args[0] = this.#views?.resolve(text) ?? text
      return Reflect.apply(super.query, this, args)
    }
    const resolved = this.#views?.resolvePrepared(text) ?? text
    if (callback) return super.query(queryOf(resolved, values, callback))
    return new Promise((resolve, reject) => {
      super.query(queryOf(resolved, values, (error, result) => (error ? reject(error) : resolve(result))))
    })
  }
}
