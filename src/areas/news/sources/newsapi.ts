import * as z from 'zod/mini'
import { BrokenNews, type ForeignArticle } from './source.ts'

/** NewsAPI request for Premier League articles. */
export const NEWSAPI_ADDRESS =
  'https://newsapi.org/v2/everything?q=%22Premier%20League%22&language=en&sortBy=publishedAt&pageSize=50'

const text = z.optional(z.nullable(z.string()))
const Answer = z.object({
  articles: z.array(
    z.object({
      source: z.optional(z.nullable(z.object({ name: text }))),
      ...{ title: text, description: text, url: text, urlToImage: text, publishedAt: text },
    }),
  ),
})

/** Parses a NewsAPI response. Throws `BrokenNews` on anything else. */
export function readNewsApi(body: string): readonly ForeignArticle[] {
  const parsed = Answer.safeParse(jsonOf(body))
  if (!parsed.success) throw new BrokenNews('NewsAPI sends no articles')
  return parsed.data.articles.map(({ title, description, url, urlToImage, publishedAt, source }) => ({
    title: title ?? undefined,
    description: description ?? undefined,
    url: url ?? undefined,
    picture: urlToImage ?? undefined,
    at: publishedAt ?? undefined,
    from: source?.name ?? undefined,
  }))
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
