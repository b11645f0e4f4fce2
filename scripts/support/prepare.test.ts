import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { haveAll, uiSources } from './prepare.mjs'

test('(R295) the pages are built again after a change of any file that they import', () => {
  const sources = uiSources()
  const imported = sources
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/ from '(\.{1,2}\/[^']*\.tsx?)'/g)].map(([, target]) =>
        path.join(path.dirname(file), target!),
      ),
    )
  expect(imported.length).toBeGreaterThan(1_000)
  expect(imported.filter((file) => !sources.includes(file))).toEqual([])
})

test('(R292) commands in the image do not install the packages for building and testing', () => {
  const wanted = {
    '': {},
    'node_modules/pg': { version: '1.0.0' },
    'node_modules/vite': { version: '1.0.0', dev: true },
  }
  const present = { 'node_modules/pg': { version: '1.0.0' } }
  expect(haveAll(wanted, present, { NODE_ENV: 'production' })).toBe(true)
  expect(haveAll(wanted, present, {})).toBe(false)
  expect(haveAll(wanted, { 'node_modules/pg': { version: '0.9.0' } }, { NODE_ENV: 'production' })).toBe(false)
})
