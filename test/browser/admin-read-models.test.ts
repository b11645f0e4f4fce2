import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { expectSound, PHONE, type Visitor, type VisitorOptions, visit } from './visitor.ts'

let browser: Browser
let app: TestApp
let admin: TestClient
let visitor: Visitor
beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  admin = await app.admin()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})
afterEach(() => visitor?.leave())

const open = async (options?: VisitorOptions): Promise<Page> => {
  visitor = await visit(browser, app, '/admin/read-models', { as: admin, ...options })
  await visitor.page.getByRole('heading', { level: 1, name: 'Read Models' }).waitFor()
  return visitor.page
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
  await app.container
    .get(TYPES.RawLog)
    .append('prediction-poison', [{ id, type: 'PredictionSubmitted', data, metadata }], 'no_stream')
  const page = await open({ theme: 'dark', size: PHONE })
  await page.getByRole('heading', { name: 'Stopped by an event' }).waitFor({ timeout: 20_000 })
  await page.getByText('invalid input syntax').waitFor()
  await expectSound(page, 'a stopped read model')
  await page.getByRole('button', { name: 'Skip event of play' }).click()
  await page.getByRole('heading', { name: 'Stopped by an event' }).waitFor({ state: 'detached' })
})
