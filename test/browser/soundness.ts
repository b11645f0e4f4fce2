import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 900 }
export const NARROW = { width: 320, height: 700 }
const TABLET = { width: 768, height: 1024 }

/** The subject of the checks: any page object, or a page alone. */
interface Shown {
  readonly page: Page
}

const ALL = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] } as const
/** Rules that check colours, the only difference between two themes. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

interface SoundOptions {
  /** The page has no other theme. */
  readonly only?: 'this theme'
  /** Selector of the part that axe checks; by default the whole page. */
  readonly within?: string
  /** Leaves out wider windows, whose layout does not have this part. */
  readonly width?: 'phone'
}

/**
 * Checks a page in one visit: axe with every WCAG rule up to 2.2 AA on a phone, its colours in the other theme on a
 * desktop; on every window that nothing overflows, tap targets are at least 24 px (docs/rules.md R231), and enlarged
 * text is neither wider than the window, cut off at a side nor broken letter by letter.
 */
export async function expectSound(
  { page }: Shown,
  what: string,
  { only, within, width }: SoundOptions = {},
): Promise<void> {
  await fitTo(page, PHONE)
  const found = await violations(page, ALL, within)
  // A tall window costs more to draw, and these checks do not need it.
  await page.setViewportSize(PHONE)
  for (const text of [100, 125, 200]) await expectFitting(page, text, what)
  await page.setViewportSize(NARROW)
  for (const text of [200, 100]) await expectFitting(page, text, what)
  for (const wider of width === 'phone' ? [360] : [360, 600, 720]) {
    await page.setViewportSize({ width: wider, height: 800 })
    await expectFitting(page, 100, what)
  }
  if (width === 'phone') await page.setViewportSize(PHONE)
  else {
    await page.setViewportSize(TABLET)
    await expectFitting(page, 100, what)
    await page.setViewportSize(DESK)
    for (const text of [200, 100]) await expectFitting(page, text, what)
  }
  if (!only) {
    await fitTo(page, width === 'phone' ? PHONE : DESK)
    found.push(...(await inOtherTheme(page, within)))
  }
  expect(found.map((each) => `${what}: ${each}`)).toEqual([])
}

/** Checks that axe with every WCAG rule finds nothing at the current width. Colours are checked in both themes. */
export async function expectAccessible(
  { page }: Shown,
  what: string,
  { only, within }: SoundOptions = {},
): Promise<void> {
  const size = page.viewportSize()!
  if (!within) await fitTo(page, size)
  const found = await violations(page, ALL, within)
  if (!only) found.push(...(await inOtherTheme(page, within)))
  if (!within) await page.setViewportSize(size)
  expect(found.map((each) => `${what}: ${each}`)).toEqual([])
}

async function inOtherTheme(page: Page, within?: string): Promise<string[]> {
  const other = await flipTheme(page)
  const found = await violations(page, COLOURS, within)
  await flipTheme(page)
  return found.map((each) => `${other}: ${each}`)
}

/**
 * Makes the window as tall as the page and waits until all of it has loaded: otherwise a row half covered by a sticky
 * bar counts as a small target.
 */
async function fitTo(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  await page.setViewportSize({ width, height })
  // Content further down is loaded at once where it is near the window, else after a delay: the window grows before each wait.
  for (let tall = height, round = 0; round < 3; round += 1) {
    const content = await page.evaluate(() => document.documentElement.scrollHeight)
    if (content <= tall && round > 0) return
    if (content > tall) {
      tall = content + 200
      await page.setViewportSize({ width, height: tall })
    }
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  }
}

/** Violations that axe finds in the page. axe is loaded once per window, and only violations are returned. */
async function violations(page: Page, rules: typeof ALL | typeof COLOURS, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([options, part]) => {
      const { violations }: AxeResults = await (window as unknown as { axe: typeof axe }).axe.run(
        part ?? document,
        options,
      )
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
    },
    // The rules in use read neither style sheets nor media, which axe would fetch again.
    [
      {
        runOnly: { ...rules, values: [...rules.values] },
        resultTypes: ['violations'],
        preload: false,
      } satisfies RunOptions,
      within,
    ] as const,
  )
}

/**
 * Checks the current window with the root's text at this size, in percent, after elements that measure themselves have
 * adapted to it.
 */
async function expectFitting(page: Page, text: number, what: string): Promise<void> {
  await page.evaluate((percent) => {
    document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`
  }, text)
  const message = `${what} at ${page.viewportSize()!.width} px, ${text} %`
  await expect.poll(() => page.evaluate(text === 100 ? misfits : unreadable), { message }).toEqual([])
}

/**
 * Runs in the page: its overflow, lost line breaks, and tap targets smaller than 24 px, which axe permits if no other
 * target is near. Links in a sentence are exempt.
 */
export function misfits(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, select, textarea, input:not([type=file]), summary',
  )
  const small = [...all].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    const isShown = target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1
    if (!isShown || (width > 23.5 && height > 23.5)) return []
    const isInText =
      getComputedStyle(target).display === 'inline' &&
      [...target.parentElement!.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.textContent!),
      )
    // A checkbox is as large as its label.
    const label = target instanceof HTMLInputElement ? target.labels?.[0]?.getBoundingClientRect() : null
    if (isInText || (label && label.width > 23.5 && label.height > 23.5)) return []
    return [`${target.ariaLabel ?? target.textContent} is ${Math.round(width)}x${Math.round(height)} px`]
  })
  return [...wide, ...small, ...joinedLines()]

  /** R357: line breaks of a text that the page does not show. */
  function joinedLines(): string[] {
    const found: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement!
      if (!/\S\s*\n\s*\S/.test(node.textContent!) || !element.checkVisibility()) continue
      if (!/pre/.test(getComputedStyle(element).whiteSpace))
        found.push(`'${node.textContent}' has lost its line breaks`)
    }
    return found
  }
}

/** Switches the theme like the theme toggle. Returns the theme now shown. */
const flipTheme = (page: Page) =>
  page.evaluate(() => {
    const { classList, dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
    classList.toggle('dark', dataset.theme === 'dark')
    return dataset.theme
  })

/** Runs in the page: its unreadable texts. */
export function unreadable(): string[] {
  const isDrawn = (node: Node) => (node instanceof Element ? node.checkVisibility() : /\S/.test(node.textContent!))
  const width = document.documentElement.clientWidth
  const found =
    document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []
  // R338: a column that is dropped has no cells.
  for (const cell of document.querySelectorAll('td'))
    if (cell.children.length > 0 && cell.checkVisibility() && ![...cell.childNodes].some(isDrawn))
      found.push(`${cell.textContent} is hidden in its cell`)
  /** Effect of an element and its ancestors on its text; computed once per element. */
  interface Around {
    readonly isHidden: boolean
    readonly scrolls: boolean
    /** Right edge of the innermost clipping ancestor. */
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
    // Text on one line is not broken, and without overflow it is not reported.
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
