import { describe, expect, test } from 'vitest'
import type { Achievement } from '../../../../src/areas/achievements/contract.ts'
import { noPopups, type Popups, type PopupsEvent, popupsAfter, type Unlocked, withTexts } from './popups.ts'

const texts = (id: string, more: Partial<Achievement> = {}): Achievement => ({
  id,
  category: 'accuracy',
  name: id,
  description: '',
  icon: 'Trophy',
  points: 5,
  rarity: 'common',
  ...more,
})

describe('what a check tells', () => {
  const told = (unlockId: string, achievementId: string) => ({
    unlockId,
    achievementId,
    unlockedAt: '2026-11-21T12:00:00.000Z',
  })

  test('is looked up in the full list; what is not there is not shown', () => {
    expect(withTexts([told('u1', 'a'), told('u2', 'gone')], [texts('a', { name: 'First Success' })])).toEqual([
      { ...texts('a', { name: 'First Success' }), unlockId: 'u1' },
    ])
  })
})

describe('pop-ups', () => {
  const unlocked = (id: string): Unlocked => ({ ...texts(id), unlockId: `of ${id}` })
  const found = (...ids: string[]): PopupsEvent => ({ type: 'found', unlocked: ids.map(unlocked) })
  const played = (...events: PopupsEvent[]): Popups => events.reduce(popupsAfter, noPopups)
  const look = ({ shown, isLeaving, waiting }: Popups) =>
    `${shown.map(({ id }) => id).join('') || 'nothing'}${isLeaving ? ' leaving' : ''}${waiting.length ? ` +${waiting.length}` : ''}`

  test('many at once are one', () => {
    expect(look(played(found('a', 'b', 'c')))).toBe('abc')
  })

  test('what is found while one is shown joins it', () => {
    expect(look(played(found('a', 'b'), found('c')))).toBe('abc')
  })

  test('a hidden one leaves first, and all that it counted with it', () => {
    expect(look(played(found('a', 'b'), { type: 'hide' }))).toBe('ab leaving')
    expect(look(played(found('a', 'b'), { type: 'hide' }, { type: 'removed' }))).toBe('nothing')
    expect(look(played(found('a', 'b'), { type: 'removed' }))).toBe('ab')
  })

  test('what comes while it leaves is shown after it', () => {
    expect(look(played(found('a'), { type: 'hide' }, found('b')))).toBe('a leaving +1')
    expect(look(played(found('a'), { type: 'hide' }, found('b'), { type: 'hide' }, { type: 'removed' }))).toBe('b')
  })

  test('nothing found shows nothing', () => {
    expect(look(played(found()))).toBe('nothing')
    expect(look(played({ type: 'hide' }))).toBe('nothing')
  })
})
