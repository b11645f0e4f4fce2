import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { expectSound, PHONE, type Visitor, visit } from './visitor.ts'

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

test('nothing reported: No reports', async () => {
  visitor = await visit(browser, app, '/admin/reports', { as: admin })
  await visitor.page.getByText('No reports').waitFor()
  await expectSound(visitor.page, 'no reports')
})

test('a report reaches the admins without a reload, and the message can be deleted', async () => {
  const [author, member] = [await app.player('loudmouth'), await app.player('offended')]
  const league = (await author.post('/api/leagues', { name: 'Sunday side' })).body
  await member.post('/api/leagues/join-code', { joinCode: league.joinCode })
  const path = `/api/leagues/${league.id}/messages`
  const message = (await author.post(path, { content: 'You play like a traffic cone' })).body

  visitor = await visit(browser, app, '/admin/reports', { as: admin, theme: 'dark', size: PHONE })
  const { page } = visitor
  await page.getByText('No reports').waitFor()
  expect((await member.post(`/api/messages/${message.id}/report`, { reason: 'Rude' })).status).toBe(200)
  await page.getByText('You play like a traffic cone').waitFor({ timeout: 5_000 })
  await page.getByText('Reported by offended: Rude').waitFor()
  await expectSound(page, 'a report')

  await page.getByRole('button', { name: 'Delete the message of loudmouth' }).click()
  await visitor.toast('Message deleted')
  await page.getByText('No reports').waitFor()
  expect((await member.get(path))[0]).toMatchObject({ isDeleted: true, content: null })
})
