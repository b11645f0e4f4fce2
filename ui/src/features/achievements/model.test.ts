import { expect, test } from 'vitest'
import type { UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { byRarity, closest, filterOf, percentOf, queryOf, rarityOf, shelvesOf, wonLatest } from './model.ts'

const mine = (id: string, more: Partial<UserAchievement> = {}): UserAchievement => ({
  id,
  category: 'accuracy',
  name: id,
  description: '',
  icon: 'Trophy',
  points: 5,
  rarity: 'common',
  isUnlocked: false,
  progress: null,
  ...more,
})

test('groups are ordered predictions, accuracy, points, streaks, social, then unknown ones', () => {
  const shelves = shelvesOf([
    mine('a', { category: 'manners' as never }),
    mine('b', { category: 'social' }),
    mine('c', { category: 'predictions' }),
    mine('d', { category: 'streaks' }),
    mine('e', { category: 'points' }),
    mine('f', { category: 'accuracy' }),
  ])
  expect(shelves.map(({ name }) => name)).toEqual(['Predictions', 'Accuracy', 'Points', 'Streaks', 'Social', 'Manners'])
})

test('a group has its own counts and keeps the server’s order; an empty one is not shown', () => {
  const shelves = shelvesOf([mine('a'), mine('b', { isUnlocked: true }), mine('c')])
  expect(shelves).toHaveLength(1)
  expect(shelves[0]).toMatchObject({ name: 'Accuracy', unlocked: 1 })
  expect(shelves[0]?.achievements.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('state and rarity filter the groups, whose counts include all; the URL stores both', () => {
  const list = [mine('a'), mine('b', { isUnlocked: true, rarity: 'rare' }), mine('c', { category: 'social' })]
  const shelves = shelvesOf(list, { state: 'unlocked', rarity: 'rare' })
  expect(shelves.map(({ name, total, achievements }) => [name, total, achievements.map(({ id }) => id)])).toEqual([
    ['Accuracy', 2, ['b']],
  ])
  expect(shelvesOf(list, { state: 'locked', rarity: 'rare' })).toEqual([])
  expect(filterOf(new URLSearchParams(queryOf({ state: 'locked', rarity: 'epic' })))).toEqual({
    state: 'locked',
    rarity: 'epic',
  })
  expect(filterOf(new URLSearchParams('state=odd&rarity=odd'))).toEqual({ state: 'all', rarity: 'all' })
})

test.each([
  [0, 0, 0],
  [0, 34, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 200, 1],
  [34, 34, 100],
])('%i of %i is %i percent: rounded, 0 of none', (unlocked, total, percent) => {
  expect(percentOf(unlocked, total)).toBe(percent)
})

test('rarity has one to four pips; an unknown one is common', () => {
  expect(['common', 'rare', 'epic', 'legendary', 'mythic'].map((each) => rarityOf(each).pips)).toEqual([1, 2, 3, 4, 1])
  expect(rarityOf('epic').word).toBe('Epic')
  expect(rarityOf('mythic').word).toBe('Common')
})

test('the unlocked are counted by rarity', () => {
  const list = [mine('a', { isUnlocked: true }), mine('b'), mine('c', { rarity: 'legendary', isUnlocked: true })]
  expect(byRarity(list).map(({ unlocked, total }) => `${unlocked}/${total}`)).toEqual(['1/2', '0/0', '0/0', '1/1'])
})

test('the closest is the locked one with most progress, then fewest to go', () => {
  const progress = (value: number, of: number) => ({ progress: { value, of } })
  expect(
    closest([
      mine('half of ten', progress(5, 10)),
      mine('half of two', progress(1, 2)),
      mine('done', { ...progress(10, 10), isUnlocked: true }),
      mine('a tenth', progress(1, 10)),
    ]),
  ).toEqual({ name: 'half of two', value: 1, of: 2 })
  expect(closest([mine('not begun', progress(0, 10)), mine('not counted')])).toBeNull()
})

test('unlocked ones are ordered latest first', () => {
  const won = (id: string, unlockedAt: string) => mine(id, { isUnlocked: true, unlockedAt })
  const list = [won('old', '2026-08-02T12:00:00.000Z'), mine('locked'), won('new', '2026-11-02T12:00:00.000Z')]
  expect(wonLatest(list).map(({ id }) => id)).toEqual(['new', 'old'])
})
