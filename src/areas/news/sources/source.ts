import { httpsOf } from '../../../kernel/outbound.ts'
import { onOneLine } from '../../../slice/words.ts'
import type { Article } from '../contract.ts'

/** The configured source of news. */
export type NewsSource =
  | { readonly kind: 'club-news' }
  | { readonly kind: 'feed'; readonly url: string }
  | { readonly kind: 'newsapi'; readonly key: string }

/** The response of a source is not news; the message is for operators. */
export class BrokenNews extends Error {
  override readonly name = 'BrokenNews'
}

/** An unvalidated article of a source: fields may be missing, too long or hostile. */
export interface ForeignArticle {
  readonly title?: string | undefined
  /** Markup. */
  readonly description?: string | undefined
  readonly picture?: string | undefined
  readonly url?: string | undefined
  readonly at?: string | undefined
  readonly from?: string | undefined
}

/** Most articles stored per source. */
export const MOST_ARTICLES = 50

export interface Reading {
  /** Source name for articles without one. */
  readonly from: string
  /** ISO 8601; later times of articles are replaced by it. */
  readonly now: string
  readonly textOf: (markup: string) => string
}

/**
 * Sanitised articles: text without markup, https links, valid times, unique links, newest first. Drops articles without
 * a title or a link (docs/threats.md T51).
 */
export function articlesOf(received: readonly ForeignArticle[], { from, now, textOf }: Reading): Article[] {
  const articles = new Map<string, Article>()
  for (const { title, description, picture, url, at, ...rest } of received.slice(0, MOST_ARTICLES)) {
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

/** One line of at most `most` characters, cut at a word. */
export function short(text: string, most: number): string {
  const line = onOneLine(text)
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  // The cut may halve an emoji.
  return `${onOneLine(cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)))}…`
}

function timeOf(text: string | undefined, now: string): string {
  const time = Date.parse(text ?? '')
  return Number.isFinite(time) && time > 0 && time < Date.parse(now) ? new Date(time).toISOString() : now
}
