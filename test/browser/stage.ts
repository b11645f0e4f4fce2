import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { type Visitor, type VisitorOptions, visit } from './visitor.ts'

/** A browser and a game for the tests of one file, with the administrator signed in. */
export interface Stage {
  readonly browser: Browser
  readonly app: TestApp
  readonly admin: TestClient
  /** The visitor of this test; leaves after it. */
  readonly visitor: Visitor
  /** Opens a page in a window of its own, as the administrator unless said otherwise. */
  open(path: string, options?: VisitorOptions): Promise<Page>
}

/** Called once, beside the tests of a file. */
export function setStage(): Stage {
  let browser: Browser
  let app: TestApp
  let admin: TestClient
  let visitor: Visitor | undefined
  beforeAll(async () => {
    browser = await launchBrowser()
    app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true })
    admin = await app.admin()
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })
  afterEach(async () => {
    await visitor?.leave()
    visitor = undefined
  })
  return {
    get browser() {
      return browser
    },
    get app() {
      return app
    },
    get admin() {
      return admin
    },
    get visitor() {
      return visitor!
    },
    async open(path, options) {
      visitor = await visit(browser, app, path, { as: admin, ...options })
      return visitor.page
    },
  }
}
