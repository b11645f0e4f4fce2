import { expect, test } from 'vitest'
import { gameweekPath } from '../../../src/contracts/paths.ts'
import type { NavigationSlot } from '../lib/area.ts'
import { gameweekOf, HOME, isAt, pageOf } from '../lib/paths.ts'
import { decksOf, linksIn } from './navigation.ts'
import { ADMIN_PAGES, PAGES } from './pages.tsx'

test('only administrators see the links to pages of administrators', () => {
  for (const place of ['header', 'bar', 'more', 'admin', 'picture'] as const)
    expect(linksIn(place, 'user').filter(({ role }) => role === 'admin')).toEqual([])
  expect(linksIn('header', 'admin').some(({ role }) => role === 'admin')).toBe(true)
  expect(linksIn('admin', 'admin').map(({ to }) => to)).toEqual(ADMIN_PAGES.map(({ path }) => path))
})

test('the header links to pages in the order of use, with help, feedback and the demo last', () => {
  expect(linksIn('header', 'user').map(({ label }) => label)).toEqual([
    'Leagues',
    'Leaderboard',
    'Competitions',
    'Table',
    'News',
    'Achievements',
    'Analytics',
    'Social',
    'Profile',
    'Help',
    'Feedback',
    'Web3 demo',
  ])
  expect(linksIn('header', 'admin').map(({ to }) => to)).toEqual([
    ...linksIn('header', 'user').map(({ to }) => to),
    '/admin',
    '/testing',
  ])
})

test('below 1440 px the links of a player have their own line, those of an administrator always', () => {
  expect(decksOf(linksIn('header', 'user').length)).toBe('two')
  expect(decksOf(linksIn('header', 'admin').length)).toBe('always')
})

test('the bar of a phone has the places of every day', () => {
  expect(linksIn('bar', 'user').map(({ label }) => label)).toEqual(['Play', 'Leagues', 'Leaderboard', 'Competitions'])
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
