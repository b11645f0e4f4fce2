import { expect, test } from 'vitest'
import {
  byCall,
  byGame,
  type EventsOf,
  encryptedFieldsOf,
  event,
  only,
  typesOf,
  upcastersOf,
  versionOf,
  without,
} from './declared-events.ts'

const first = (data: unknown) => ({ ...(data as object), note: null })
const events = {
  NoteWritten: event<{ noteId: number; userId: number; note: string | null; token: string }>({
    secret: ['token'],
    encrypted: { subject: 'userId', fields: ['note'] },
    upcasters: [first],
    test: byCall('POST /api/notes'),
  }),
  NotesCounted: event<{ count: number }>({ test: byGame }),
}

test('a declaration yields types, encrypted fields, versions and upcasters', () => {
  expect(typesOf(events)).toEqual(['NoteWritten', 'NotesCounted'])
  expect(encryptedFieldsOf(events)).toEqual({ NoteWritten: { subject: 'userId', fields: ['note'] } })
  expect([versionOf(events.NoteWritten), versionOf(events.NotesCounted), versionOf(undefined)]).toEqual([2, 1, 1])
  expect(upcastersOf(events)).toEqual({ NoteWritten: [first], NotesCounted: [] })
})

test('a handler subscribes to some events of a list or to all except some, and a missing one does not compile', () => {
  const handled = { ...only(events, 'NoteWritten'), ...without(events, 'NoteWritten') }
  expect(typesOf(only(events, 'NoteWritten'))).toEqual(['NoteWritten'])
  expect(typesOf(without(events, 'NoteWritten'))).toEqual(['NotesCounted'])
  // @ts-expect-error: not an event of the list
  expect(typesOf(without(events, 'NoteRead'))).toEqual(['NoteWritten', 'NotesCounted'])
  const amountOf = ({ type, data }: EventsOf<typeof handled>): number => {
    switch (type) {
      case 'NotesCounted':
        return data.count
      case 'NoteWritten':
        return data.noteId
      default:
        return data satisfies never
    }
  }
  const incomplete = ({ type, data }: EventsOf<typeof handled>): number => {
    switch (type) {
      case 'NotesCounted':
        return data.count
      default:
        // @ts-expect-error: `NoteWritten` is missing
        return data satisfies never
    }
  }
  expect([amountOf, incomplete].map((handle) => handle({ type: 'NotesCounted', data: { count: 3 } }))).toEqual([3, 3])
})
