import { afterAll, beforeAll, expect, test } from 'vitest'
import { TESTING } from '../../src/areas/testing/area.ts'
import type { TestTask } from '../../src/areas/testing/tool.ts'
import { TestRefused } from '../../src/areas/testing/tool.ts'
import { TYPES } from '../../src/identifiers.ts'
import { unlocked } from '../support/achievements.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { differencesOf, rowsOfOthers } from '../support/testing.ts'

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await startTestApp()
  anna = await app.player('anna')
})
afterAll(() => app?.close())

async function run(task: TestTask): Promise<string> {
  const [tool, runs] = [app.container.get(TESTING.TestingTool), app.container.get(TESTING.Runs)]
  const { id, ended } = await tool.begin(task, null)
  await ended
  return (await runs.find(id))!.message!
}

const USERS = 6

test('R169 a world fills a season with players who have predicted it so far, and a cleanup keeps earlier data', async () => {
  const [open] = await anna.get('/api/fixtures/current')
  expect((await anna.post('/api/predictions', { fixtureId: open.id, predictedResult: 'home' })).status).toBe(201)
  await unlocked(app)
  const results = (fixtures: readonly Record<string, unknown>[]) =>
    fixtures.map(({ id, status, homeScore, awayScore, kickoffTime }) => ({
      id,
      status,
      homeScore,
      awayScore,
      kickoffTime,
    }))
  const [before, season] = [
    await rowsOfOthers(app.container.get(TYPES.Database)),
    results(await anna.get('/api/fixtures')),
  ]
  const played = season.filter(({ status }) => status === 'FINISHED').length

  const said = await run({ kind: 'world', users: USERS, seed: 3 })
  expect(said).toMatch(/^6 players have made [\d,]+ predictions, and have 5 leagues, 60 messages and \d+ shares$/)
  // No match has another result than before.
  expect(results(await anna.get('/api/fixtures'))).toEqual(season)
  const { entries } = await anna.get('/api/leaderboard')
  const theirs = entries.filter(({ username }: { username: string }) => username.startsWith('test_'))
  expect(theirs).toHaveLength(USERS)
  for (const { settledPredictions, totalPredictions } of theirs) {
    expect(settledPredictions).toBeGreaterThan(played * 0.7)
    expect(settledPredictions).toBeLessThanOrEqual(played)
    expect(totalPredictions).toBeGreaterThan(settledPredictions)
  }
  expect(theirs[0].totalPoints).toBeGreaterThan(theirs.at(-1).totalPoints)
  const leagues = await anna.get('/api/leagues')
  expect(leagues.map(({ name }: { name: string }) => name).sort()).toEqual([
    'Away Days',
    'Nil-Nil Appreciation Society',
    'Saturday at Three',
  ])
  expect((await anna.get('/api/social-feed')).length).toBeGreaterThan(0)
  const highest = 'select max(id) as id from read.leagues'
  const leagueIds: number = (await app.container.get(TYPES.Database).pool.query(highest)).rows[0].id

  await expect(run({ kind: 'world', users: USERS, seed: 3 })).rejects.toThrow(TestRefused)

  expect(await run({ kind: 'cleanup' })).toMatch(
    new RegExp(`^Took back ${played} results and [\\d,]+ predictions, and deleted 6 test users$`),
  )
  const left = differencesOf(
    before,
    await rowsOfOthers(
      app.container.get(TYPES.Database),
      theirs.map(({ id }: { id: number }) => id),
    ),
  )
  expect(left).toEqual({})
  // Their leagues are deleted. No other league gets their ids, not even if the database is older than the log.
  await app.container.get(TYPES.Database).pool.query('alter sequence app.seq_league restart')
  const restored = await startTestApp({ beside: app })
  const { body: founded } = await (await restored.player('carl')).post('/api/leagues', { name: 'New', type: 'public' })
  await restored.close()
  expect(founded.id).toBe(leagueIds + 1)
  expect(await anna.get('/api/social-feed')).toEqual([])
})
