import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWN_TESTIMONIALS } from '../../src/areas/testimonials/contract.ts'
import { HELP } from '../../ui/src/app/help/content.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { openHelp } from './help-page.ts'
import { expectAccessible } from './soundness.ts'
import { visit } from './visitor.ts'

let browser: Browser
let app: TestApp
let player: TestClient
beforeAll(async () => {
  browser = await launchBrowser()
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  player = await app.player('curious')
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

test('every tab of the help has its content', async () => {
  const help = await openHelp(browser, app, '/help', { as: player })
  for (const topic of HELP) {
    await help.open(topic.title)
    const panel = help.page.getByRole('tabpanel', { name: topic.title })
    for (const { title, entries } of topic.sections) {
      const section = panel.getByRole('region', { name: title, exact: true })
      for (const entry of entries) await section.getByText(entry.title, { exact: true }).waitFor()
    }
  }
  await help.open('Scoring')
  const examples = help.page
    .getByRole('region', { name: 'You predicted 2–1. Three ways it can end' })
    .getByRole('listitem')
  const said = (await examples.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  expect(said[0]).toMatch(/It ends 2–1 .*15 Exact/)
  expect(said[1]).toMatch(/It ends 3–1 .*5 Correct/)
  expect(said[2]).toMatch(/It ends 1–2 .*0 Wrong/)
  await help.open('Getting Started')
  await help.act('History')
  await help.page.getByRole('heading', { name: 'curious', level: 1 }).waitFor()
  await help.leave()
})

test('the help is found by searching, and a hit opens at its line', async () => {
  const help = await openHelp(browser, app, '/help', { as: player })
  await help.search('lock')
  await help.page.getByRole('list', { name: 'Found' }).waitFor()
  const hits = await help.hits()
  await help.page.getByRole('status').getByText(`${hits.length} results`).waitFor()
  expect(hits[0]).toMatch(/Predictions\s+Predictions lock 5 minutes before kickoff/)
  await help.follow('Password and security')
  await expect.poll(() => help.tab()).toBe('Advanced')
  await expect.poll(() => help.found()).toContain('After 5 wrong attempts we block your connection for 15 minutes.')
  await help.search('cash out')
  await help.page.getByText('Nothing about “cash out”').waitFor()
  await expectAccessible(help, 'Nothing found')
  await help.leave()
})

test('a page links to its section of the help, and Back returns', async () => {
  const visitor = await visit(browser, app, '/leagues', { as: player })
  await visitor.page.getByRole('link', { name: 'Help: How leagues work' }).click()
  await visitor.page.getByRole('tab', { name: 'Multiplayer', selected: true }).waitFor()
  await visitor.page.goBack()
  await visitor.page.getByRole('heading', { name: 'Leagues', level: 1 }).waitFor()
  await visitor.leave()
})

test('the landing page describes the game, also when the server does not respond', async () => {
  const stranger = await visit(browser, app, '/', {
    expected: /testimonials|status of 503/,
    prepare: async (page) => {
      await page.route('**/api/testimonials', (route) => route.fulfill({ status: 503, body: '' }))
    },
  })
  const part = stranger.page.getByRole('region', { name: 'Who it is for' })
  await expect.poll(() => part.getByRole('listitem').count()).toBe(6)
  for (const { name, text } of OWN_TESTIMONIALS) {
    await part.getByText(name, { exact: true }).waitFor()
    await part.getByText(text, { exact: true }).waitFor()
  }
  await stranger.leave()
})

test('testimonials of others open their films in a separate window', async () => {
  const others = [{ name: 'A league', text: 'We play.', videoUrl: 'https://films.example/1' }]
  const stranger = await visit(browser, app, '/', {
    prepare: async (page) => {
      await page.route('**/api/testimonials', (route) => route.fulfill({ json: others }))
    },
  })
  const film = stranger.page.getByRole('link', { name: 'Watch A league' })
  expect(await film.getAttribute('target')).toBe('_blank')
  expect(await film.getAttribute('rel')).toBe('noopener noreferrer')
  expect(await stranger.page.getByRole('region', { name: 'Who it is for' }).getByRole('listitem').count()).toBe(1)
  await stranger.leave()
})
