import type { Article } from '../../contracts/news.ts'
import { fetchText } from '../../kernel/outbound.ts'
import { readFeed } from './feed.ts'
import { textOf } from './markup.ts'
import { NEWSAPI_ADDRESS, readNewsApi } from './newsapi.ts'
import { articlesOf, BrokenNews, type NewsSource } from './source.ts'

/** A source outside of the game. */
export type ForeignSource = Exclude<NewsSource, { kind: 'club-news' }>

/** What a source is called in the store: its address, which holds no key. */
export const addressOf = (source: ForeignSource): string => (source.kind === 'feed' ? source.url : NEWSAPI_ADDRESS)

/** Asks a source. Throws `OutboundFailure` where it does not answer as it should, `BrokenNews` where it sends no news. */
export async function readNews(source: ForeignSource, now: string): Promise<Article[]> {
  const address = addressOf(source)
  const from = new URL(address).hostname
  if (source.kind === 'newsapi') {
    const body = await fetchText(address, { headers: { 'x-api-key': source.key } })
    return articlesOf(readNewsApi(body), { from: 'NewsAPI', now, textOf })
  }
  const body = await fetchText(address, { headers: { accept: 'application/rss+xml, application/atom+xml, */*;q=0.5' } })
  const { title, articles } = readFeed(body)
  const taken = articlesOf(articles, {
    from:
      textOf(title ?? '')
        .trim()
        .slice(0, 80) || from,
    now,
    textOf,
  })
  if (taken.length === 0 && articles.length > 0)
    throw new BrokenNews('the source sends no article with a title and an https link')
  return taken
}
