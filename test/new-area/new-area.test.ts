import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addArea, filesOfArea, listsWithArea } from '../../scripts/support/add-area.ts'
import { linesAdded, SHOUTS } from './scratch.ts'

// An area is a module. `shouts` is a sample area outside the game. These tests need no copy of the checkout;
// test/long/new-area.long.ts adds the area to a copy and runs it there.

const root = fileURLToPath(new URL('../..', import.meta.url))

test('a new area touches two files outside its own', () => {
  expect([...listsWithArea(root, SHOUTS).keys()]).toEqual(['src/areas/index.ts', 'ui/src/app/pages.tsx'])
})

test('the sample area has at most 14 product files and 350 lines', () => {
  const isTest = (file: string) => file.startsWith('test/') || file.includes('.test.')
  const product = [...filesOfArea(root, SHOUTS)].filter(([file]) => !isTest(file))
  expect(product.length).toBeLessThanOrEqual(14)
  expect(product.reduce((lines, [, text]) => lines + text.split('\n').length - 1, 0)).toBeLessThanOrEqual(350)
})

test('npm run new-area adds the sample area under another name, and never overwrites a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-add-area-'))
  try {
    for (const file of listsWithArea(root, SHOUTS).keys()) cpSync(path.join(root, file), path.join(folder, file))
    const polls = { many: 'polls', one: 'poll' }
    const written = addArea(folder, polls, root)
    expect(written).toContain('src/areas/polls/area.ts')
    for (const file of written)
      expect(`${file} ${readFileSync(path.join(folder, file), 'utf8')}`, file).not.toMatch(/shout/i)
    expect(readFileSync(path.join(folder, 'src/areas/index.ts'), 'utf8')).toContain('\n  polls,\n]')
    expect(() => addArea(folder, polls, root)).toThrow('already exists')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('docs/how-to/add-an-area.md contains the diff of the sample area', () => {
  const page = readFileSync(new URL('../../docs/how-to/add-an-area.md', import.meta.url), 'utf8')
  const stat = new Map([...page.matchAll(/^ (\S+) +\| +(\d+) \++$/gm)].map(([, file, lines]) => [file, Number(lines)]))
  const generated = ['docs/events.md', 'docs/read-models.md', 'projections/versions.json']
  expect([...stat.keys()].sort()).toEqual([...linesAdded().keys(), ...generated].sort())
  expect(Object.fromEntries(stat)).toMatchObject(Object.fromEntries(linesAdded()))
})
