import { expect, test } from 'vitest'
import { mergeChanges } from './messages.ts'

test('changes are merged by room and topic; one without ids covers the whole topic', () => {
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
