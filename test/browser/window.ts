import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import type { TestClient } from '../support/client.ts'

/** Upper limit for waits, in ms; a page takes long on a busy machine. */
export const WAIT_TIMEOUT_MS = 90_000

export interface WindowOptions {
  readonly url: string
  /** Signed in as this client; null: without a session. */
  readonly as: TestClient | null
  readonly size: { readonly width: number; readonly height: number }
  readonly theme: 'light' | 'dark'
  /** Enables animations. */
  readonly motion?: boolean
  /** Allows the service worker. */
  readonly worker?: boolean
}

/** A window with its page. */
export interface Window {
  readonly context: BrowserContext
  readonly page: Page
}

interface Kept extends Window {
  readonly url: string
  isTaken: boolean
}

/**
 * The reusable window of each browser. Starting one and compiling the pages' code in it costs as much as a page itself.
 */
const reusable = new WeakMap<Browser, Kept>()

/** Irreversible calls: the window is not reused after a test that made one. */
const FOR_GOOD = ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'install']
const HEARD = ['console', 'pageerror', 'request', 'response', 'websocket'] as const
/** A small page of the game's own origin, which keeps the renderer process alive. */
const NOWHERE = '/healthz'

/** An empty browser window. Windows that are open in a browser at the same time share nothing. */
export async function openWindow(browser: Browser, options: WindowOptions): Promise<Window> {
  const { url, as, size, theme, motion, worker = false } = options
  const media = { colorScheme: theme, reducedMotion: motion ? 'no-preference' : 'reduce' } as const
  const before = reusable.get(browser)
  if (before?.url === url && !before.isTaken && !worker) {
    before.isTaken = true
    await before.page.setViewportSize(size)
    await before.page.emulateMedia(media)
    if (as) await signIn(before.context, as, url)
    return before
  }
  const context = await browser.newContext({
    ...media,
    viewport: size,
    ...here(url),
    // Requests through a worker reach neither `page.route` nor the counts of requests.
    serviceWorkers: worker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(WAIT_TIMEOUT_MS)
  await context.addInitScript(keepToasts)
  const page = await context.newPage()
  if (as) await signIn(context, as, url)
  if (before?.isTaken || worker) return { context, page }
  await before?.context.close()
  const window = { context, page, url, isTaken: true }
  reusable.set(browser, window)
  for (const target of [context, page, context.clock])
    for (const name of FOR_GOOD.filter((each) => each in target)) {
      const does = Reflect.get(target, name) as (...given: unknown[]) => unknown
      Reflect.set(target, name, (...given: unknown[]) => {
        if (reusable.get(browser) === window) reusable.delete(browser)
        return does.apply(target, given)
      })
    }
  return window
}

/** Runs in each document: keeps the texts of its toasts, which may be gone when a test on a busy machine looks. */
function keepToasts(): void {
  const kept: (readonly string[])[] = []
  Object.assign(window, { toasts: kept })
  const last = new WeakMap<Element, string>()
  const keep = () => {
    for (const region of document.querySelectorAll('[role=status]')) {
      const text = region.textContent!
      if (text === last.get(region)) continue
      // Last, as it computes styles.
      const isShown = () =>
        !region.closest('[aria-hidden=true]') && region.checkVisibility({ visibilityProperty: true })
      if (text && !isShown()) continue
      if (text) kept.push([region, ...region.querySelectorAll('*')].map((each) => each.textContent!))
      last.set(region, text)
    }
  }
  const attributeFilter = ['aria-hidden']
  new MutationObserver(keep).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter })
}

/** Whether a toast with this text has been shown after the one last asked for. It may have gone again. */
export const hasToasted = (page: Page, text: string | RegExp): Promise<boolean> =>
  page.evaluate((wanted) => {
    const { toasts } = window as unknown as { toasts: (readonly string[])[] }
    const found = toasts.findLastIndex((texts) =>
      texts.some((each) => (typeof wanted === 'string' ? each.includes(wanted) : wanted.test(each))),
    )
    // The title and the description of one toast can be asked for one after the other.
    toasts.splice(0, found)
    return found >= 0
  }, text)

const here = (url: string): BrowserContextOptions => ({
  baseURL: url,
  locale: 'en-GB',
  timezoneId: 'Europe/London',
})

/** Adds the session of this client to the window's future requests. */
export async function signIn(context: BrowserContext, { cookie }: TestClient, url: string): Promise<void> {
  const [name, ...value] = cookie.split('=')
  await context.addCookies([{ name: name!, value: value.join('='), url }])
}

/**
 * Removes all state of the window. A request that a test answers itself may be in progress; it ends with the window.
 */
export async function closeWindow({ context, page }: Window): Promise<void> {
  for (const each of context.pages()) await each.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const window = reusable.get(context.browser()!)
  if (window?.context !== context) return context.close()
  // Ensures that earlier console messages of the page have been received.
  await page.evaluate(() => undefined)
  for (const event of HEARD) page.removeAllListeners(event)
  await context.clearPermissions()
  await page.goto(NOWHERE)
  await context.clearCookies()
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    // Without a connection the next player would get this one's stored reads.
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.mouse.move(-1, -1)
  const session = await context.newCDPSession(page)
  await session.send('Page.resetNavigationHistory')
  await session.detach()
  window.isTaken = false
}

/** Closes all windows of a browser. */
export async function closeWindows(browser: Browser): Promise<void> {
  reusable.delete(browser)
  for (const context of browser.contexts()) await context.close()
}
