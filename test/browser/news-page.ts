import type { Locator } from 'playwright'
import { expect } from 'vitest'
import type { Article } from '../../src/areas/news/contract.ts'
import { PHONE } from './soundness.ts'
import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'

export interface NewsOptions extends StageVisit {
  readonly path?: string
  /** The server's response for this source. */
  readonly source?: { readonly articles: readonly Article[]; readonly asOf?: string }
}

/** The news as a player reads it: on the home page, in the list, and as a story. */
export interface NewsPage extends Visitor {
  /** The panel of the home page; on a phone its tab is opened first. */
  panel(): Promise<Locator>
  /** The entries, a line each: title, source and age. */
  listed(): Promise<string[]>
  /** Follows a headline to its story. */
  read(title: string): Promise<void>
  /** Goes from a story to the list of all. */
  toAll(): Promise<void>
  /** A figure of a story by its label. */
  figure(name: string): Locator
}

export async function openNews(stage: Stage, options: NewsOptions): Promise<NewsPage> {
  const { path = '/', source, ...rest } = options
  const visitor = await stage.visit(path, {
    ...rest,
    async prepare(page) {
      if (source === undefined) return
      await page.route('**/api/news', (route) =>
        route.fulfill({
          json: source.articles,
          headers: source.asOf === undefined ? {} : { 'Plp-News-As-Of': source.asOf },
        }),
      )
    },
  })
  const { page } = visitor
  const panel = async () => {
    if (page.viewportSize()!.width <= PHONE.width) await page.getByRole('tab', { name: 'News' }).click()
    const region = page.getByRole('region', { name: 'News' })
    // It is drawn when scrolled near, and content that loads above it may move it away again.
    await expect
      .poll(async () => {
        await region.evaluate((element) => element.scrollIntoView())
        return region.getByRole('link', { name: 'All news' }).isVisible()
      })
      .toBe(true)
    return region
  }
  return {
    ...visitor,
    panel,
    async listed() {
      const items = (await panel()).getByRole('listitem')
      await items.first().waitFor()
      return (await items.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
    },
    async read(title) {
      await page.getByRole('main').getByRole('link', { name: title }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    },
    async toAll() {
      await page.getByRole('main').getByRole('link', { name: 'News', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'News', exact: true }).waitFor()
    },
    figure: (name) => page.getByRole('region', { name }),
  }
}
