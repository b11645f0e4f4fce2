import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import type { Position } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import { appendEvents } from '../../test/support/projections.ts'
import { createLogReader } from './log-reader.ts'

const signal = new AbortController().signal

/** A log that tells how often it was read. */
function counted() {
  const log = createMemoryStore().open()
  let reads = 0
  const readAll: EventLog['readAll'] = (...args) => {
    reads++
    return log.readAll(...args)
  }
  return { log: { ...log, readAll }, reads: () => reads }
}

const eachOf = (feed: ReturnType<typeof createLogReader>, after: Position | null, names: readonly string[]) =>
  Promise.all(names.map((name) => feed.after(after, new Set([name]), 100, 10, signal)))

test('a log is read once for all, also from its very beginning', async () => {
  const { log, reads } = counted()
  const feed = createLogReader(log, ['Counted', 'Ignored'])
  feed.start(null)
  await appendEvents(log, 3)
  const head = await appendEvents(log, 2, 'Ignored')
  const pages = await eachOf(feed, null, ['Counted', 'Ignored', 'Counted'])
  expect(pages.map((page) => page?.events.length)).toEqual([3, 2, 3])
  expect(reads()).toBe(1)

  const last = await appendEvents(log, 1)
  feed.ring()
  expect((await eachOf(feed, head, ['Counted', 'Ignored'])).map((page) => page?.next)).toEqual([last, last])
  expect(reads()).toBe(2)
})

test('who is behind what is kept reads for themselves', async () => {
  const { log, reads } = counted()
  const feed = createLogReader(log, ['Counted'])
  await appendEvents(log, 3)
  const head = await appendEvents(log, 1)
  feed.start(head)
  expect((await feed.after(null, new Set(['Counted']), 100, 10, signal))?.events).toHaveLength(4)
  expect(reads()).toBe(1)
})
