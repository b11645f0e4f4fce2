import type { Locator, Page } from 'playwright'

/** The social hub as a player uses it. */
export interface SocialPage {
  /** The post of a share. */
  post(title: string): Locator
  tab(name: string): Promise<void>
  only(type: string): Promise<void>
  sortBy(order: string): Promise<void>
  /** Titles of the posts, in order. */
  titles(): Promise<string[]>
  /** Follows a player in the dialog, and closes it. */
  follow(name: string): Promise<void>
}

export function socialPage(page: Page): SocialPage {
  return {
    post: (title) => page.getByRole('article', { name: title, exact: true }),
    tab: (name) => page.getByRole('tab', { name }).click(),
    only: (type) => page.getByRole('radio', { name: type }).check({ force: true }),
    async sortBy(order) {
      await page.getByLabel('Sort').selectOption(order)
    },
    titles: () => page.getByRole('article').getByRole('heading', { level: 3 }).allInnerTexts(),
    async follow(name) {
      await page.getByRole('button', { name: 'Discover Users' }).click()
      const dialog = page.getByRole('dialog', { name: 'Discover Users' })
      await dialog.getByRole('button', { name: `Follow ${name}` }).click()
      await dialog.getByRole('button', { name: `Following ${name}` }).waitFor()
      await dialog.getByRole('button', { name: 'Close' }).click()
    },
  }
}
