import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { TestClient } from '../support/client.ts'
import { openAnalytics } from './analytics-page.ts'
import { currentFixtures, enterResult } from './matches.ts'
import { setStage } from './stage.ts'

const PLAYERS = 6

const stage = setStage()
const clients: TestClient[] = []
let matches: Fixture[]

beforeAll(async () => {
  const { app } = stage
  for (let index = 0; index < PLAYERS; index += 1) clients.push(await app.player(`player${index}`))
  matches = (await currentFixtures(clients[0]!)).filter(({ isOpen }) => isOpen).slice(0, 4)
  const { body: league } = await clients[0]!.post('/api/leagues', { name: '=Sunday, Roast', type: 'public' })
  for (const [index, client] of clients.entries()) {
    if (index > 0) await client.post(`/api/leagues/${league.id}/join`, {})
    for (const { id } of matches) {
      // All predict home; the first player an exact score, the last one away.
      const pick =
        index === 0
          ? { predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }
          : { predictedResult: index === PLAYERS - 1 ? 'away' : 'home' }
      const { status } = await client.post('/api/predictions', { fixtureId: id, ...pick })
      expect(status).toBe(201)
    }
  }
  const kickoffs = matches.map(({ kickoffTime }) => Date.parse(kickoffTime!))
  app.clock.set(new Date(Math.max(...kickoffs) + 7_200_000).toISOString())
  // Three as most predicted, the last one not.
  for (const match of matches.slice(0, 3)) await enterResult(stage.admin, match, 2, 1)
  await enterResult(stage.admin, matches[3]!, 0, 2)
  await app.settled()
})

describe('the page of analytics', () => {
  test('R181 R183: compares the reader’s accuracy with everyone’s in a chart, a table and a file', async () => {
    const page = await openAnalytics(stage, { as: clients[0]! })
    await page.isAt('Analytics')
    await page.says('Based on 24 picks for 4 matches that have closed.')
    await page.figure('Your accuracy, and everyone’s').getByText('75.0% of your picks were right').waitFor()
    const lines = page.chart('Your accuracy, and everyone’s')
    await lines.draw()
    await expect.poll(() => lines.values()).toBe(`After gameweek ${matches[0]!.gameweek}, You: 75.0%, Everyone: 66.7%`)
    const bars = page.chart('The five most accurate')
    await bars.draw()
    await expect.poll(() => bars.values()).toBe('You, Accuracy: 75.0%')
    await bars.press('ArrowDown')
    await expect.poll(() => bars.values()).toBe('player1, Accuracy: 75.0%')
    expect(await page.readsTable('Your accuracy, and everyone’s')).toEqual([
      'After gameweek You Everyone',
      `${matches[0]!.gameweek} 75.0% 66.7%`,
    ])
    // Exact scores rank the reader first among the equally accurate.
    expect(await page.readsTable('The five most accurate')).toEqual([
      'Player Accuracy Correct Picks',
      'You 75.0% 3 4',
      ...['player1', 'player2', 'player3', 'player4'].map((name) => `${name} 75.0% 3 4`),
    ])
    await page.figure('Favourite scores, and how often they come true').getByText('2–1').first().waitFor()
    const file = await readFile(await page.downloads('Where your points came from'), 'utf8')
    expect(file).toBe(
      'Your pick,Picks,Points per match,Everyone\r\nHome win,4,11.3,5.3\r\nAway win,0,,1.3\r\nDraw,0,,\r\n',
    )
  })

  test('follows a result that is corrected, and Back leads to the tab before', async () => {
    const page = await openAnalytics(stage, { as: clients[0]!, show: 'leagues' })
    await page.figure('Average accuracy by league').getByText('=Sunday, Roast, yours').waitFor()
    await page.tab('Team Performance')
    await page.figure('Biggest upsets').getByText('83.3% were wrong about').waitFor()
    await page.back()
    await page.figure('League sizes').waitFor()
    await page.tab('User Analytics')
    await page.figure('Your accuracy, and everyone’s').getByText('75.0%').first().waitFor()
    await page.connected()
    await enterResult(stage.admin, matches[3]!, 1, 0)
    await page.figure('Your accuracy, and everyone’s').getByText('100.0%').first().waitFor()
  })
})
