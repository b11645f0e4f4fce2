import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Locator, Page, WebSocket } from 'playwright'
import { expect } from 'vitest'
import type { Fixture } from '../../src/contracts/fixtures.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { closeWindow, openWindow } from './window.ts'

export interface DashboardOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  /** Things may move. */
  readonly motion?: boolean
  /** Before the page opens: routes that answer something else. */
  prepare?(context: BrowserContext): Promise<unknown>
  /** Console errors that this test brings about itself. */
  readonly expected?: RegExp
}

/** The home page as a player uses it. Its `close` fails on any console error, and on styles or scripts that the CSP stopped. */
export interface DashboardPage {
  readonly page: Page
  /** Requests so far whose path begins so. */
  requests(path: string): number
  row(match: string): Locator
  box(match: string, team: string): Locator
  /** Waits until a row says that it is in this state. */
  is(match: string, state: string): Promise<void>
  /** Types into the boxes, wherever the focus goes by itself. */
  type(digits: string): Promise<void>
  focused(): Promise<string | null>
  /** What the leaderboard says of somebody ('You' for the reader), on one line. */
  standing(name: string): Promise<string>
  toast(text: string | RegExp): Promise<void>
  reload(): Promise<void>
  /** The socket stands: a change that nobody could hear yet would prove nothing. */
  connected(): Promise<void>
  close(): Promise<void>
}

/** Opens the home page for somebody signed in; without a client as a stranger. */
export async function openDashboard(
  browser: Browser,
  app: TestApp,
  client: TestClient | null,
  options: DashboardOptions = {},
): Promise<DashboardPage> {
  const { width = 1280, height = 900, theme = 'light', motion = false, expected } = options
  const window = await openWindow(browser, { url: app.url, as: client, size: { width, height }, theme, motion })
  const { context, page } = window
  await options.prepare?.(context)
  const errors: string[] = []
  const paths: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  const connected = socketOf(page)
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto(app.url)
  if (client) await page.getByRole('heading', { level: 1 }).waitFor()

  const row = (match: string) =>
    page.locator('li[data-state]', { has: page.getByRole('heading', { name: match, exact: true }) })
  return {
    page,
    requests: (path) => paths.filter((each) => each.startsWith(path)).length,
    row,
    box: (match, team) => row(match).getByLabel(`${team} goals`),
    is: (match, state) => expect.poll(() => row(match).getAttribute('data-state')).toBe(state),
    async standing(name) {
      const item = page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem').filter({ hasText: name })
      return (await item.innerText()).replaceAll(/\s+/g, ' ')
    },
    async type(digits) {
      for (const digit of digits) await page.keyboard.press(digit)
    },
    focused: () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null),
    toast: (text) => page.getByRole('status').getByText(text).first().waitFor(),
    async reload() {
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    connected,
    async close() {
      await closeWindow(window)
      expect(errors.filter((error) => !expected?.test(error))).toEqual([])
    },
  }
}

/** Waits until the socket of a page that is about to open stands. */
export function socketOf(page: Page): () => Promise<void> {
  let standing: WebSocket | null = null
  page.on('websocket', (socket) => {
    // Engine.IO's message 4, Socket.IO's connect 0: the server has let this socket in.
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('40')) standing = socket
    })
    socket.on('close', () => {
      if (standing === socket) standing = null
    })
  })
  return () => expect.poll(() => standing !== null).toBe(true)
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** The rules that ask for colours, which are all that two themes differ in. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** axe with every WCAG rule up to 2.2 AA finds nothing, neither in the theme that is shown nor, of colours, in the other; `only`: the page has no other one. */
export async function expectAccessible(page: Page, what: string, only?: 'this theme'): Promise<void> {
  // As tall as the page: a row that happens to lie half under a bar that sticks counts as a small target.
  const size = page.viewportSize()!
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: size.width, height: height + 200 })
  const found = await violations(page, { type: 'tag', values: RULES })
  if (!only) {
    const other = await flipTheme(page)
    found.push(...(await violations(page, { type: 'rule', values: COLOUR_RULES })).map((each) => `${other}: ${each}`))
    await flipTheme(page)
  }
  await page.setViewportSize(size)
  expect(found.map((each) => `${what}: ${each}`)).toEqual([])
}

/** What axe finds in the page. It is given the page's window once, and only what is wrong comes back. */
async function violations(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (options) => {
      const { violations }: AxeResults = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
    },
    { runOnly, resultTypes: ['violations'] } as RunOptions,
  )
}

/** As the theme toggle paints it. Gives the theme that is now shown. */
const flipTheme = (page: Page) =>
  page.evaluate(() => {
    const { classList, dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
    classList.toggle('dark', dataset.theme === 'dark')
    return dataset.theme
  })

/** Nothing sticks out at the side, once what measures itself has taken the width of the window. */
export async function expectNoSideways(page: Page, what: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: what,
    })
    .toBe(0)
}

export const nameOf = (fixture: Fixture) => `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`

/** The matches of the gameweek that the page opens on, the lowest with something upcoming, by kickoff. */
export async function currentFixtures(client: TestClient): Promise<Fixture[]> {
  const fixtures: Fixture[] = await client.get('/api/fixtures')
  const gameweek = Math.min(...fixtures.filter(({ isOpen }) => isOpen).map((fixture) => fixture.gameweek))
  return fixtures
    .filter((fixture) => fixture.gameweek === gameweek)
    .sort((a, b) => Date.parse(a.kickoffTime!) - Date.parse(b.kickoffTime!) || a.id - b.id)
}

/** An administrator enters a result. */
export async function enterResult(admin: TestClient, fixture: Fixture, homeScore: number, awayScore: number) {
  const { status, body } = await admin.post(`/api/admin/fixtures/${fixture.id}/result`, {
    homeScore,
    awayScore,
    reason: 'Full time',
  })
  if (status !== 200) throw new Error(`result: ${status} ${body?.detail}`)
}
