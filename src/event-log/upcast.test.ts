import { expect, test } from 'vitest'
import { sampleEvent } from '../../test/support/event-log-contract.ts'
import { createMemoryLog } from './memory/memory-log.ts'
import { createUpcaster, withUpcasting } from './upcast.ts'

const upcast = createUpcaster({
  Renamed: [
    (data) => ({ fullName: (data as { name: string }).name }),
    (data) => ({ ...(data as object), nickname: null }),
  ],
})

/** The event read from the upcasting log. */
async function read(type: string, version: number, data: unknown) {
  const log = createMemoryLog()
  const event = sampleEvent(type, data)
  await log.append('thing-1', [{ ...event, metadata: { ...event.metadata, version } }], 'no_stream')
  const readable = withUpcasting(log, upcast)
  const [found] = await readable.readStream('thing-1')
  expect((await readable.readAll(null, {}, 1)).events).toEqual([found])
  return { version: found?.metadata.version, data: found?.data }
}

test('an old event passes every upcaster from its version', async () => {
  const newest = { version: 3, data: { fullName: 'Ada', nickname: null } }
  expect(await read('Renamed', 1, { name: 'Ada' })).toEqual(newest)
  expect(await read('Renamed', 2, { fullName: 'Ada' })).toEqual(newest)
})

test('the current version, a later one, and types without upcasters are unchanged', async () => {
  expect(await read('Renamed', 3, { fullName: 'Ada', nickname: 'A' })).toEqual({
    version: 3,
    data: { fullName: 'Ada', nickname: 'A' },
  })
  expect(await read('Renamed', 4, { later: true })).toEqual({ version: 4, data: { later: true } })
  expect(await read('Other', 1, { name: 'Ada' })).toEqual({ version: 1, data: { name: 'Ada' } })
})
