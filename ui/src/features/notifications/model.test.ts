import { expect, test } from 'vitest'
import { MutableKind, type Notification } from '../../../../src/areas/notifications/contract.ts'
import { NOTIFICATION_KINDS } from '../../app/notifications/notificationKinds.ts'
import { agoText, combined, toggled, withLatest } from './model.ts'
import { bellLabel, countText } from './unread.ts'

const note = (id: number, isRead = false): Notification => ({
  id,
  kind: 'league',
  count: 1,
  title: 'New member',
  text: 'bob joined The Office.',
  names: [],
  link: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  isRead,
})

test('the bell shows the unread count, 99+ at most', () => {
  expect([0, 1, 99, 100].map(countText)).toEqual([null, '1', '99', '99+'])
  expect(bellLabel(0)).toBe('Notifications')
  expect(bellLabel(3)).toBe('Notifications, 3 unread')
})

test('the age is in words, for older ones a date', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z')
  const before = (ms: number) => agoText(new Date(now - ms).toISOString(), now)
  expect(before(-5_000)).toBe('just now')
  expect(before(59_000)).toBe('just now')
  expect(before(60_000)).toBe('1 minute ago')
  expect(before(59 * 60_000)).toBe('59 minutes ago')
  expect(before(3_600_000)).toBe('1 hour ago')
  expect(before(86_400_000)).toBe('1 day ago')
  expect(before(6 * 86_400_000)).toBe('6 days ago')
  expect(before(7 * 86_400_000)).toBe('14 Nov 2026')
})

test('pages are merged newest first, each entry once in its latest version', () => {
  expect(combined([note(3), note(2)], [note(4), note(3, true), note(1)]).map(({ id, isRead }) => [id, isRead])).toEqual(
    [
      [4, false],
      [3, true],
      [2, false],
      [1, false],
    ],
  )
})

test('an updated entry that has moved up appears once', () => {
  expect(withLatest([note(9), note(8), note(3), note(2)], [note(10), note(9), note(7)]).map(({ id }) => id)).toEqual([
    10, 9, 7, 3, 2,
  ])
  expect(withLatest([note(9)], [])).toEqual([])
})

test('every kind can be switched off and on', () => {
  expect(NOTIFICATION_KINDS.map(({ kind }) => kind)).toEqual(MutableKind.options)
  expect(toggled(['prize'], 'league')).toEqual(['prize', 'league'])
  expect(toggled(['prize', 'league'], 'prize')).toEqual(['league'])
})
