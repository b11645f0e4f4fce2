import type { Browser, BrowserContext, Locator, Page, WebSocket } from 'playwright'
import { expect } from 'vitest'
import type { TestApp, TestClient } from '../support/app.ts'
import { DESK } from './soundness.ts'
import { closeWindow, openWindow } from './window.ts'

/** Somebody with a browser window of their own, and what they can do on every page. Page objects add what they can do on theirs. */
export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** The page with this main heading stands. */
  isAt(heading: string | RegExp): Promise<void>
  /** Something with this heading stands on the page. */
  shows(heading: string | RegExp): Promise<void>
  /** The page says so in one place; `exactly`: with nothing beside it. */
  says(text: string | RegExp, how?: 'exactly'): Promise<void>
  saysNoMore(text: string | RegExp): Promise<void>
  /** In how many places the page says so. */
  times(text: string | RegExp): Promise<number>
  toast(text: string | RegExp): Promise<void>
  /** The same while a dialog hides the toasts from assistive technology. */
  toastBehind(text: string | RegExp): Promise<void>
  /** The toast that says so, as it lies on the page. */
  toasted(text: string): Locator
  /** Presses a button of the page. */
  press(button: string | RegExp): Promise<void>
  /** Presses a key, wherever the focus is. */
  key(name: string): Promise<void>
  goTo(path: string): Promise<void>
  back(): Promise<void>
  reload(): Promise<void>
  tryAgain(): Promise<void>
  url(): URL
  /** What the element that has the focus is called. */
  focused(): Promise<string | null>
  /** The paths of all requests from then on. */
  askedBy(doing: () => Promise<void>): Promise<readonly string[]>
  /** It asks for nothing more. */
  isQuiet(): Promise<void>
  /** Requests so far whose path begins so. */
  requests(path: string): number
  /** The socket stands: a change that nobody could hear yet would prove nothing. */
  connected(): Promise<void>
  /** Once; fails on anything the browser complained of: console errors, and styles or scripts that the CSP stopped. */
  leave(): Promise<void>
}

export interface VisitorOptions {
  /** Signed in as this client; without it a stranger. */
  readonly as?: TestClient | null
  readonly size?: { width: number; height: number }
  readonly theme?: 'light' | 'dark'
  /** Things may move. */
  readonly motion?: boolean
  /** Complaints that this test brings about itself. */
  readonly expected?: RegExp
  /** What has to be before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

export async function visit(
  browser: Browser,
  app: TestApp,
  path: string,
  { as = null, size = DESK, theme = 'light', motion, expected, prepare }: VisitorOptions = {},
): Promise<Visitor> {
  const window = await openWindow(browser, { url: app.url, as, size, theme, motion })
  const { context, page } = window
  const connected = socketOf(page)
  const complaints: string[] = []
  const asked: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let hasLeft = false
  await prepare?.(page)
  await page.goto(path)
  // While the session is being checked the landing page stands here too.
  if (as) await page.getByRole('banner').waitFor()
  return {
    page,
    context,
    isAt: (heading) => page.getByRole('heading', { level: 1, name: heading }).waitFor(),
    shows: (heading) => page.getByRole('heading', { name: heading }).waitFor(),
    says: (text, how) => page.getByText(text, { exact: how === 'exactly' }).waitFor(),
    saysNoMore: (text) => page.getByText(text).waitFor({ state: 'detached' }),
    times: (text) => page.getByText(text).count(),
    toast: (text) => page.getByRole('status').getByText(text).first().waitFor(),
    toasted: (text) => page.getByRole('status').filter({ hasText: text }),
    toastBehind: (text) => page.locator('[role=status]').getByText(text).first().waitFor(),
    press: (button) => page.getByRole('button', { name: button }).click(),
    key: (name) => page.keyboard.press(name),
    async goTo(to) {
      await page.goto(to)
    },
    async back() {
      await page.goBack()
    },
    async reload() {
      await page.reload()
    },
    tryAgain: () => page.getByRole('button', { name: 'Try again' }).click(),
    url: () => new URL(page.url()),
    focused: () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null),
    async askedBy(doing) {
      const after: string[] = []
      page.on('request', (request) => after.push(new URL(request.url()).pathname))
      await doing()
      return after
    },
    isQuiet: () => page.waitForLoadState('networkidle'),
    requests: (begin) => asked.filter((each) => each.startsWith(begin)).length,
    connected,
    async leave() {
      if (hasLeft) return
      hasLeft = true
      await closeWindow(window)
      expect(complaints.filter((complaint) => !expected?.test(complaint))).toEqual([])
    },
  }
}

/** Waits until the socket of a page that is about to open stands. */
function socketOf(page: Page): () => Promise<void> {
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

/** What an element says, on one line. */
export const oneLine = async (locator: Locator): Promise<string> => (await locator.innerText()).replaceAll(/\s+/g, ' ')

/** What each of them says, on one line. */
export const lines = async (locator: Locator): Promise<string[]> =>
  (await locator.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))

/** The focus is there, or comes there. */
export const expectFocus = (locator: Locator): Promise<void> =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true)
