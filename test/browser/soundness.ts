import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 900 }
export const NARROW = { width: 320, height: 700 }

/** What is looked at: any page object, or a page alone. */
interface Shown {
  readonly page: Page
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** The rules that ask for colours, which are all that two themes differ in. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** axe with every WCAG rule up to 2.2 AA finds nothing, neither in the theme that is shown nor, of colours, in the other; `only`: the page has no other one. */
export async function expectAccessible({ page }: Shown, what: string, only?: 'this theme'): Promise<void> {
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

/** What can be pressed is 24 px at least, on a phone and a desk (docs/rules.md R231). */
export async function expectPressable({ page }: Shown, what: string): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    const found = await page.evaluate(smallTargets)
    expect(found.map((each) => `${what} at ${size.width}: ${each}`)).toEqual([])
  }
}

/** Runs in the page: what can be pressed and is smaller than 24 px, which axe lets pass where nothing else is near. Links in a sentence may be. */
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
    // A box to tick is as large as the label around it.
    const label = target instanceof HTMLInputElement ? target.labels?.[0]?.getBoundingClientRect() : null
    if (isInText || (label && label.width > 23.5 && label.height > 23.5)) return []
    return [`${target.ariaLabel ?? target.textContent} is ${Math.round(width)}x${Math.round(height)} px`]
  })
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
export async function expectNoSideways({ page }: Shown, what: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: what,
    })
    .toBe(0)
}

/** axe finds nothing in both themes and nothing sticks out, on a phone, a narrow phone and a desk; `only`: the page has one theme. */
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

/** Windows and sizes of the root's text, in percent, at which every page has to hold. */
const ENLARGED = [
  { width: 390, height: 844, text: 125 },
  { width: 390, height: 844, text: 200 },
  { width: 320, height: 700, text: 200 },
  { width: 1280, height: 800, text: 200 },
] as const

/** With enlarged text nothing is wider than the window, cut off at a side or broken letter by letter. */
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
