import { describe, expect, test } from 'vitest'
import type { Position } from '../../src/kernel/event.ts'
import type { LiveChange } from '../../src/slice/group.ts'
import { decodeMessage, encodeMessages, mergeChanges } from './messages.ts'

const received = (payloads: readonly string[]) => payloads.map((payload) => decodeMessage(`17 ${payload}`))

describe('messages between nodes', () => {
  test('come out as they went in, with the version', () => {
    const changes: LiveChange[] = [
      { room: 'all', topic: 'fixtures', ids: [3, 4] },
      { room: 'user:7', topic: 'predictions' },
      { room: 'admins', topic: 'lockouts' },
    ]
    const moved = [
      { name: 'play', position: '0042' as Position },
      { name: 'people', position: '0043' as Position },
    ]
    const payloads = encodeMessages({ node: 'n1', moved, changes, reload: false })
    expect(received(payloads)).toEqual([{ node: 'n1', moved, changes, reload: false, version: '17' }])
  })

  test('are split below the 8,000 bytes of a notification, without losing a room', () => {
    const changes: LiveChange[] = Array.from({ length: 5_000 }, (_, id) => ({
      room: `user:${1_000_000 + id}`,
      topic: id % 2 === 0 ? 'user' : 'predictions',
    }))
    const payloads = encodeMessages({ node: 'n1', changes, reload: true })
    expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(7_980)
    const messages = received(payloads)
    const rooms = messages.flatMap((message) => message?.changes ?? []).map(({ room, topic }) => `${topic} ${room}`)
    expect(rooms.sort()).toEqual(changes.map(({ room, topic }) => `${topic} ${room}`).sort())
    expect(messages.filter((message) => message?.reload)).toHaveLength(1)
  })

  test('a list of ids too long to carry stands for the whole topic', () => {
    const ids = Array.from({ length: 3_000 }, (_, id) => id)
    const [message] = received(
      encodeMessages({ node: 'n1', changes: [{ room: 'all', topic: 'fixtures', ids }], reload: false }),
    )
    expect(message?.changes).toEqual([{ room: 'all', topic: 'fixtures' }])
  })

  test('what others send on the channel is not taken for one', () => {
    expect(decodeMessage('hello')).toBeNull()
  })
})

test('changes of a room and topic are merged; one without ids stands for all of them', () => {
  expect(
    mergeChanges([
      { room: 'all', topic: 'fixtures', ids: [1] },
      { room: 'all', topic: 'fixtures', ids: [2, 1] },
      { room: 'all', topic: 'table', ids: [1] },
      { room: 'all', topic: 'table' },
      { room: 'user:1', topic: 'table', ids: [9] },
    ]),
  ).toEqual([
    { room: 'all', topic: 'fixtures', ids: [1, 2] },
    { room: 'all', topic: 'table' },
    { room: 'user:1', topic: 'table', ids: [9] },
  ])
})
