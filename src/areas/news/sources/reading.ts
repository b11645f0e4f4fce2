import type { Article } from '../contract.ts'
import { readFeed } from './feed.ts'
import { textOf } from './markup.ts'
import { readNewsApi } from './newsapi.ts'
import { articlesOf, BrokenNews, short } from './source.ts'

/** A response of a source. */
export interface SourceDocument {
  readonly kind: 'feed' | 'newsapi'
  readonly body: string
  /** Host name of the source. */
  readonly host: string
  /** ISO 8601. */
  readonly now: string
}

/** Parses a response. Throws `BrokenNews` if it is not news. */
export function readDocument({ kind, body, host, now }: SourceDocument): Article[] {
  if (kind === 'newsapi') return articlesOf(readNewsApi(body), { from: 'NewsAPI', now, textOf })
  const { title, articles } = readFeed(body)
  const from = short(textOf(title ?? ''), 80) || host
  const accepted = articlesOf(articles, { from, now, textOf })
  if (accepted.length === 0 && articles.length > 0)
    throw new BrokenNews('the source sends no article with a title and an https link')
  return accepted
}
