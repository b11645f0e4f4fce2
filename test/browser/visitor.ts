import type { Browser, BrowserContext, Locator, Page, WebSocket } from 'playwright'
import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { DESK } from './soundness.ts'
import { closeWindow, hasToasted, openWindow, WAIT_TIMEOUT_MS } from './window.ts'

/** A browser window and the actions that every page supports. Page objects add the actions of their page. */
export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Waits for a page with this main heading. */
  isAt(heading: string | RegExp): Promise<void>
  /** Waits until the page has this heading. */
  shows(heading: string | RegExp): Promise<void>
  /** Waits until the page shows the text in one place; `exactly`: as the whole text of an element. */
  says(text: string | RegExp, how?: 'exactly'): Promise<void>
  saysNoMore(text: string | RegExp): Promise<void>
  /** Number of places with this text. */
  times(text: string | RegExp): Promise<number>
  /** Waits until a toast with this text has been shown, later than the one last waited for. */
  toast(text: string | RegExp): Promise<void>
  /** The toast with this text. */
  toasted(text: string): Locator
  /** Presses a button of the page. */
  press(button: string | RegExp): Promise<void>
  /** Presses a key, at the current focus. */
  key(name: string): Promise<void>
  goTo(path: string): Promise<void>
  /** The same as a link of the app does it: the app is not loaded again. */
  goWithin(path: string): Promise<void>
  back(): Promise<void>
  reload(): Promise<void>
  tryAgain(): Promise<void>
  url(): URL
  /** The name of the focused element. */
  focused(): Promise<string | null>
  /** The paths of all requests during an action. */
  askedBy(doing: () => Promise<void>): Promise<readonly string[]>
  /** Waits until the page sends no more requests. */
  isQuiet(): Promise<void>
  /** Number of requests so far with this path prefix. */
  requests(path: string): number
  /** Waits until the socket is connected: earlier changes would not arrive and prove nothing. */
  connected(): Promise<void>
  /**
   * Called once; fails on any problem that the browser reported: console errors, and styles or scripts blocked by the
   * CSP.
   */
  leave(): Promise<void>
}

export interface VisitorOptions {
  /** Signed in as this client; by default without a session. */
  readonly as?: TestClient | null
  readonly size?: { width: number; height: number }
  readonly theme?: 'light' | 'dark'
  /** Enables animations. */
  readonly motion?: boolean
  /** Allows the service worker. */
  readonly worker?: boolean
  /** Console errors that this test causes itself. */
  readonly expected?: RegExp
  /** Runs before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

export async function visit(
  browser: Browser,
  app: TestApp,
  path: string,
  { as = null, size = DESK, theme = 'light', motion, worker, expected, prepare }: VisitorOptions = {},
): Promise<Visitor> {
  const window = await openWindow(browser, { url: app.url, as, size, theme, motion, worker })
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
  // While the session is being checked, the landing page is shown here too.
  if (as) await page.getByRole('banner').waitFor()
  return {
    page,
    context,
    isAt: (heading) => page.getByRole('heading', { level: 1, name: heading }).waitFor(),
    shows: (heading) => page.getByRole('heading', { name: heading }).waitFor(),
    says: (text, how) => page.getByText(text, { exact: how === 'exactly' }).waitFor(),
    saysNoMore: (text) => page.getByText(text).waitFor({ state: 'detached' }),
    times: (text) => page.getByText(text).count(),
    toast: (text) =>
      expect.poll(() => hasToasted(page, text), { timeout: WAIT_TIMEOUT_MS, message: `${text}` }).toBe(true),
    toasted: (text) => page.getByRole('status').filter({ hasText: text }),
    press: (button) => page.getByRole('button', { name: button }).click(),
    key: (name) => page.keyboard.press(name),
    async goTo(to) {
      await page.goto(to)
    },
    goWithin: (to) =>
      page.evaluate((path) => {
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      }, to),
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

/** Returns a function that waits for the socket of a page that is about to open. */
function socketOf(page: Page): () => Promise<void> {
  let standing: WebSocket | null = null
  page.on('websocket', (socket) => {
    // Engine.IO's message 4, Socket.IO's connect 0: the server has accepted this socket.
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('40')) standing = socket
    })
    socket.on('close', () => {
      if (standing === socket) standing = null
    })
  })
  return () => expect.poll(() => standing !== null).toBe(true)
}

/** The text of an element, on one line. */
export const oneLine = async (locator: Locator): Promise<string> => (await locator.innerText()).replaceAll(/\s+/g, ' ')

/** The text of each element, on one line. */
export const lines = async (locator: Locator): Promise<string[]> =>
  (await locator.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))

/** Waits until the element has the focus. */
export const expectFocus = (locator: Locator): Promise<void> =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true)
