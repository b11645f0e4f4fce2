import { expect } from 'vitest'
import { oneLine, type Visitor } from './visitor.ts'

/** The pop-up on any page when achievements have been unlocked. */
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
    /** Its text, on one line. */
    reads: () => oneLine(region),
    tells: (text: string) => region.getByText(text).waitFor(),
    /** The achievement it shows. */
    achievement: () => region.locator('strong').innerText(),
    dismissal: region.getByRole('button', { name: 'Dismiss' }),
    /** Waits until it is being dismissed. */
    isLeaving: () => leaving.waitFor({ state: 'attached' }),
    leaving,
    holdsFocus,
    /** It is the last tab stop of the page: reached backwards from the first. */
    async tabInto() {
      await page.getByRole('link', { name: 'PLP, home' }).focus()
      for (let stops = 0; stops < 6 && !(await holdsFocus()); stops += 1) await page.keyboard.press('Shift+Tab')
      expect(await holdsFocus()).toBe(true)
    },
    /** Number of its animated elements. */
    moving: () =>
      region.evaluate(
        (element) =>
          [...element.querySelectorAll('*')]
            .map((each) => getComputedStyle(each))
            .filter(({ animationName, transitionDuration }) => animationName !== 'none' || transitionDuration !== '0s')
            .length,
      ),
    /** The time, in ms, at which the page shows it; measured inside the page, without polling by the test. */
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
    /** Waits until the header shows this count. */
    countedInHeader: (count: string) =>
      page
        .getByRole('banner')
        .getByRole('link', { name: `Profile, ${count}`, exact: true })
        .waitFor(),
  }
}
