import { describe, expect, test } from 'vitest'
import type { EventMetadata, Position, RecordedEvent } from './event.ts'
import { dataFor, type Naming, ownerOf, peopleOf } from './naming.ts'

const eventBy = (actor: number | null, data: object): RecordedEvent => ({
  ...{ id: 'an-id', type: 'Drawn', stream: 'cup-1', revision: 0, recordedAt: '', position: '' as Position },
  ...{ data, metadata: { actor } as EventMetadata },
})

const naming: Naming = {
  people: ['userId', 'by', 'winners[]', 'pairs[].home', 'pairs[].away'],
  own: 'userId',
  secret: ['code'],
}
const data = {
  ...{ cupId: 7, userId: 1, by: null, winners: [1, 2], code: 'ABCD' },
  pairs: [
    { home: 1, away: 4 },
    { home: 2, away: null },
  ],
}

describe('whom an event names', () => {
  test('are those in its fields and who did it, each once', () => {
    expect([...peopleOf(eventBy(9, data), naming)].sort()).toEqual([1, 2, 4, 9])
    expect(peopleOf(eventBy(null, { cupId: 7 }), { people: [] }).size).toBe(0)
  })

  test('is the one whose stream it stands in, where it says so', () => {
    expect(ownerOf(eventBy(9, data), naming)).toBe(1)
    expect(ownerOf(eventBy(9, data), { people: ['userId'] })).toBeNull()
  })
})

describe('R205: what somebody is given of an event', () => {
  test('says nothing secret, and of others neither who did it nor who else is named', () => {
    expect(dataFor(4, eventBy(9, { ...data, by: 9 }), naming)).toEqual({
      ...{ cupId: 7, userId: null, by: null, winners: [] },
      pairs: [{ home: 1, away: 4 }],
    })
  })

  test('says to whom they did it themselves', () => {
    const { code: _, ...rest } = data
    expect(dataFor(9, eventBy(9, data), naming)).toEqual(rest)
  })
})
