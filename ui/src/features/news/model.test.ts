import { expect, test } from 'vitest'
import { heatOf, initialsOf, isOwn, pictureOf, shareOf } from './model.ts'

test('only pages of the game are its own, none that a feed could send', () => {
  expect(isOwn({ url: '/news/2024-25-gameweek-1-winner' })).toBe(true)
  for (const url of [
    'https://example.org/news/x',
    '//example.org/news/x',
    'javascript:alert(1)',
    '/news/../admin',
    '/api/logout',
  ])
    expect(isOwn({ url }), url).toBe(false)
})

test('only the game’s own pictures are shown (T51)', () => {
  expect(pictureOf({ urlToImage: 'data:image/svg+xml,x' })).toBe('data:image/svg+xml,x')
  expect(pictureOf({ urlToImage: 'https://example.org/pixel.gif' })).toBeNull()
  expect(pictureOf({ urlToImage: null })).toBeNull()
})

test('two letters replace a missing picture', () => {
  expect(initialsOf('Example Herald of the North')).toBe('EX')
  expect(initialsOf('„5 Live“')).toBe('5L')
  expect(initialsOf('…')).toBe('')
})

test('shares are rounded, and 0 without picks', () => {
  expect([shareOf(1, 3), shareOf(2, 3), shareOf(0, 0)]).toEqual([33, 67, 0])
})

test('scores without picks are 0 in the grid', () => {
  const heat = heatOf([{ home: 2, away: 1, players: 7 }])
  expect(heat[2]![1]).toBe(7)
  expect(heat.flat().reduce((sum, players) => sum + players, 0)).toBe(7)
  expect(heat).toHaveLength(5)
})
