import { expect, test } from 'vitest'
import { ADMIN_LINKS, HOME, isAt, LINKS, linksFor } from './navigation.ts'

test('only administrators see the admin links', () => {
  expect(linksFor([...LINKS, ...ADMIN_LINKS], 'user').filter(({ to }) => to.startsWith('/admin'))).toEqual([])
  expect(linksFor(LINKS, 'admin').map(({ to }) => to)).toContain('/admin')
  expect(linksFor(ADMIN_LINKS, 'admin').map(({ to }) => to)).toEqual([
    '/admin/accounts',
    '/admin/fixtures',
    '/admin/achievements',
    '/admin/reports',
    '/admin/read-models',
  ])
})

test('the links of the specification stand in its order, the leaderboard after them', () => {
  expect(linksFor(LINKS, 'user').map(({ to }) => to)).toEqual([
    '/leagues',
    '/competitions',
    '/achievements',
    '/leaderboard',
  ])
})

test('a link is current on its page and below it, home only on itself', () => {
  const admin = LINKS.find(({ to }) => to === '/admin')!
  expect(isAt(admin, '/admin/fixtures')).toBe(true)
  expect(isAt(admin, '/administer')).toBe(false)
  expect(isAt(HOME, '/')).toBe(true)
  expect(isAt(HOME, '/admin')).toBe(false)
})
