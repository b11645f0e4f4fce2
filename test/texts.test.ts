import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { textsOfArea } from './support/texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const foldersIn = (parent: string): readonly string[] =>
  readdirSync(path.join(root, parent), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? each.name : []))
const areas = [...new Set(['src/areas', 'ui/src/features', 'ui/src/app'].flatMap(foldersIn))].sort()

// Editors read an area's texts in one file: `npm test -- test/texts.test.ts -u` writes them after a change.
test.each(areas)('texts of %s are listed in test/texts', async (area) => {
  const folders = [`src/areas/${area}`, `ui/src/features/${area}`, `ui/src/app/${area}`]
  const texts = await textsOfArea(
    root,
    folders.filter((folder) => existsSync(path.join(root, folder))),
  )
  await expect(texts).toMatchFileSnapshot(`texts/${area}.txt`)
})

test('texts of the frame are listed', async () => {
  await expect(
    await textsOfArea(root, ['ui/src/ui', 'ui/src/lib', 'ui/src/api', 'src/slice', 'src/web']),
  ).toMatchFileSnapshot('texts/frame.txt')
})
