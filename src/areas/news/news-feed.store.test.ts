import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { createNewsFeed, type NewsFeed } from './news-feed.ts'

/** CPU time of this thread, which other processes do not lengthen. Parsing the document here takes three times as long. */
const MOST_CPU_MS = 150

let database: Awaited<ReturnType<typeof testDatabase>>
let server: Server
let answer: RequestListener
let url: string
let logged: string[]
let requests: number

beforeAll(async () => {
  database = await testDatabase()
  server = createServer((req, res) => {
    requests++
    answer(req, res)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.rss`
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await database?.drop()
})

const rss = (...titles: string[]): RequestListener => {
  const items = titles.map((title, n) => `<item><title>${title}</title><link>https://example.org/${n}</link></item>`)
  return (_req, res) =>
    res
      .writeHead(200, { 'content-type': 'application/rss+xml' })
      .end(`<rss version="2.0"><channel><title>Example Sport</title>${items.join('')}</channel></rss>`)
}
/** A new feed, as on another node or after a restart. */
const feedOf = (): NewsFeed => {
  const note = (_fields: object, message: string) => logged.push(message)
  return createNewsFeed({ db: database.db, source: { kind: 'feed', url }, logger: { warn: note, info: note } })
}
const titles = async () => (await feedOf().latest(50)).articles.map(({ title }) => title)
const minute = (count: number) => new Date(Date.parse('2026-11-22T12:00:00.000Z') + count * 60_000).toISOString()

beforeEach(async () => {
  logged = []
  requests = 0
  await database.pool.query('delete from app.news_feed')
})

describe('an external source of news (R80)', () => {
  test('has no articles before the first request', async () => {
    expect(await feedOf().latest(5)).toEqual({ articles: [], staleSince: null })
  })

  test('is requested again after the clock was set back', async () => {
    answer = rss('One')
    await feedOf().refresh(minute(24 * 60))
    await feedOf().refresh(minute(0))
    expect(requests).toBe(2)
  })

  test('is requested by one node every quarter of an hour, and all nodes return its articles', async () => {
    answer = rss('One', 'Two')
    await feedOf().refresh(minute(0))
    await feedOf().refresh(minute(14))
    expect(requests).toBe(1)
    expect(await titles()).toEqual(['One', 'Two'])
    expect((await feedOf().latest(1)).articles).toMatchObject([{ title: 'One', source: { name: 'Example Sport' } }])
    answer = rss('Three')
    await feedOf().refresh(minute(15))
    expect(await titles()).toEqual(['Three'])
  })

  test.each<[name: string, hostile: RequestListener, problem: string]>([
    ['an error', (_req, res) => res.writeHead(500).end(), 'answered 500'],
    [
      'a redirect into the private network',
      (_req, res) => res.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      'redirects elsewhere',
    ],
    [
      'a web page',
      (_req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      'answered with a web page',
    ],
    ['50 MB', (_req, res) => res.writeHead(200).end(Buffer.alloc(50_000_000, 'x')), 'sent more than 1000000 bytes'],
    ['nonsense', (_req, res) => res.writeHead(200).end('\u0000\u0001 <rss'), 'neither RSS nor Atom'],
    [
      'articles with unsafe links',
      (_req, res) =>
        res.end(
          '<rss version="2.0"><channel><item><title>x</title><link>javascript:alert(1)</link></item></channel></rss>',
        ),
      'no article with a title and an https link',
    ],
  ])('that responds with %s keeps the last good news, with their time', async (_name, hostile, problem) => {
    answer = rss('One')
    await feedOf().refresh(minute(0))
    answer = hostile
    await feedOf().refresh(minute(15))
    expect(await feedOf().latest(5)).toMatchObject({ articles: [{ title: 'One' }], staleSince: minute(0) })
    await feedOf().refresh(minute(30))
    // Logged once, and when it ends.
    expect(logged).toEqual([expect.stringContaining(problem)])
    answer = rss('Two')
    await feedOf().refresh(minute(45))
    expect(await feedOf().latest(5)).toMatchObject({ articles: [{ title: 'Two' }], staleSince: null })
    expect(logged.at(-1)).toBe('news source accepted again')
  })

  test('with a large document that is slow to parse does not block the event loop', async () => {
    const attributes = Array.from({ length: 40_000 }, (_, n) => `a${n}="1"`).join(' ')
    const items = '<item><title>One</title><link>https://example.org/1</link></item>'.repeat(8_000)
    const document = `<rss version="2.0"><channel ${attributes}>${items}</channel></rss>`
    expect(document.length).toBeLessThan(1_000_000)
    answer = (_req, res) => res.writeHead(200, { 'content-type': 'application/rss+xml' }).end(document)
    const before = process.threadCpuUsage()
    await feedOf().refresh(minute(0))
    const { user, system } = process.threadCpuUsage(before)
    expect(await titles()).toEqual(['One'])
    expect((user + system) / 1_000).toBeLessThan(MOST_CPU_MS)
  })

  test('a new source returns no articles of the previous one', async () => {
    answer = rss('One')
    await feedOf().refresh(minute(0))
    const logger = { warn: () => undefined, info: () => undefined }
    const other = createNewsFeed({ db: database.db, source: { kind: 'feed', url: `${url}?other` }, logger })
    expect((await other.latest(5)).articles).toEqual([])
    await other.refresh(minute(1))
    expect((await other.latest(5)).articles).toHaveLength(1)
    expect(await titles()).toEqual([])
  })
})
