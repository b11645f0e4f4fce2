import { describe, expect, test } from 'vitest'
import type { MessageEvent } from '../../src/areas/chat/events.ts'
import type { Event } from '../../src/kernel/event.ts'
import { createRandom } from '../../src/kernel/random.ts'
import { projectorOf } from '../../test/support/projecting.ts'
import { chatGroup } from './projector.ts'

const projected = projectorOf(chatGroup)

const AT = '2026-11-21T09:00:00.000Z'
const league = { kind: 'league', id: 1 } as const

const posted = (
  messageId: number,
  userId: number,
  room: { kind: 'league' | 'competition'; id: number } = league,
): MessageEvent => ({
  type: 'MessagePosted',
  data: { messageId, userId, room, content: `Text ${messageId}`, postedAt: AT },
})
const edited = (messageId: number, userId: number): MessageEvent => ({
  type: 'MessageEdited',
  data: { messageId, userId, content: 'Other' },
})
const deleted = (messageId: number): MessageEvent => ({
  type: 'MessageDeleted',
  data: { messageId, by: 1, how: 'moderator' },
})
const reported = (messageId: number, reportId: number, reporterId: number): MessageEvent => ({
  type: 'MessageReported',
  data: { messageId, reportId, reporterId, reason: 'rude' },
})
const dismissed = (messageId: number, reportId: number): MessageEvent => ({
  type: 'MessageReportDismissed',
  data: { messageId, reportId, reporterId: 3 },
})
const erased = (userId: number): Event => ({ type: 'UserDeleted', data: { userId } })

describe('the read model of chats', () => {
  test('numbers messages in the order of the log, regardless of their ids', async () => {
    const { tables } = await projected([posted(129, 1), posted(1, 2), posted(130, 1)], 2)
    const inOrder = tables.messages!.sort((a, b) => a.number - b.number)
    expect(inOrder.map(({ id, number }) => [id, number])).toEqual([
      [129, 1],
      [1, 2],
      [130, 3],
    ])
  })

  test('a deleted message remains without content', async () => {
    const { tables } = await projected([posted(1, 2), edited(1, 2), deleted(1)], 1)
    expect(tables.messages).toMatchObject([{ id: 1, content: null, is_edited: true, is_deleted: true }])
  })

  test('reports changed messages by room, and notifies administrators of reports', async () => {
    const cup = { kind: 'competition', id: 9 } as const
    const { changes } = await projected([posted(1, 2), posted(2, 3, cup), reported(1, 3, 3)], 10)
    expect(changes).toEqual([
      { room: 'chat:league:1', topic: 'messages', ids: [1] },
      { room: 'chat:competition:9', topic: 'messages', ids: [2] },
      { room: 'admins', topic: 'messages' },
    ])
  })

  test('R387: a dismissed report is removed, others stay, and administrators are notified', async () => {
    const events = [posted(1, 2), reported(1, 3, 3), reported(1, 4, 4), dismissed(1, 3)]
    for (const size of [1, 100]) {
      const { tables, changes } = await projected(events, size)
      expect(tables.reports).toMatchObject([{ id: 4 }])
      expect(changes.at(-1)).toEqual({ room: 'admins', topic: 'messages' })
    }
  })

  test('nothing of a deleted user remains, even for events after the deletion; the room is read again', async () => {
    const events = [
      posted(1, 2),
      posted(2, 3),
      reported(1, 3, 3),
      reported(2, 4, 2),
      erased(2),
      posted(5, 2),
      edited(1, 2),
    ]
    for (const size of [1, 100]) {
      const { tables, changes } = await projected(events, size)
      expect(tables.messages!.map(({ id }) => id)).toEqual([2])
      expect(tables.reports).toEqual([])
      expect(changes).toContainEqual({ room: 'chat:league:1', topic: 'messages' })
    }
  })

  test('random events result in the same tables in batches of any size', async () => {
    const random = createRandom('chat')
    const pick = (most: number) => 1 + random.below(most)
    const events = Array.from({ length: 250 }, (_, index): Event => {
      const messageId = pick(Math.max(1, index))
      const kind = random.below(20)
      if (kind < 10) return posted(index + 1, pick(12), random.below(2) ? league : { kind: 'competition', id: pick(3) })
      if (kind < 13) return edited(messageId, pick(12))
      if (kind < 15) return deleted(messageId)
      if (kind < 18) return reported(messageId, 10_000 + index, pick(12))
      if (kind < 19) return dismissed(messageId, 10_000 + random.below(index))
      return erased(pick(12))
    })
    const whole = await projected(events, events.length)
    expect(whole.tables.messages!.length).toBeGreaterThan(10)
    for (const size of [1, 30]) expect((await projected(events, size)).tables).toEqual(whole.tables)
  })
})
