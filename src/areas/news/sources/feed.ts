import { type Atom, parseFeed, type Rdf, type Rss } from 'feedsmith'
import { BrokenNews, type ForeignArticle, MOST_ARTICLES } from './source.ts'

type Partly<T> = T extends (infer Item)[]
  ? Partly<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Partly<T[Key]> }
    : T

/** Parses title and articles of RSS, Atom or RDF. Throws `BrokenNews` on anything else. */
export function readFeed(text: string): { title: string | undefined; articles: readonly ForeignArticle[] } {
  const parsed = parsedOf(text)
  switch (parsed.format) {
    case 'rss':
      return { title: parsed.feed.title, articles: (parsed.feed.items ?? []).map(ofRss) }
    case 'rdf':
      return { title: parsed.feed.title, articles: (parsed.feed.items ?? []).map(ofRdf) }
    case 'atom':
      return { title: parsed.feed.title?.value, articles: (parsed.feed.entries ?? []).map(ofAtom) }
    default:
      throw new BrokenNews('the source sends neither RSS nor Atom')
  }
}

function parsedOf(text: string) {
  try {
    return parseFeed(text, { maxItems: MOST_ARTICLES })
  } catch {
    throw new BrokenNews('the source sends neither RSS nor Atom')
  }
}

const ofRss = ({
  title,
  description,
  link,
  pubDate,
  enclosures,
  media,
  dc,
}: Partly<Rss.Item<string>>): ForeignArticle => ({
  title,
  description,
  url: link,
  at: pubDate ?? dc?.dates?.[0],
  picture: pictureOf(media) ?? enclosures?.find(({ type }) => type?.startsWith('image/'))?.url,
})

const ofRdf = ({ title, description, link, dc }: Partly<Rdf.Item<string>>): ForeignArticle => ({
  ...{ title, description, url: link },
  at: dc?.dates?.[0],
})

const ofAtom = ({
  title,
  summary,
  content,
  links,
  published,
  updated,
  media,
}: Partly<Atom.Entry<string>>): ForeignArticle => ({
  title: title?.value,
  description: summary?.value ?? content?.value,
  url: links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href,
  at: published ?? updated,
  picture: pictureOf(media) ?? links?.find(({ rel, type }) => rel === 'enclosure' && type?.startsWith('image/'))?.href,
})

interface Media {
  thumbnails?: { url?: string }[]
  contents?: { url?: string; medium?: string; type?: string }[]
}

const pictureOf = (media: Media | undefined): string | undefined =>
  media?.thumbnails?.[0]?.url ??
  media?.contents?.find(({ medium, type }) => medium === 'image' || type?.startsWith('image/'))?.url
