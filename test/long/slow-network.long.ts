import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE } from '../browser/soundness.ts'
import { openWindow } from '../browser/window.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import type { TestClient } from '../support/client.ts'
import { promised } from '../support/promised.ts'

/** Slow 3G: 400 ms for each round trip, 50 kB a second. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** The promises in ms: fixtures with an empty cache, a skeleton after a press, and the page behind it. */
const [FIXTURES, SKELETON, NEXT_PAGE] = [6_000, 300, 2_000]
/** Time in ms for a look at the page, in which the panels below the window load. */
const QUIET = 4_000

let app: TestApp
let browser: Browser
let player: TestClient
beforeAll(async () => {
  app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
  browser = await launchBrowser()
  await app.player('slow')
  // A returning player: the first session also loads the tour.
  player = app.client()
  expect((await player.post('/api/login', { username: 'slow', password: 'password-1' })).status).toBe(200)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** Opens the home page with an empty cache. Returns the page and the time until its fixtures. */
async function openHome(): Promise<{ readonly page: Page; readonly fixtures: number }> {
  const { context, page } = await openWindow(browser, { url: app.url, as: player, size: PHONE, theme: 'light' })
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.clearBrowserCache')
  await network.send('Network.emulateNetworkConditions', SLOW)
  const start = performance.now()
  await page.goto('/', { waitUntil: 'commit' })
  await page
    .getByRole('textbox', { name: / goals$/ })
    .first()
    .waitFor()
  return { page, fixtures: performance.now() - start }
}

/** Presses a link. Returns the times until the page shows that it loads, or has loaded, and until it has. */
const follow = (page: Page, link: string): Promise<{ readonly shown: number; readonly ready: number }> =>
  page.evaluate(
    (name) =>
      new Promise((resolve) => {
        const main = document.querySelector('main')!
        const found = [...document.querySelectorAll<HTMLElement>('nav a')].find(
          ({ textContent, offsetParent }) => textContent === name && offsetParent !== null,
        )!
        const [before, start] = [main.querySelector('h1')?.textContent, performance.now()]
        let shown: number | undefined
        const look = () => {
          const isBusy = main.querySelector('[aria-busy=true]') !== null
          const isNew = main.querySelector('h1') !== null && main.querySelector('h1')!.textContent !== before
          if (isBusy || isNew) shown ??= performance.now() - start
          if (isNew && !isBusy) resolve({ shown: shown!, ready: performance.now() - start })
          else requestAnimationFrame(look)
        }
        found.click()
        requestAnimationFrame(look)
      }),
    link,
  )

test('R420: on a slow network with an empty cache fixtures appear within 6 s, and the next page within 2 s after its skeleton', async () => {
  const { page, fixtures } = await openHome()
  expect.soft(fixtures, 'fixtures').toBeLessThan(promised(FIXTURES))
  const times: Record<string, { readonly shown: number; readonly ready: number }> = {}
  for (const link of ['Leagues', 'Leaderboard', 'Competitions']) {
    await page.waitForTimeout(QUIET)
    times[link] = await follow(page, link)
  }
  for (const [link, { shown, ready }] of Object.entries(times)) {
    expect.soft(shown, `skeleton of ${link}`).toBeLessThan(promised(SKELETON))
    expect.soft(ready, link).toBeLessThan(promised(NEXT_PAGE))
  }
})
