import { expect } from 'vitest'
import { oneLine, type Visitor } from './visitor.ts'

/** What pops up on any page when achievements have been unlocked. */
export function popupOf(visitor: Visitor) {
  const { page } = visitor
  const region = page.getByRole('status').filter({ hasText: /achievements? unlocked/i })
  const leaving = page.locator('[data-leaving]')
  const holdsFocus = () => region.evaluate((element) => element.contains(document.activeElement))
  return {
    ...visitor,
    region,
    isShown: () => region.waitFor(),
    isGone: () => region.waitFor({ state: 'detached' }),
    count: () => region.count(),
    /** What it says, on one line. */
    reads: () => oneLine(region),
    tells: (text: string) => region.getByText(text).waitFor(),
    /** The achievement that it shows. */
    achievement: () => region.locator('strong').innerText(),
    dismissal: region.getByRole('button', { name: 'Dismiss' }),
    showAll: () => region.getByRole('link', { name: 'Show all' }).click(),
    /** It has begun to go. */
    isLeaving: () => leaving.waitFor({ state: 'attached' }),
    leaving,
    holdsFocus,
    /** It is the last stop of the page: from the first one backwards. */
    async tabInto() {
      await page.getByRole('link', { name: 'PLP, home' }).focus()
      for (let stops = 0; stops < 6 && !(await holdsFocus()); stops += 1) await page.keyboard.press('Shift+Tab')
      expect(await holdsFocus()).toBe(true)
    },
    /** How many of its parts move. */
    moving: () =>
      region.evaluate(
        (element) =>
          [...element.querySelectorAll('*')]
            .map((each) => getComputedStyle(each))
            .filter(({ animationName, transitionDuration }) => animationName !== 'none' || transitionDuration !== '0s')
            .length,
      ),
    /** The moment, in ms, at which the page shows it; seen from inside the page, so that no poll of ours counts. */
    whenShown: (): Promise<number> =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const look = () => {
              if (!/achievements? unlocked/i.test(document.body.innerText)) return
              observer.disconnect()
              resolve(Date.now())
            }
            const observer = new MutationObserver(look)
            observer.observe(document.body, { subtree: true, childList: true })
            look()
          }),
      ),
    /** The header counts so many. */
    countedInHeader: (count: string) =>
      page
        .getByRole('banner')
        .getByRole('link', { name: `Profile, ${count}`, exact: true })
        .waitFor(),
  }
}
