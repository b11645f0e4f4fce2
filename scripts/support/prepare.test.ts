import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { uiSources } from './prepare.mjs'

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
