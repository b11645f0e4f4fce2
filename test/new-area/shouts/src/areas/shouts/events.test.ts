import { expect, test } from 'vitest'
import { sampleEvent } from '../../../test/support/event-log-contract.ts'
import { createMemoryLog } from '../../event-log/memory/memory-log.ts'
import { createUpcaster, withUpcasting } from '../../event-log/upcast.ts'
import { upcastersOf } from '../../kernel/declared-events.ts'
import { shoutEvents } from './events.ts'

test('a shout of version 1 is upcast to version 2; one of version 2 stays unchanged', async () => {
  const log = createMemoryLog()
  const stored = (version: number, player: object) => {
    const event = sampleEvent('ShoutPosted', { shoutId: version, userId: 17, words: 'Come on!', ...player })
    return { ...event, metadata: { ...event.metadata, version } }
  }
  await log.append('shout-1', [stored(1, { to: 18 }), stored(2, { playerId: 19 })], 'no_stream')
  const events = await withUpcasting(log, createUpcaster(upcastersOf(shoutEvents))).readStream('shout-1')
  expect(events.map(({ data, metadata: { version } }) => ({ data, version }))).toEqual([
    { data: { shoutId: 1, userId: 17, words: 'Come on!', playerId: 18 }, version: 2 },
    { data: { shoutId: 2, userId: 17, words: 'Come on!', playerId: 19 }, version: 2 },
  ])
})
