import { expect, test } from 'vitest'
import type { NavigationSlot } from '../lib/area.ts'
import { gameweekOf, gameweekPath, HOME, isAt, pageOf } from '../lib/paths.ts'
import { linksIn } from './navigation.ts'
import { ADMIN_PAGES, PAGES } from './pages.tsx'

test('only administrators see the links to pages of administrators', () => {
  for (const place of ['header', 'bar', 'more', 'admin', 'picture'] as const)
    expect(linksIn(place, 'user').filter(({ role }) => role === 'admin')).toEqual([])
  expect(linksIn('header', 'admin').some(({ role }) => role === 'admin')).toBe(true)
  expect(linksIn('admin', 'admin').map(({ to }) => to)).toEqual(ADMIN_PAGES.map(({ path }) => path))
})

test('the header links to leagues, competitions, profile and achievements in this order, then to leaderboard, table and analytics', () => {
  const order = ['/leagues', '/competitions', '/profile', '/achievements', '/leaderboard', '/table', '/analytics']
  const header = linksIn('header', 'admin').map(({ to }) => to)
  expect(header.slice(0, 4)).toEqual(order.slice(0, 4))
  expect(header.filter((to) => order.includes(to))).toEqual(order)
})

test('on a phone every page with a link is in the bar or under More', () => {
  const to = (place: NavigationSlot) => linksIn(place, 'admin').map((link) => link.to)
  const linked = [...PAGES, ...ADMIN_PAGES].filter(({ link }) => link).map(({ path }) => path)
  expect([...new Set([...to('bar'), ...to('more')])].sort()).toEqual(linked.sort())
})

test('a link is current on its page and below it, home only on itself', () => {
  const admin = linksIn('header', 'admin').find(({ to }) => to === '/admin')!
  expect(isAt(admin, '/admin/fixtures')).toBe(true)
  expect(isAt(admin, '/administer')).toBe(false)
  expect(isAt(HOME, '/')).toBe(true)
  expect(isAt(HOME, '/admin')).toBe(false)
})

test('a gameweek has its own address on the home page', () => {
  expect(gameweekOf(gameweekPath(14))).toBe(14)
  expect(pageOf('/gameweeks/14')).toBe('/')
  expect(isAt(HOME, '/gameweeks/14')).toBe(true)
  for (const path of ['/', '/gameweeks', '/gameweeks/0', '/gameweeks/39', '/gameweeks/last', '/gameweeks/1/2']) {
    expect(gameweekOf(path), path).toBeNull()
    expect(pageOf(path), path).toBe(path)
  }
})
