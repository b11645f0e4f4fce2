import type { Browser, BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'
import type { TestApp, TestClient } from '../support/app.ts'
import { expectAccessible, expectNoSideways, socketOf } from './dashboard-page.ts'
import { closeWindow, openWindow } from './window.ts'

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 900 }

/** Somebody with a browser window of their own. `leave`, once, fails on anything the browser complained of. */
export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  toast(text: string | RegExp): Promise<void>
  /** The socket stands: a change that nobody could hear yet would prove nothing. */
  connected(): Promise<void>
  leave(): Promise<void>
}

export interface VisitorOptions {
  /** Signed in as this client; without it a stranger. */
  readonly as?: TestClient
  readonly size?: { width: number; height: number }
  readonly theme?: 'light' | 'dark'
  /** Complaints that this test brings about itself. */
  readonly expected?: RegExp
  /** What has to be before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>
}

export async function visit(
  browser: Browser,
  app: TestApp,
  path: string,
  { as, size = DESK, theme = 'light', expected, prepare }: VisitorOptions = {},
): Promise<Visitor> {
  const window = await openWindow(browser, { url: app.url, as: as ?? null, size, theme })
  const { context, page } = window
  const connected = socketOf(page)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  let hasLeft = false
  await prepare?.(page)
  await page.goto(path)
  // While the session is being checked the landing page stands here too.
  if (as) await page.getByRole('banner').waitFor()
  return {
    page,
    context,
    toast: (text) => page.getByRole('status').getByText(text).first().waitFor(),
    connected,
    async leave() {
      if (hasLeft) return
      hasLeft = true
      await closeWindow(window)
      expect(complaints.filter((complaint) => !expected?.test(complaint))).toEqual([])
    },
  }
}

/** axe finds nothing in both themes and nothing sticks out, on a phone, a narrow phone and a desk; `only`: the page has one theme. */
export async function expectSound(page: Page, what: string, only?: 'this theme'): Promise<void> {
  for (const size of [{ width: 320, height: 700 }, PHONE, { width: 768, height: 1024 }, DESK]) {
    await page.setViewportSize(size)
    await expectNoSideways(page, `${what} at ${size.width}`)
  }
  await expectAccessible(page, `${what} on a desk`, only)
  await page.setViewportSize(PHONE)
  await expectAccessible(page, `${what} on a phone`, only)
}

/** Windows and sizes of the root's text, in percent, at which every page has to hold. */
const ENLARGED = [
  { width: 390, height: 844, text: 125 },
  { width: 390, height: 844, text: 200 },
  { width: 320, height: 700, text: 200 },
  { width: 1280, height: 800, text: 200 },
] as const

/** With enlarged text nothing is wider than the window, cut off at a side or broken letter by letter. */
export async function expectReadable(page: Page, what: string): Promise<void> {
  for (const { width, height, text } of ENLARGED) {
    await page.setViewportSize({ width, height })
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`
    }, text)
    await expect.poll(() => page.evaluate(unreadable), { message: `${what} at ${width} px, ${text} %` }).toEqual([])
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

/** Runs in the page: what of its text cannot be read. */
function unreadable(): string[] {
  const width = document.documentElement.clientWidth
  const found =
    document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []
  /** What an element and all around it mean for its text; each element is asked once. */
  interface Around {
    readonly isHidden: boolean
    readonly scrolls: boolean
    /** Where the innermost that cuts off ends. */
    readonly right: number
  }
  const known = new Map<Element, Around>([[document.body, { isHidden: false, scrolls: false, right: width }]])
  const around = (element: Element): Around => {
    const before = known.get(element)
    if (before) return before
    const outer = around(element.parentElement!)
    const { clipPath, overflowX } = getComputedStyle(element)
    const now = {
      isHidden: outer.isHidden || clipPath === 'inset(50%)' || element.matches('script, style, option, [aria-hidden]'),
      scrolls: outer.scrolls || overflowX === 'auto' || overflowX === 'scroll',
      right: /hidden|clip/.test(overflowX) ? Math.min(width, element.getBoundingClientRect().right) : outer.right,
    }
    known.set(element, now)
    return now
  }
  const boxesOf = (node: Node, from: number, to: number) => {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    const parts = [...range.getClientRects()].filter((part) => part.width > 0)
    return { parts, lines: new Set(parts.map(({ top }) => Math.round(top))).size }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    const text = node.textContent!
    if (!element || !/\S/.test(text)) continue
    const { isHidden, scrolls, right } = around(element)
    if (isHidden || !element.checkVisibility({ visibilityProperty: true })) continue
    const sticksOut = (part: DOMRect) => !scrolls && (part.right > right + 1 || part.left < -1)
    const whole = boxesOf(node, 0, text.length)
    // On one line nothing is broken, and what sticks out nowhere needs no name.
    if (whole.lines < 2 && !whole.parts.some(sticksOut)) continue
    for (const word of text.matchAll(/\S+/g)) {
      const { parts, lines } = boxesOf(node, word.index, word.index + word[0].length)
      const isPlain = /^[\p{L}\p{N}_.,:%]+$/u.test(word[0])
      if (isPlain && lines > 1 && word[0].length < 15) found.push(`'${word[0]}' is broken over ${lines} lines`)
      if (parts.some(sticksOut)) found.push(`'${word[0]}' of '${element.textContent}' sticks out`)
    }
  }
  return [...new Set(found)].slice(0, 5)
}
