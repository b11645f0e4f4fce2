import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emissions } from './emissions.ts'

test('every event that an area declares is emitted, or has a reason why not (R170)', () => {
  const declared = globSync('src/*/events.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bEvent<\s*'(\w+)'/g)].map(([, type]) => type!),
  )
  expect(declared.length).toBeGreaterThan(60)
  expect(Object.keys(emissions).sort()).toEqual([...new Set(declared)].sort())
})
