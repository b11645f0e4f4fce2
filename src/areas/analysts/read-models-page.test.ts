import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { groups, readModels } from '../index.ts'
import { readModelsPage } from './read-models-page.ts'

test('docs/read-models.md matches the definitions (npm run projections -- docs writes it)', async () => {
  const page = await readFile(new URL('../../../docs/read-models.md', import.meta.url), 'utf8')
  expect(page).toBe(readModelsPage(groups, readModels))
})
