import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** Set while a server of this process handles a request, or while `work` runs, and in everything that either causes. */
const cause = new AsyncLocalStorage<'requests' | 'work'>()
const onRequest = (): void => cause.enterWith('requests')
const REQUEST = 'http.server.request.start'

/**
 * SQL texts that this process sends to PostgreSQL while `work` runs, including `begin` and `commit`. `of` selects all
 * of them, those of handling requests, or those of `work` itself: an idle node also polls for events and its lead.
 */
export async function statementsOf(
  work: () => Promise<unknown>,
  of: 'everything' | 'requests' | 'work' = 'everything',
): Promise<readonly string[]> {
  const texts: string[] = []
  const original = pg.Client.prototype.query as Query
  const counting: Query = function (...args) {
    const [query] = args
    if (of === 'everything' || cause.getStore() === of)
      texts.push(typeof query === 'string' ? query : ((query as { text?: string }).text ?? ''))
    return original.apply(this, args)
  }
  pg.Client.prototype.query = counting as typeof pg.Client.prototype.query
  subscribe(REQUEST, onRequest)
  try {
    await cause.run('work', work)
  } finally {
    unsubscribe(REQUEST, onRequest)
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query
  }
  return texts
}
