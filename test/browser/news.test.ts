import { beforeAll, expect, test } from 'vitest'
import type { Article } from '../../src/areas/news/contract.ts'
import { NEWS_REACTOR } from '../../src/areas/news/reactor.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { TestClient } from '../support/client.ts'
import { currentFixtures, enterResult } from './matches.ts'
import { openNews } from './news-page.ts'
import { DESK, expectAccessible, expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

// The clock stands: on a busy machine a page takes minutes, and the ages of its stories are checked.
const stage = setStage(() => ({ clockRuns: false }))
let maya: TestClient
/** The report of a match that only maya predicted correctly. */
let report: Article

beforeAll(async () => {
  const { app, admin } = stage
  maya = await app.player('maya')
  const fixtures = await currentFixtures(maya)
  const match = fixtures[0]!
  const pick = { fixtureId: match.id, predictedResult: 'home', predictedHomeScore: 3, predictedAwayScore: 1 }
  expect((await maya.post('/api/predictions', pick)).status).toBe(201)
  app.clock.set(new Date(Date.parse(match.kickoffTime!) + 2 * 3_600_000).toISOString())
  await enterResult(admin, match, 3, 1)
  const engine = app.container.get(TYPES.Engine)
  engine.nudge()
  await engine.waitForReactor(NEWS_REACTOR, await app.container.get(TYPES.Log).head(), 60_000)
  await app.settled()
  const latest: Article[] = await maya.get('/api/news')
  report = latest.find(({ title }) => title.startsWith(`${match.homeTeam.shortName} 3–1`))!
})

test('four stories are on the home page with source and age; one is read, and links to others and to all (R79)', async () => {
  const news = await openNews(stage, { as: maya })
  const listed = await news.listed()
  expect(listed).toHaveLength(4)
  for (const line of listed) expect(line).toMatch(/ Club news · \d+[mhd] ago$/)
  expect(listed[0]).toContain(report.title)
  await news.read(report.title)
  await expect.poll(() => news.page.title()).toContain(report.title)
  await news.page.getByText('1 of 1 had the exact score, nobody else the result. The match paid 15 points.').waitFor()
  const crowd = news.figure('How the crowd called it')
  await expect
    .poll(() => crowd.getByRole('listitem').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^100%\s.*, the result$/s),
      expect.stringMatching(/^0%\sDraw$/),
      expect.stringMatching(/^0%\s/),
    ])
  expect(await news.page.getByRole('cell', { name: /^1\s?, the final score$/ }).count()).toBe(1)
  await expectSound(news, 'the story of a match')
  await news.page.setViewportSize(DESK)
  await news.toAll()
  await expect.poll(() => news.page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(4)
  const table = news.page
    .getByRole('main')
    .getByRole('link', { name: /top after gameweek/ })
    .first()
  await news.read((await table.innerText()).trim())
  await news.page
    .getByRole('region', { name: /changed the table$/ })
    .getByRole('listitem')
    .first()
    .waitFor()
  await expectAccessible(news, 'a story of the table')
  await news.leave()
})

test('texts of another site are plain text, open in a new tab, and their pictures are not loaded (T51)', async () => {
  const article = (title: string, over: Partial<Article> = {}): Article => ({
    title,
    description: null,
    urlToImage: 'https://example.org/pixel.gif',
    url: `https://example.org/${title.length}`,
    publishedAt: new Date(stage.app.clock.now() - 42 * 60_000).toISOString(),
    source: { name: 'Example Sport' },
    ...over,
  })
  const hostile = '<script>document.title = "taken"</script><img src=x onerror=alert(1)>'
  const asOf = new Date(stage.app.clock.now() - 3 * 3_600_000).toISOString()
  const source = {
    articles: ['Injury round-up', hostile, 'Three', 'Four', 'Five'].map((title) => article(title)),
    asOf,
  }
  const news = await openNews(stage, { as: maya, source, size: PHONE })
  const foreign: string[] = []
  news.page.on('request', (request) => {
    if (!request.url().startsWith(stage.app.url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  const listed = await news.listed()
  expect(listed).toHaveLength(4)
  expect(listed[0]).toBe('EX Injury round-up (new tab) Example Sport · 42m ago')
  expect(listed[1]).toContain(hostile)
  const panel = await news.panel()
  const link = panel.getByRole('link', { name: 'Injury round-up (new tab)' })
  expect(await link.getAttribute('target')).toBe('_blank')
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  await panel.getByText('Last updated 3h ago. The news source isn’t responding.').waitFor()
  expect(await news.page.title()).not.toContain('taken')
  expect(foreign).toEqual([])
  await expectAccessible(news, 'foreign news', { within: '[role=tabpanel]' })
  await news.leave()
})
