import { describe, expect, test } from 'vitest'
import { readFeed } from './feed.ts'
import { textOf } from './markup.ts'
import { readNewsApi } from './newsapi.ts'
import { articlesOf, BrokenNews, type ForeignArticle } from './source.ts'

const NOW = '2026-11-22T12:00:00.000Z'
const articles = (given: readonly ForeignArticle[]) => articlesOf(given, { from: 'Example', now: NOW, textOf })
const good: ForeignArticle = {
  title: 'A headline',
  description: '<p>What <b>happened</b></p>',
  url: 'https://example.org/1',
  picture: 'https://example.org/1.jpg',
  at: 'Sun, 22 Nov 2026 11:00:00 GMT',
}

describe('articles of external sources (T51)', () => {
  test('are reduced to text, https links and times', () => {
    expect(articles([good])).toEqual([
      {
        title: 'A headline',
        description: 'What happened',
        urlToImage: 'https://example.org/1.jpg',
        url: 'https://example.org/1',
        publishedAt: '2026-11-22T11:00:00.000Z',
        source: { name: 'Example' },
      },
    ])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://example.org/1',
    '//example.org/1',
    '/news/x',
    'https://me:secret@example.org/',
    '',
    `https://example.org/${'x'.repeat(2_000)}`,
  ])('drops an article with the link %.40s', (url) => expect(articles([{ ...good, url }])).toEqual([]))

  test('pictures of other schemes are left out', () => {
    for (const picture of ['javascript:alert(1)', 'data:image/png;base64,AA', 'http://example.org/pixel.gif'])
      expect(articles([{ ...good, picture }])[0]!.urlToImage).toBeNull()
  })

  test('scripts, styles and pictures leave no text, and escaped markup stays text', () => {
    const title = 'Win<script>alert(1)</script> <style>*{}</style><img src=x onerror=alert(1)>for &lt;b&gt;us&lt;/b&gt;'
    expect(articles([{ ...good, title }])[0]!.title).toBe('Win for <b>us</b>')
  })

  test('text is on one line, without characters that change the text direction', () => {
    expect(articles([{ ...good, title: 'a\u202Eb\n\nc\u0000d' }])[0]!.title).toBe('a b c d')
  })

  test('half an emoji, sent or cut, is left out, as PostgreSQL would refuse all articles with it (R80)', () => {
    const emoji = `a${'😀'.repeat(2_500)}`
    const [sent, cut] = articles([
      { ...good, title: 'Win\ud83d', description: '\ude00', from: 'Ex\ud83d' },
      { ...good, url: 'https://example.org/2', title: emoji, description: emoji, from: emoji },
    ])
    expect([sent!.title, sent!.description, sent!.source.name]).toEqual(['Win', null, 'Ex'])
    for (const text of [cut!.title, cut!.description!, cut!.source.name]) expect(text).toMatch(/^a(😀)+…$/u)
  })

  test('long text is cut at a word', () => {
    const [article] = articles([{ ...good, title: 'word '.repeat(1_000), description: 'x'.repeat(100_000) }])
    expect(article!.title).toMatch(/^(word ){39}word…$/)
    expect(article!.description!.length).toBeLessThan(310)
  })

  test('an article without a title is dropped; links are unique, newest first', () => {
    const later = { ...good, url: 'https://example.org/2', at: '2026-11-22T11:30:00Z' }
    expect(articles([good, { ...good, title: ' ' }, { ...good, title: 'Again' }, later]).map(({ url }) => url)).toEqual(
      ['https://example.org/2', 'https://example.org/1'],
    )
  })

  test('an invalid or future time becomes now', () => {
    for (const at of [undefined, 'yesterday', '2030-01-01T00:00:00Z'])
      expect(articles([{ ...good, at }])[0]!.publishedAt).toBe(NOW)
  })

  test('hostile markup is parsed fast', () => {
    const began = performance.now()
    articles([
      { ...good, description: '<div>'.repeat(200_000) },
      { ...good, url: 'https://example.org/2', title: '&lt;'.repeat(200_000) },
    ])
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})

describe('feeds', () => {
  const rss = (items: string) =>
    `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Example Sport</title>${items}</channel></rss>`

  test('RSS with pictures', () => {
    const feed = readFeed(
      rss(`<item><title>One</title><link>https://example.org/1</link><description><![CDATA[<p>Text</p>]]></description>
        <pubDate>Sun, 22 Nov 2026 11:00:00 GMT</pubDate><media:thumbnail url="https://example.org/t.jpg"/></item>
        <item><title>Two</title><link>https://example.org/2</link><enclosure url="https://example.org/2.png" type="image/png" length="1"/></item>`),
    )
    expect(feed.title).toBe('Example Sport')
    expect(articles(feed.articles)).toMatchObject([
      { title: 'Two', urlToImage: 'https://example.org/2.png', description: null, publishedAt: NOW },
      {
        title: 'One',
        urlToImage: 'https://example.org/t.jpg',
        description: 'Text',
        publishedAt: '2026-11-22T11:00:00.000Z',
      },
    ])
  })

  test('Atom', () => {
    const feed = readFeed(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Example</title><entry>
      <title type="html">One &lt;i&gt;more&lt;/i&gt;</title><link rel="self" href="https://example.org/self"/>
      <link rel="alternate" href="https://example.org/1"/><updated>2026-11-22T10:00:00Z</updated>
      <content type="html">&lt;p&gt;Text&lt;/p&gt;</content></entry></feed>`)
    expect(articles(feed.articles)).toMatchObject([
      { title: 'One more', description: 'Text', url: 'https://example.org/1', publishedAt: '2026-11-22T10:00:00.000Z' },
    ])
  })

  test('RDF', () => {
    const feed =
      readFeed(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel><title>Example</title><link>https://example.org</link><description>d</description></channel>
      <item><title>One</title><link>https://example.org/1</link><dc:date>2026-11-22T09:00:00Z</dc:date></item></rdf:RDF>`)
    expect(articles(feed.articles)).toMatchObject([{ title: 'One', publishedAt: '2026-11-22T09:00:00.000Z' }])
  })

  test.each([
    ['a web page', '<html><body>Not found</body></html>'],
    ['a JSON feed', '{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[]}'],
    ['nothing', ''],
    ['half a feed', '<rss version="2.0"><chan'],
    ['bytes', '\u0000\u0001\u0002'],
    ['depth without end', `<rss version="2.0"><channel>${'<a>'.repeat(100_000)}`],
  ])('%s is not a feed', (_, text) => expect(() => readFeed(text)).toThrow(BrokenNews))

  test('recursive entities are not expanded', () => {
    const bomb = '<!DOCTYPE rss [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    const text = `${bomb}${rss('<item><title>&b;</title><link>https://example.org/1</link></item>')}`
    expect(JSON.stringify(readFeed(text).articles)).not.toContain('boom')
  })

  test('a long feed is read only up to the stored maximum', () => {
    const items = Array.from(
      { length: 5_000 },
      (_, n) => `<item><title>${n}</title><link>https://example.org/${n}</link></item>`,
    )
    expect(articles(readFeed(rss(items.join(''))).articles)).toHaveLength(50)
  })
})

describe('NewsAPI', () => {
  test('reads articles with missing fields', () => {
    const body = JSON.stringify({
      status: 'ok',
      articles: [
        {
          source: { id: null, name: 'The Paper' },
          title: 'One',
          description: null,
          url: 'https://example.org/1',
          urlToImage: null,
          publishedAt: '2026-11-22T11:00:00Z',
        },
        { title: 'Two', url: 'https://example.org/2' },
        { source: null, title: null, url: null },
      ],
    })
    expect(articles(readNewsApi(body)).map(({ title, source }) => `${source.name}: ${title}`)).toEqual([
      'Example: Two',
      'The Paper: One',
    ])
  })

  test.each(['', 'nonsense', '{"status":"error","code":"apiKeyInvalid"}', '{"articles":[3]}'])(
    '%s is not a response',
    (body) => expect(() => readNewsApi(body)).toThrow(BrokenNews),
  )
})
