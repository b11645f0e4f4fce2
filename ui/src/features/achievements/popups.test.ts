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

describe('the unlocks of a check', () => {
  const unlock = (unlockId: string, achievementId: string) => ({
    unlockId,
    achievementId,
    unlockedAt: '2026-11-21T12:00:00.000Z',
  })

  test('get their texts from the full list; unknown ones are not shown', () => {
    expect(withTexts([unlock('u1', 'a'), unlock('u2', 'gone')], [texts('a', { name: 'First Success' })])).toEqual([
      { ...texts('a', { name: 'First Success' }), unlockId: 'u1' },
    ])
  })
})

describe('pop-ups', () => {
  const unlocked = (id: string): Unlocked => ({ ...texts(id), unlockId: `of ${id}` })
  const found = (...ids: string[]): PopupsEvent => ({ type: 'found', unlocked: ids.map(unlocked) })
  const played = (...events: PopupsEvent[]): Popups => events.reduce(popupsAfter, noPopups)
  const textOf = ({ shown, isLeaving, waiting }: Popups) =>
    `${shown.map(({ id }) => id).join('') || 'nothing'}${isLeaving ? ' leaving' : ''}${waiting.length ? ` +${waiting.length}` : ''}`

  test('unlocks found together share a pop-up', () => {
    expect(textOf(played(found('a', 'b', 'c')))).toBe('abc')
  })

  test('an unlock found during a pop-up joins it', () => {
    expect(textOf(played(found('a', 'b'), found('c')))).toBe('abc')
  })

  test('a hidden pop-up leaves first, with all its unlocks', () => {
    expect(textOf(played(found('a', 'b'), { type: 'hide' }))).toBe('ab leaving')
    expect(textOf(played(found('a', 'b'), { type: 'hide' }, { type: 'removed' }))).toBe('nothing')
    expect(textOf(played(found('a', 'b'), { type: 'removed' }))).toBe('ab')
  })

  test('an unlock found during the exit is shown after it', () => {
    expect(textOf(played(found('a'), { type: 'hide' }, found('b')))).toBe('a leaving +1')
    expect(textOf(played(found('a'), { type: 'hide' }, found('b'), { type: 'hide' }, { type: 'removed' }))).toBe('b')
  })

  test('nothing found shows nothing', () => {
    expect(textOf(played(found()))).toBe('nothing')
    expect(textOf(played({ type: 'hide' }))).toBe('nothing')
  })
})
