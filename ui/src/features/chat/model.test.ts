import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../../src/areas/chat/contract.ts'
import { named } from '../../../../test/support/named.ts'
import {
  badgeText,
  byDay,
  dayLabel,
  mayEdit,
  unreadCount,
  withLatest,
  withMessage,
  withOlder,
  withoutArrived,
} from './model.ts'

const NOW = Date.parse('2026-11-21T12:00:00')
const message = (id: number, userId = 1, createdAt = new Date(NOW).toISOString()): ChatMessage => ({
  id,
  content: `Text ${id}`,
  userId,
  leagueId: 1,
  competitionId: null,
  messageType: 'message',
  createdAt,
  isEdited: false,
  isDeleted: false,
  user: named('ada'),
})
const idsOf = (messages: readonly ChatMessage[]) => messages.map(({ id }) => id)

test('days are Today, Yesterday, or the date', () => {
  expect(dayLabel(new Date('2026-11-21T00:00:00').toISOString(), NOW)).toBe('Today')
  expect(dayLabel(new Date('2026-11-20T23:59:59').toISOString(), NOW)).toBe('Yesterday')
  expect(dayLabel(new Date('2026-11-19T23:59:59').toISOString(), NOW)).toBe('19 Nov 2026')
})

test('messages are grouped by day, in their order', () => {
  const days = byDay([message(1, 1, new Date(NOW - 86_400_000).toISOString()), message(9), message(3)], NOW)
  expect([...days].map(([label, ofDay]) => [label, idsOf(ofDay)])).toEqual([
    ['Yesterday', [1]],
    ['Today', [9, 3]],
  ])
})

test('the badge is capped at 9+ in compact form and 99+ otherwise', () => {
  expect([0, 9, 10, 100].map((count) => badgeText(count, true))).toEqual([null, '9', '9+', '9+'])
  expect([0, 10, 99, 100].map((count) => badgeText(count, false))).toEqual([null, '10', '99', '99+'])
})

test('unread messages are those of others after the last seen one', () => {
  const known = [message(5, 2), message(1, 1), message(7, 2), { ...message(8, 2), isDeleted: true }]
  expect(unreadCount(known, 1, null)).toBe(2)
  expect(unreadCount(known, 1, 5)).toBe(1)
  expect(unreadCount(known, 1, 8)).toBe(0)
})

test('the latest page replaces its range and keeps older messages', () => {
  const known = [1, 2, 3, 4].map((id) => message(id))
  expect(idsOf(withLatest(known, [message(3), message(5)]))).toEqual([1, 2, 3, 5])
  expect(idsOf(withLatest(known, [message(8), message(9)]))).toEqual([8, 9])
  expect(idsOf(withLatest(known, []))).toEqual([])
})

test('an older page is prepended once', () => {
  expect(idsOf(withOlder([message(3)], [message(1), message(3)]))).toEqual([1, 3])
})

test('a new message is appended, a changed one replaced', () => {
  const known = [message(3), message(1)]
  expect(idsOf(withMessage(known, message(2)))).toEqual([3, 1, 2])
  expect(withMessage(known, { ...message(3), isEdited: true })[0]!.isEdited).toBe(true)
})

test('an author may edit for 15 minutes', () => {
  expect(mayEdit(message(1), 1, NOW + 899_999)).toBe(true)
  expect(mayEdit(message(1), 1, NOW + 900_000)).toBe(false)
  expect(mayEdit(message(1), 2, NOW)).toBe(false)
})

test('an arrived message is no longer pending, a failed one is', () => {
  const waiting = { key: 'a', content: 'Text 1', hasFailed: false }
  expect(withoutArrived([waiting], message(1), 1)).toEqual([])
  expect(withoutArrived([waiting], message(1), 2)).toEqual([waiting])
  expect(withoutArrived([{ ...waiting, hasFailed: true }], message(1), 1)).toHaveLength(1)
})
