import { ChildFault, createChildPool } from '../../../kernel/child-pool.ts'
import { fetchText } from '../../../kernel/outbound.ts'
import type { Article } from '../contract.ts'
import { NEWSAPI_ADDRESS } from './newsapi.ts'
import type { SourceDocument } from './reading.ts'
import { BrokenNews, type NewsSource } from './source.ts'

/** A source outside the game. */
export type ForeignSource = Exclude<NewsSource, { kind: 'club-news' }>

const READ_MS = 10_000

/** Key of a source in the database: its address, which contains no secret. */
export const addressOf = (source: ForeignSource): string => (source.kind === 'feed' ? source.url : NEWSAPI_ADDRESS)

/** Requests a source. Throws `OutboundFailure` if the request fails, `BrokenNews` if the response is not news. */
export async function readNews(source: ForeignSource, now: string): Promise<Article[]> {
  const address = addressOf(source)
  const headers: Record<string, string> =
    source.kind === 'newsapi'
      ? { 'x-api-key': source.key }
      : { accept: 'application/rss+xml, application/atom+xml, */*;q=0.5' }
  const body = await fetchText(address, { headers })
  return readAside({ kind: source.kind, body, host: new URL(address).hostname, now })
}

const reader = createChildPool<SourceDocument, Article[]>(new URL('./reading.ts', import.meta.url), 'readDocument', {
  taskMs: READ_MS,
})

/**
 * Parses a document in a child process: 1 MB takes more than a second and would block the main thread (docs/threats.md
 * T51). Throws `BrokenNews` if it takes too long or too much memory, or is not news.
 */
export async function readAside(
  document: SourceDocument,
  pool: Pick<typeof reader, 'run'> = reader,
): Promise<Article[]> {
  try {
    return await pool.run(document)
  } catch (error) {
    if (!(error instanceof ChildFault)) throw new BrokenNews((error as Error).message)
    if (error.reason === 'timeout') throw new BrokenNews(`the document takes more than ${READ_MS / 1_000} s to parse`)
    if (error.reason === 'crash') throw new BrokenNews('the document takes too much memory to parse')
    throw error
  }
}
