import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import type { Position } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import { appendEvents } from '../../test/support/projections.ts'
import { createLogReader } from './log-reader.ts'

const signal = new AbortController().signal

/** A log that counts its reads. */
function counted() {
  const log = createMemoryStore().open()
  let reads = 0
  const readAll: EventLog['readAll'] = (...args) => {
    reads++
    return log.readAll(...args)
  }
  return { log: { ...log, readAll }, reads: () => reads }
}

const eachOf = (reader: ReturnType<typeof createLogReader>, after: Position | null, names: readonly string[]) =>
  Promise.all(names.map((name) => reader.after(after, new Set([name]), 100, 10, signal)))

test('the log is read once for all readers, also from its beginning', async () => {
  const { log, reads } = counted()
  const reader = createLogReader(log, ['Counted', 'Ignored'])
  reader.start(null)
  await appendEvents(log, 3)
  const head = await appendEvents(log, 2, 'Ignored')
  const pages = await eachOf(reader, null, ['Counted', 'Ignored', 'Counted'])
  expect(pages.map((page) => page?.events.length)).toEqual([3, 2, 3])
  expect(reads()).toBe(1)

  const last = await appendEvents(log, 1)
  reader.notify()
  expect((await eachOf(reader, head, ['Counted', 'Ignored'])).map((page) => page?.next)).toEqual([last, last])
  expect(reads()).toBe(2)
})

test('a reader behind the buffered events queries the log itself', async () => {
  const { log, reads } = counted()
  const reader = createLogReader(log, ['Counted'])
  await appendEvents(log, 3)
  const head = await appendEvents(log, 1)
  reader.start(head)
  expect((await reader.after(null, new Set(['Counted']), 100, 10, signal))?.events).toHaveLength(4)
  expect(reads()).toBe(1)
})
