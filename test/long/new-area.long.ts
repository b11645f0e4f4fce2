import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scratch, scratchWithShouts } from '../new-area/scratch.ts'

// An area is a module: the sample area is added to a copy of the checkout as docs/how-to/add-an-area.md describes. Its routes, projection,
// export, erasure, notifications and pages work there.

let scratch: Scratch
let hasGit = true
beforeAll(async () => {
  scratch = await scratchWithShouts(async ({ run }) => {
    try {
      await run('git', ['init', '--quiet'])
      await run('git', ['add', '.'])
    } catch {
      hasGit = false
    }
  })
  // The code that a developer writes for the new area.
  await Promise.all([
    scratch.node(['scripts/events.ts']),
    scratch.node(['scripts/versions.ts']),
    scratch.node(['scripts/projections.ts', 'docs']),
  ])
})
afterAll(() => scratch?.remove())

test('docs/how-to/add-an-area.md has its diff', async ({ skip }) => {
  if (!hasGit) skip('there is no git on this machine')
  await scratch.run('git', ['add', '--intent-to-add', '.'])
  const stat = await scratch.run('git', ['diff', '--stat=100', '--', '.', ':!node_modules'])
  expect(readFileSync(new URL('../../docs/how-to/add-an-area.md', import.meta.url), 'utf8')).toContain(stat.trimEnd())
})

test('its types fit', async () => {
  await scratch.node(['node_modules/typescript/bin/tsc', '-p', '.'])
})

test('its own tests and those that detect omissions pass', async () => {
  await scratch.node(['node_modules/vite/bin/vite.js', 'build', 'ui', '--logLevel=warn'])
  const printed = await scratch.node([
    ...['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', '--no-color'],
    ...['shouts', 'src/areas', 'src/kernel/quota.test.ts', 'src/slice/read-models', 'projections/versions.test.ts'],
    ...[
      'projections/engine/console',
      'ui/src/app/pages.test.ts',
      'test/architecture.test.ts',
      'test/documents.test.ts',
    ],
    ...['test/golden', 'test/api/personal-data.test.ts', 'test/api/growth.test.ts'],
  ])
  expect(printed).toMatch(/Test Files +\d+ passed/)
  expect(printed).toContain('test/api/shouts.test.ts')
})

// An idle machine needs two minutes for the check.
test('npm run new-area -- polls adds an area that passes npm run check', async () => {
  scratch.copy('package-lock.json', 'biome.json', 'test/new-area/shouts')
  await scratch.node(['scripts/new-area.ts', 'polls'])
  await scratch.node(['scripts/test.mjs', '--check'])
}, 900_000)
