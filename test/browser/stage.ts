import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import type { TestClient } from '../support/client.ts'
import { type Visitor, type VisitorOptions, visit } from './visitor.ts'
import { closeWindows } from './window.ts'

export interface StageVisit extends VisitorOptions {
  /** Uses another node than the stage's own. */
  readonly on?: TestApp
}

/** A signed-in player whose name a page shows. */
export type Player = TestClient & { readonly name: string }

/** A browser and a game for the tests of one file, with the administrator signed in. */
export interface Stage {
  readonly browser: Browser
  readonly app: TestApp
  readonly admin: TestClient
  /** A new player with a unique name. */
  newPlayer(): Promise<Player>
  /**
   * Opens a page in its own window, as the administrator by default. The window is closed when the test ends, at the
   * latest.
   */
  visit(path: string, options?: StageVisit): Promise<Visitor>
}

let running: Browser | undefined

/** The browser that the files of a worker share; it ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await launchBrowser()
  return running
}

/** Called once in a test file; `options` returns the differences from the default when the game starts. */
export function setStage(options: () => TestAppOptions = () => ({})): Stage {
  let browser: Browser
  let app: TestApp
  let admin: TestClient
  let players = 0
  let visitors: Visitor[] = []
  beforeAll(async () => {
    browser = await sharedBrowser()
    app = await startTestApp({ at: '2026-11-21T09:00:00.000Z', clockRuns: true, ...options() })
    admin = await app.admin()
  })
  afterAll(async () => {
    if (browser) await closeWindows(browser)
    await app?.close()
  })
  afterEach(async () => {
    const leaving = visitors
    visitors = []
    await Promise.all(leaving.map((visitor) => visitor.leave()))
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
    async newPlayer() {
      const name = `player_${++players}`
      return Object.assign(await app.player(name), { name })
    },
    async visit(path, { on = app, ...given } = {}) {
      const visitor = await visit(browser, on, path, { as: admin, ...given })
      visitors.push(visitor)
      return visitor
    },
  }
}
