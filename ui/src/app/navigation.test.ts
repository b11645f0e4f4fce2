import { expect, test } from 'vitest'
import { LINKS, linksFor, linksIn } from './navigation.ts'
import { gameweekOf, gameweekPath, HOME, isAt, pageOf } from './paths.ts'

test('only administrators see the admin links', () => {
  const inArea = linksIn('admin')
  expect(linksFor([...LINKS, ...inArea], 'user').filter(({ to }) => /^\/(admin|testing)/.test(to))).toEqual([])
  expect(linksFor(LINKS, 'admin').map(({ to }) => to)).toEqual(expect.arrayContaining(['/admin', '/testing']))
  expect(linksFor(inArea, 'admin').map(({ to }) => to)).toEqual([
    '/admin/accounts',
    '/admin/fixtures',
    '/admin/achievements',
    '/admin/reports',
    '/admin/reset-requests',
    '/admin/read-models',
  ])
})

test('the header leads to leagues, competitions, the profile and achievements in this order, then to the leaderboard, the table and analytics', () => {
  expect(linksFor(LINKS, 'user').map(({ to }) => to)).toEqual([
    '/leagues',
    '/competitions',
    '/profile',
    '/achievements',
    '/social',
    '/help',
    '/feedback',
    '/leaderboard',
    '/table',
    '/analytics',
    '/web3-demo',
  ])
})

test('a link is current on its page and below it, home only on itself', () => {
  const admin = LINKS.find(({ to }) => to === '/admin')!
  expect(isAt(admin, '/admin/fixtures')).toBe(true)
  expect(isAt(admin, '/administer')).toBe(false)
  expect(isAt(HOME, '/')).toBe(true)
  expect(isAt(HOME, '/admin')).toBe(false)
})

test('a gameweek has an address of its own, on the home page', () => {
  expect(gameweekOf(gameweekPath(14))).toBe(14)
  expect(pageOf('/gameweeks/14')).toBe('/')
  expect(isAt(HOME, '/gameweeks/14')).toBe(true)
  for (const path of ['/', '/gameweeks', '/gameweeks/0', '/gameweeks/39', '/gameweeks/last', '/gameweeks/1/2']) {
    expect(gameweekOf(path), path).toBeNull()
    expect(pageOf(path), path).toBe(path)
  }
})
