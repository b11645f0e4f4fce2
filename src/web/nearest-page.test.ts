import { expect, test } from 'vitest'
import { nearestPage } from './nearest-page.ts'

const pages = new Map(['/', '/leagues', '/admin', '/admin/accounts'].map((path) => [path, path]))

test.each([
  ['/', '/'],
  ['/leagues', '/leagues'],
  ['/leagues/7/statistics', '/leagues'],
  ['/admin/accounts', '/admin/accounts'],
  ['/admin/nothing', '/admin'],
  ['/nothing/at/all', '/'],
  ['//leagues', '/'],
])('%s has the page of %s', (path, nearest) => {
  expect(nearestPage(pages, path)).toBe(nearest)
})

test('a path of slashes takes no longer than one of letters', () => {
  const began = performance.now()
  for (let n = 0; n < 100; n++) expect(nearestPage(pages, '/'.repeat(15_500))).toBe('/')
  // 100 of them took 20 s when each slash was processed.
  expect(performance.now() - began).toBeLessThan(500)
})
