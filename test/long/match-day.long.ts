import { Worker } from 'node:worker_threads'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { visit } from '../browser/visitor.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import type { TestClient } from '../support/client.ts'
import type { OpenPage } from '../support/match-pages.ts'
import { promised } from '../support/promised.ts'

const MATCH_PAGES = 1_000
/** Matches that begin at the same time, at least. */
const MATCHES = 3
/** Sockets of one player; a node allows twenty. */
const PER_PLAYER = 10
const GOALS: readonly [home: number, away: number][] = [
  [1, 0],
  [1, 1],
  [2, 1],
  [2, 2],
  [3, 2],
]

let one: TestApp
let two: TestApp
let admin: TestClient
let matches: Fixture[]

beforeAll(async () => {
  one = await startTestApp({ clockRuns: true })
  two = await startTestApp({ beside: one })
  admin = await one.admin()
  const all: Fixture[] = await admin.get('/api/fixtures')
  const slots = Map.groupBy(
    all.filter(({ isOpen }) => isOpen),
    ({ kickoffTime }) => kickoffTime!,
  )
  const [kickoff, together] = [...slots].find(([, { length }]) => length >= MATCHES)!
  matches = together
  one.clock.set(kickoff)
  two.clock.set(kickoff)
  for (const { id } of matches) await rule(id, 'kick-off')
}, 120_000)
afterAll(async () => {
  await two?.close()
  await one?.close()
})

async function rule(id: number, path: string, body: object = {}): Promise<void> {
  const { status } = await admin.post(`/api/admin/fixtures/${id}/${path}`, body)
  expect(status).toBe(200)
}

describe('1,000 open match pages on two nodes', () => {
  let worker: Worker
  beforeAll(async () => {
    const { id } = matches[0]!
    const pages: OpenPage[] = []
    for (let player = 0; player < MATCH_PAGES / PER_PLAYER; player++) {
      const { cookie } = await one.player(`viewer_${player}`)
      for (let page = 0; page < PER_PLAYER; page++)
        pages.push({ url: (page % 2 ? one : two).url, cookie, address: `10.1.${player}.${page}` })
    }
    worker = new Worker(new URL('../support/match-pages.ts', import.meta.url), { workerData: { pages, match: id } })
    expect(await next()).toBe('open')
  }, 120_000)
  afterAll(() => worker?.terminate())

  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })

  test('R275: a goal reaches them all within 2 s', async () => {
    const slowest: number[] = []
    for (const [homeScore, awayScore] of GOALS) {
      worker.postMessage([homeScore, awayScore])
      const seen = next()
      const began = Date.now()
      await rule(matches[0]!.id, 'score', { homeScore, awayScore })
      slowest.push(((await seen) as number) - began)
    }
    console.info(`a goal was on ${MATCH_PAGES} pages after ${slowest.join(', ')} ms`)
    expect(Math.max(...slowest)).toBeLessThan(promised(2_000))
  }, 60_000)
})

describe('a gameweek played live in two browsers on two nodes', () => {
  let browsers: Browser[] = []
  afterAll(() => Promise.all(browsers.map((browser) => browser.close())))

  /** The time, in ms, at which the row of a match shows a score; measured inside the page. */
  const whenShown = (page: Page, id: number, score: readonly [number, number]): Promise<number> =>
    page.evaluate(
      ([row, wanted]) =>
        new Promise<number>((resolve) => {
          const check = () => {
            const text = document.getElementById(`match-${row}`)?.innerText.replaceAll(/\s+/g, ' ') ?? ''
            if (!text.includes(wanted!)) return
            observer.disconnect()
            resolve(Date.now())
          }
          const observer = new MutationObserver(check)
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
          check()
        }),
      [String(id), score.join(' – ')],
    )

  test('R275: shows each goal within a second', async () => {
    browsers = await Promise.all([launchBrowser(), launchBrowser()])
    const [nia, max] = [await one.player('nia_two_nodes'), await one.player('max_two_nodes')]
    const homes = await Promise.all(
      (
        [
          [browsers[0]!, one, nia],
          [browsers[1]!, two, max],
        ] as const
      ).map(async ([browser, app, as]) => {
        const visitor = await visit(browser, app, '/', { as })
        await visitor.connected()
        return visitor
      }),
    )
    const late: number[] = []
    for (const [homeScore, awayScore] of GOALS)
      for (const { id } of matches.slice(1)) {
        const seen = Promise.all(homes.map(({ page }) => whenShown(page, id, [homeScore, awayScore])))
        await rule(id, 'score', { homeScore, awayScore })
        const answered = Date.now()
        late.push(Math.max(...(await seen)) - answered)
      }
    expect(late.length).toBeGreaterThanOrEqual(2 * GOALS.length)
    console.info(`${late.length} goals, shown at most ${Math.max(...late)} ms after the answer`)
    expect(Math.max(...late)).toBeLessThan(promised(1_000))
    for (const home of homes) await home.leave()
  }, 120_000)
})
