import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** The page of a share, for anyone with its link. */
export interface SharedPage {
  /** The text of the coupon, on one line. */
  coupon(): Promise<string>
  /** Waits until the counts show this text: `1 like`. */
  counts(text: string | RegExp): Promise<void>
  like(): Locator
  /** Copies the link, and closes the share dialog. */
  copyLink(): Promise<void>
  comment(text: string): Promise<void>
  /** Waits for a comment with this text. */
  comments(text: string): Promise<void>
  /** Types a score into the invitation. */
  pick(digits: string): Promise<void>
  createAccount(username: string): Promise<void>
}

export function sharedPage(page: Page): SharedPage {
  const coupon = page.getByRole('article')
  return {
    coupon: async () => (await coupon.innerText()).replaceAll(/\s+/g, ' '),
    counts: (text) => coupon.getByText(text).first().waitFor(),
    like: () => coupon.getByRole('button', { name: /^Like/ }),
    async copyLink() {
      await coupon.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Close' }).click()
    },
    async comment(text) {
      await page.getByLabel('Add a comment').last().fill(text)
      await page.getByRole('button', { name: 'Post' }).click()
    },
    comments: (text) =>
      page
        .getByRole('region', { name: /^Comments/ })
        .getByText(text)
        .waitFor(),
    async pick(digits) {
      // It is loaded when the invitation is opened.
      await page.getByRole('button', { name: /^Your score of/ }).press('Enter')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
        .toMatch(/goals$/)
      for (const digit of digits) await page.keyboard.press(digit)
    },
    async createAccount(username) {
      await page.getByRole('link', { name: 'Create Account' }).click()
      await page.getByRole('heading', { name: 'Join the Game' }).waitFor()
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password').fill('password-1')
      await page.getByRole('button', { name: 'Create Account' }).click()
    },
  }
}
