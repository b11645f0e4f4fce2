import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'

/**
 * Writes the coverage of the game's scripts in every page that tests open in a browser into a folder, one file for each context that
 * closes. The format is that of NODE_V8_COVERAGE, with the paths of the scripts as addresses.
 */
export function collectCoverage(browser: Browser, folder: string): Browser {
  mkdirSync(folder, { recursive: true })
  const newContext = browser.newContext.bind(browser)
  const close = browser.close.bind(browser)
  browser.newContext = async (options) => collect(await newContext(options), folder)
  browser.newPage = async (options) => (await browser.newContext(options)).newPage()
  browser.close = async (options) => {
    for (const context of browser.contexts()) await context.close()
    await close(options)
  }
  return browser
}

function collect(context: BrowserContext, folder: string): BrowserContext {
  const pages = new Set<Page>()
  const newPage = context.newPage.bind(context)
  const close = context.close.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    const closePage = page.close.bind(page)
    page.close = async (options) => {
      await save(page)
      await closePage(options)
    }
    // Later pages of a window count as well.
    await page.coverage.startJSCoverage({ resetOnNavigation: false })
    pages.add(page)
    return page
  }
  context.close = async (options) => {
    await Promise.all([...pages].map(save))
    await close(options)
  }
  const save = async (page: Page): Promise<void> => {
    if (!pages.delete(page) || page.isClosed()) return
    const scripts = await page.coverage.stopJSCoverage()
    const result = scripts
      .map(({ url, functions }) => ({ url: new URL(url).pathname, functions }))
      .filter(({ url }) => url.startsWith('/assets/'))
    writeFileSync(path.join(folder, `${randomUUID()}.json`), JSON.stringify({ result }))
  }
  return context
}
