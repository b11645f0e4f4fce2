import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { test } from 'vitest'
import { TYPES } from '../../src/identifiers.ts'
import { setStage } from './stage.ts'
import { expectSound, PHONE, type VisitorOptions } from './visitor.ts'

const stage = setStage()

const open = async (options?: VisitorOptions): Promise<Page> => {
  const page = await stage.open('/admin/read-models', options)
  await page.getByRole('heading', { level: 1, name: 'Read Models' }).waitFor()
  return page
}

test('every read model and reactor says how it is doing', async () => {
  const page = await open()
  for (const name of ['play', 'people', 'settled-gameweeks'])
    await page.getByRole('listitem').filter({ hasText: name }).getByText('Up to date').waitFor()
  await expectSound(page, 'read models')
})

test('a rebuild is asked for here, and ends up to date', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Rebuild people' }).click()
  await page.getByRole('listitem').filter({ hasText: 'people' }).getByText('Up to date').waitFor()
})

test('an event that stops a read model is shown with its error, and can be skipped', async () => {
  const id = randomUUID()
  const data = { predictionId: 'none', userId: 'nobody', fixtureId: 'nowhere', pick: { result: 'home', score: null } }
  const at = '2026-11-21T09:00:00.000Z'
  const metadata = { $correlationId: id, $causationId: id, actor: null, version: 1, source: 'command' as const, at }
  await stage.app.container
    .get(TYPES.RawLog)
    .append('prediction-poison', [{ id, type: 'PredictionSubmitted', data, metadata }], 'no_stream')
  const page = await open({ theme: 'dark', size: PHONE })
  await page.getByRole('heading', { name: 'Stopped by an event' }).waitFor()
  await page.getByText('invalid input syntax').waitFor()
  await expectSound(page, 'a stopped read model')
  await page.getByRole('button', { name: 'Skip event of play' }).click()
  await page.getByRole('heading', { name: 'Stopped by an event' }).waitFor({ state: 'detached' })
})
