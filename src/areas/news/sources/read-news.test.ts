import { expect, test } from 'vitest'
import { ChildFault } from '../../../kernel/child-pool.ts'
import { readAside } from './read-news.ts'
import { readDocument } from './reading.ts'
import { BrokenNews } from './source.ts'

const document = { kind: 'feed', body: '<rss', host: 'example.org', now: '2026-11-22T12:00:00.000Z' } as const

test.each([
  ['timeout', 'the document takes more than 10 s to parse'],
  ['crash', 'the document takes too much memory to parse'],
] as const)('a document that ends in a %s is not news', async (reason, message) => {
  const fault = new ChildFault(reason, new URL(import.meta.url))
  await expect(readAside(document, { run: () => Promise.reject(fault) })).rejects.toThrow(new BrokenNews(message))
})

test('a document that is not a feed is not news', async () => {
  const run = async () => readDocument(document)
  await expect(readAside(document, { run })).rejects.toThrow(new BrokenNews('the source sends neither RSS nor Atom'))
})
