import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { TestClient } from '../support/client.ts'
import { named } from '../support/named.ts'
import { answering, holding, refusing, together } from './answers.ts'
import { openLeaderboard } from './leaderboard-page.ts'
import { currentFixtures, enterResult } from './matches.ts'
import { expectAccessible, expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { oneLine } from './visitor.ts'

const PLAYERS = 13

const stage = setStage()
let last: TestClient
let _gameweek: number

beforeAll(async () => {
  const { app } = stage
  const clients: TestClient[] = []
  for (let index = 0; index < PLAYERS; index += 1) clients.push(await app.player(`player${index}`))
  last = clients.at(-1)!
  const [match] = (await currentFixtures(last)) as [Fixture]
  _gameweek = match.gameweek
  // One exact, eleven correct, the last one wrong.
  for (const [index, client] of clients.entries()) {
    const pick =
      index === 0
        ? { predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }
        : { predictedResult: index === PLAYERS - 1 ? 'away' : 'home' }
    const { status } = await client.post('/api/predictions', { fixtureId: match.id, ...pick })
    expect(status).toBe(201)
  }
  app.clock.set(new Date(Date.parse(match.kickoffTime!) + 7_200_000).toISOString())
  await enterResult(stage.admin, match, 2, 1)
  await app.settled()
})

describe('the whole leaderboard', () => {
  const entry = (id: number) => ({
    ...{ id, ...named(`rival${id}`), ranking: id, totalPoints: 1000 - id, exactScores: 1 },
    ...{ correctPredictions: 5, settledPredictions: 10, totalPredictions: 12, accuracy: 50, movement: 1 },
    ...{ achievementCount: 2, parts: { matches: 800 - id, badges: 150, prizes: 50 } },
  })
  /** A board of 90 on which the reader is 70th. */
  async function long(page: Page) {
    const { id } = await last.get('/api/user')
    const all = Array.from({ length: 90 }, (_, index) => ({
      ...entry(index + 1),
      id: index === 69 ? id : 1_001 + index,
    }))
    await answering('**/api/leaderboard?*', ({ searchParams }: URL) => {
      const [limit, isAround] = [Number(searchParams.get('limit')), searchParams.has('around')]
      const offset = isAround ? 57 : Number(searchParams.get('offset'))
      return { entries: all.slice(offset, offset + limit), total: 90, me: all[69], ...(isAround ? { offset } : {}) }
    }).on(page)
  }

  test('R427: the rows of before keep the contrast of their text while the next page loads', async () => {
    const board = await openLeaderboard(stage, { as: last, prepare: long, size: PHONE })
    await board.says('1 to 25 of 90 players')
    const next = holding('**/api/leaderboard?*')
    await next.on(board.page)
    await board.nextPage()
    await expect.poll(() => board.board().getAttribute('aria-busy')).toBe('true')
    await expectAccessible(board, 'stale rows', { within: 'main' })
    next.over()
    await expect.poll(() => board.board().getAttribute('aria-busy')).toBeNull()
  })

  test('R486: in forced colours the arrow of a player who has moved is still painted', async () => {
    const board = await openLeaderboard(stage, { as: last, prepare: long })
    await board.says('1 to 25 of 90 players')
    await board.page.emulateMedia({ forcedColors: 'active' })
    const move = (await board.page.locator('[data-direction=up]:visible').first().elementHandle())!
    const up = await move.screenshot()
    await move.evaluate((element) => element.setAttribute('data-direction', 'down'))
    const down = await move.screenshot()
    await board.page.emulateMedia({ forcedColors: null })
    expect(up.equals(down)).toBe(false)
  })

  test('draws the rank after each gameweek with the ranks next above, shows the winners of the gameweeks, has pages, and a link to the reader’s own row with its neighbours', async () => {
    const { id } = await last.get('/api/user')
    const ranks = answering('**/api/leaderboard/ranks?rivals=1068,1069', {
      gameweeks: [1, 2, 3],
      players: [
        { id, username: 'player12', ranks: [90, 88, 70] },
        { id: 1068, username: 'rival68', ranks: [null, 12, 68] },
        { id: 1069, username: 'rival69', ranks: [4, null, 69] },
      ],
    })
    const winner = { id: 1068, ...named('rival68') }
    const winners = answering(
      '**/api/leaderboard/winners',
      Array.from({ length: 8 }, (_, index) => ({
        ...{ gameweek: 8 - index, points: 60 + index, winner, winners: index === 1 ? 3 : 1 },
        ownPoints: index === 1 ? 61 : 20,
      })),
    )
    const away = refusing('**/api/leaderboard/winners')
    const prepare = together(long, ranks.on, winners.on, away.on)
    const options = { as: last, prepare, size: PHONE, expected: /Failed to load resource/ }
    const board = await openLeaderboard(stage, options)
    await board.ranks.getByText('70th up from 90th.').waitFor()
    await board.isQuiet()
    expect(board.requests('/assets/Chart-')).toBe(0)
    const chart = board.ranksChart
    const height = await chart.height()
    await chart.draw()
    expect(board.requests('/assets/Chart-')).toBe(1)
    expect(await chart.height()).toBe(height)
    expect(await chart.chart.getAttribute('aria-label')).toMatch(/^Lines: rank after each gameweek/)
    for (const name of ['You', 'rival68', 'rival69']) await chart.chart.getByText(name).waitFor()
    // Logarithmic: for ranks from 1 to 90, the tenth is half way down.
    expect(await chart.depthOf('1')).toBeLessThan(0.15)
    expect(await chart.depthOf('10')).toBeGreaterThan(0.4)
    expect(await chart.pieces()).toEqual([2, 1, 1])
    await expect.poll(() => chart.values()).toBe('After gameweek 1, You: 90, rival68: –, rival69: 4')
    await chart.press('ArrowRight')
    await expect.poll(() => chart.values()).toBe('After gameweek 2, You: 88, rival68: 12, rival69: –')
    await board.showRanksAsTable()
    await expect
      .poll(() => board.ranksTable())
      .toEqual(['After gameweek You rival68 rival69', '1 90 – 4', '2 88 12 –', '3 70 68 69'])
    await expectAccessible(board, 'ranks')

    await board.tab('Gameweek winners')
    await board.says('Unable to load the winners')
    away.over()
    await board.tryAgain()
    await expect.poll(() => board.winners.count()).toBe(6)
    expect(await oneLine(board.winners.nth(1))).toMatch(/^Gameweek 7 RI You with 2 others 61 points$/)
    await board.showAllWinners(8)
    await expect.poll(() => board.winners.count()).toBe(8)
    await board.says('67 in gameweek 1, the highest; 60 was enough in gameweek 8. You won gameweek 7.')
    await board.winnersChart.draw()
    await board.winnersChart.chart.getByText('67', { exact: true }).waitFor()
    await expect.poll(() => board.winnersChart.values()).toBe('Gameweek 1, Winner: 67, You: 20')
    const lines = (await readFile(await board.download('CSV'), 'utf8')).split('\r\n')
    expect([lines[0], lines[8]]).toEqual(['Gameweek,Winner’s points,You', '8,60,20'])
    await expectSound(board, 'winners')
    await board.back()
    await board.ranks.waitFor()

    await board.says('1 to 25 of 90 players')
    // 25 rows, the head, and the reader's row after a gap.
    await expect.poll(() => board.rows.count()).toBe(27)
    await board.nextPage()
    await board.says('26 to 50 of 90 players')
    await board.jumpToMe()
    await board.says('58 to 82 of 90 players')
    await expect.poll(() => board.focusedText()).toMatch(/^Rank 70.*You/)
    await board.openPlaces(4, 57)
    await board.says('4 to 28 of 90 players')
    await board.back()
    await board.says('58 to 82 of 90 players')
    await board.region('What your points are made of').getByText('you have 730 there.').waitFor()
    await expectSound(board, 'a long leaderboard')
  })
})
