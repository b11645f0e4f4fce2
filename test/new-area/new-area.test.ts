import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { linesAdded, touched } from './scratch.ts'

// An area is a module. `shouts` is one that the game does not have: test/long/new-area.long.ts adds it to a copy of the checkout and
// tries it there. Here is what can be told without the copy.

test('a new area touches four files beside its own', () => {
  expect(touched()).toEqual([
    'src/areas/index.ts',
    'src/contracts/topics.ts',
    'src/simulation/emissions.ts',
    'ui/src/app/pages.tsx',
  ])
})

test('docs/new-area.md says what its diff is', () => {
  const told = readFileSync(new URL('../../docs/new-area.md', import.meta.url), 'utf8')
  const stat = new Map([...told.matchAll(/^ (\S+) +\| +(\d+) \++$/gm)].map(([, file, lines]) => [file, Number(lines)]))
  const made = ['docs/events.md', 'docs/read-models.md', 'projections/versions.json']
  expect([...stat.keys()].sort()).toEqual([...linesAdded().keys(), ...made].sort())
  expect(Object.fromEntries(stat)).toMatchObject(Object.fromEntries(linesAdded()))
})
