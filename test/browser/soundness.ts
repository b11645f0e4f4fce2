import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 900 }
export const NARROW = { width: 320, height: 700 }

/** The subject of the checks: any page object, or a page alone. */
interface Shown {
  readonly page: Page
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** Rules that check colours, the only difference between two themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Checks that axe with every WCAG rule up to 2.2 AA finds nothing in the current theme. In the other theme only colours
 * are checked; `only`: the page has no other theme.
 */
export async function expectAccessible({ page }: Shown, what: string, only?: 'this theme'): Promise<void> {
  // As tall as the page: otherwise a row half covered by a sticky bar counts as a small target.
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

/** Violations that axe finds in the page. axe is loaded once per window, and only violations are returned. */
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

/** Checks that tap targets are at least 24 px, on a phone and a desktop (docs/rules.md R231). */
export async function expectPressable({ page }: Shown, what: string): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    const found = await page.evaluate(smallTargets)
    expect(found.map((each) => `${what} at ${size.width}: ${each}`)).toEqual([])
  }
}

/**
 * Runs in the page: tap targets smaller than 24 px, which axe permits if no other target is near. Links in a sentence
 * are exempt.
 */
function smallTargets(): string[] {
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, select, textarea, input:not([type=file]), summary',
  )
  return [...all].flatMap((target) => {
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
}

/** Switches the theme like the theme toggle. Returns the theme now shown. */
const flipTheme = (page: Page) =>
  page.evaluate(() => {
    const { classList, dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
    classList.toggle('dark', dataset.theme === 'dark')
    return dataset.theme
  })

/** Checks that nothing overflows horizontally, after elements that measure themselves have adapted to the window. */
export async function expectNoSideways({ page }: Shown, what: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: what,
    })
    .toBe(0)
}

/**
 * Checks that axe finds nothing in both themes and nothing overflows, on a phone, a narrow phone and a desktop; `only`:
 * the page has one theme.
 */
export async function expectSound(shown: Shown, what: string, only?: 'this theme'): Promise<void> {
  const { page } = shown
  for (const size of [NARROW, PHONE, { width: 768, height: 1024 }, DESK]) {
    await page.setViewportSize(size)
    await expectNoSideways(shown, `${what} at ${size.width}`)
  }
  await expectAccessible(shown, `${what} on a desk`, only)
  await page.setViewportSize(PHONE)
  await expectAccessible(shown, `${what} on a phone`, only)
}

/** Windows and sizes of the root's text, in percent, that every page has to support. */
const ENLARGED = [
  { width: 390, height: 844, text: 125 },
  { width: 390, height: 844, text: 200 },
  { width: 320, height: 700, text: 200 },
  { width: 1280, height: 800, text: 200 },
] as const

/** Checks that with enlarged text nothing is wider than the window, cut off at a side or broken letter by letter. */
export async function expectReadable({ page }: Shown, what: string): Promise<void> {
  for (const { width, height, text } of ENLARGED) {
    await page.setViewportSize({ width, height })
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`
    }, text)
    await expect.poll(() => page.evaluate(unreadable), { message: `${what} at ${width} px, ${text} %` }).toEqual([])
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

/** Runs in the page: its unreadable texts. */
function unreadable(): string[] {
  const width = document.documentElement.clientWidth
  const found =
    document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []
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
