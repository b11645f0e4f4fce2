import { httpsOf } from '../../../kernel/outbound.ts'
import { onOneLine } from '../../../slice/words.ts'
import type { Article } from '../contract.ts'

/** Where the news come from. */
export type NewsSource =
  | { readonly kind: 'club-news' }
  | { readonly kind: 'feed'; readonly url: string }
  | { readonly kind: 'newsapi'; readonly key: string }

/** The source answered with something that is no news; the message is for operators. */
export class BrokenNews extends Error {
  override readonly name = 'BrokenNews'
}

/** An article as a source gives it: any of it may be missing, too long or hostile. */
export interface ForeignArticle {
  readonly title?: string | undefined
  /** Markup. */
  readonly description?: string | undefined
  readonly picture?: string | undefined
  readonly url?: string | undefined
  readonly at?: string | undefined
  readonly from?: string | undefined
}

/** Most articles that are kept of a source. */
export const MOST_ARTICLES = 50

export interface Reading {
  /** What the source is called where an article does not say it. */
  readonly from: string
  /** ISO 8601; what claims to be later is dated so. */
  readonly now: string
  readonly textOf: (markup: string) => string
}

/**
 * What is safe to show of articles: text without markup, https links, times that there are, each link once, newest first. An article
 * without a title or a link is none (docs/threats.md T51).
 */
export function articlesOf(given: readonly ForeignArticle[], { from, now, textOf }: Reading): Article[] {
  const articles = new Map<string, Article>()
  for (const { title, description, picture, url, at, ...rest } of given.slice(0, MOST_ARTICLES)) {
    const [link, name] = [httpsOf(url), short(textOf(title ?? ''), 200)]
    if (link === null || name === '' || articles.has(link)) continue
    articles.set(link, {
      title: name,
      description: short(textOf(description ?? ''), 300) || null,
      urlToImage: httpsOf(picture),
      url: link,
      publishedAt: timeOf(at, now),
      source: { name: short(textOf(rest.from ?? ''), 80) || from },
    })
  }
  return [...articles.values()].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt))
}

/** At most so many characters on one line, cut at a word, and nothing that turns the direction of what follows. */
function short(text: string, most: number): string {
  const line = onOneLine(text)
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`
}

function timeOf(text: string | undefined, now: string): string {
  const time = Date.parse(text ?? '')
  return Number.isFinite(time) && time > 0 && time < Date.parse(now) ? new Date(time).toISOString() : now
}
