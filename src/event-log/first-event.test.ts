import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { firstEvent } from './first-event.ts'
import { createMemoryStore } from './memory/memory-log.ts'

const event = (type: string) => ({
  id: randomUUID(),
  type,
  data: {},
  metadata: {
    $correlationId: 'c',
    $causationId: 'c',
    actor: null,
    version: 1,
    source: 'command' as const,
    at: '2026-11-21T12:00:00.000Z',
  },
})

test('returns the oldest event that matches the filter, or null', async () => {
  const log = createMemoryStore().open()
  expect(await firstEvent(log, {})).toBeNull()
  await log.append('a-1', [event('A'), event('A')], 'no_stream')
  await log.append('b-1', [event('B')], 'no_stream')
  await log.append('b-2', [event('B')], 'no_stream')
  expect(await firstEvent(log, {})).toMatchObject({ stream: 'a-1', revision: 0 })
  expect(await firstEvent(log, { types: ['B'] })).toMatchObject({ stream: 'b-1' })
  expect(await firstEvent(log, { types: ['C'] })).toBeNull()
})

test('continues over pages without a match', async () => {
  const log = createMemoryStore().open()
  await log.append('a-1', [event('A')], 'no_stream')
  const pages = [{ events: [], next: null, end: false }, await log.readAll(null, {}, 1)]
  const readAll = async () => pages.shift()!
  expect(await firstEvent({ readAll }, {})).toMatchObject({ stream: 'a-1' })
})
