import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LeagueRules } from '../../src/areas/league-rules/contract.ts'
import type { LeagueStanding } from '../../src/areas/leagues/contract.ts'
import { TESTING } from '../../src/areas/testing/area.ts'
import type { TestTask } from '../../src/areas/testing/tool.ts'
import { TestRefused } from '../../src/areas/testing/tool.ts'
import { TYPES } from '../../src/identifiers.ts'
import { unlocked } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
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

const USERS = 3

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
  expect(said).toMatch(/^3 players have made [\d,]+ predictions, and have 5 leagues, 60 messages and 1 share$/)
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
  // R264: its gameweeks have boards, with Anna at the end, and movement between them.
  const boards: { gameweek: number; settledAt: string; changes: number }[] =
    await anna.get('/api/leaderboard/gameweeks')
  expect(boards.length).toBeGreaterThan(5)
  for (const { gameweek, settledAt, changes } of boards) {
    const { total, entries: then } = await anna.get(`/api/leaderboard?asOf=${gameweek}`)
    expect([gameweek, changes, total]).toEqual([gameweek, 0, USERS + 1])
    expect(then[0].totalPoints).toBeGreaterThan(0)
    expect(Date.parse(settledAt)).toBeLessThan(app.clock.now() - 86_400_000)
  }
  expect(theirs.some(({ movement }: { movement: number | null }) => movement !== null)).toBe(true)
  const finalTables = await anna.get('/api/final-table/board')
  expect(finalTables.total).toBeGreaterThan(0)
  for (const { username, points } of finalTables.entries) {
    expect(username).toMatch(/^test_/)
    expect(points).toBeGreaterThan(0)
  }
  const leagues = await anna.get('/api/leagues')
  expect(leagues.map(({ name }: { name: string }) => name).sort()).toEqual([
    'Away Days',
    'Nil-Nil Appreciation Society',
    'Saturday at Three',
  ])
  // R381: leagues with rules of their own, changed within the season, and with jokers that count and jokers that wait.
  const ruled = leagues.find(({ name }: { name: string }) => name === 'Away Days')
  const rules: LeagueRules = await anna.get(`/api/leagues/${ruled.id}/rules`)
  expect(rules.history.map(({ rules: of }) => of.joker)).toEqual([true, true, false])
  const { pool } = app.container.get(TYPES.Database)
  const jokers = await pool.query(`
    select f.settled_at is not null as "isSettled", p.id is not null as "hasPick", count(*)::int as n
    from read.league_jokers j join read.fixtures f on f.id = j.fixture_id
    left join read.predictions p on p.fixture_id = f.id and p.user_id = j.user_id group by 1, 2`)
  for (const isSettled of [true, false])
    expect(jokers.rows).toContainEqual({ isSettled, hasPick: true, n: expect.any(Number) })
  const { standings } = await anna.get(`/api/leagues/${ruled.id}`)
  const overall = new Map(theirs.map(({ id, totalPoints }: { id: number; totalPoints: number }) => [id, totalPoints]))
  expect(standings).toHaveLength(USERS)
  expect(standings.every(({ id, totalPoints }: LeagueStanding) => totalPoints !== overall.get(id))).toBe(true)
  expect((await app.container.get(TYPES.Engine).verify(['leagues']))[0]).toMatchObject({ same: true })
  const unordered = await pool.query(`
    select * from (select created_at < lag(created_at) over (partition by room_id order by number) as is_earlier from read.messages) m
    where is_earlier`)
  expect(unordered.rows).toEqual([])
  const shares: { views: number; likes: number }[] = await anna.get('/api/social-feed')
  expect(shares.length).toBeGreaterThan(0)
  // Who likes a share has seen it.
  for (const { views, likes } of shares) expect(views).toBeGreaterThan(likes)
  const highest = 'select max(id) as id from read.leagues'
  const leagueIds: number = (await app.container.get(TYPES.Database).pool.query(highest)).rows[0].id

  await expect(run({ kind: 'world', users: USERS, seed: 3 })).rejects.toThrow(TestRefused)

  expect(await run({ kind: 'cleanup' })).toMatch(
    new RegExp(`^Took back ${played} results and [\\d,]+ predictions, and deleted 3 test users$`),
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

test('R290 a season opens before its first cutoff, and a purge returns it there with real players’ final tables', async () => {
  const began = await anna.get('/api/final-table')
  expect(began.state).toBe('running')
  expect(await run({ kind: 'open-season', users: 4, seed: 2 })).toMatch(
    /^Season 2026-27 begins in a week, and has [1-4] final tables?$/,
  )
  await expect(run({ kind: 'open-season', users: 4, seed: 2 })).rejects.toThrow('Season 2026-27 has not begun yet')
  const { season, state, clubs, closesAt } = await anna.get('/api/final-table')
  expect([season, state, clubs.length]).toEqual(['2026-27', 'open', 20])
  expect(Date.parse(closesAt)).toBeGreaterThan(app.clock.now())
  const clubIds = clubs.map(({ id }: { id: number }) => id)
  expect((await anna.put('/api/final-table', { clubIds })).status).toBe(200)
  expect((await anna.put('/api/final-table', { clubIds, season: 'demo' })).status).toBe(409)

  await run({ kind: 'simulate', gameweek: 1, users: undefined, seed: 2 })
  const board = await anna.get('/api/final-table/board')
  expect([board.total > 1, board.me.points >= 0]).toEqual([true, true])
  expect((await anna.put('/api/final-table', { clubIds: clubIds.toReversed() })).status).toBe(409)
  expect((await anna.get('/api/final-table?season=demo')).state).toBe('running')

  await run({ kind: 'clear' })
  const cleared = await anna.get('/api/final-table')
  expect([cleared.state, cleared.own.clubIds]).toEqual(['open', clubIds])
  const kept = "select count(*)::int as n from read.final_tables where season = '2026-27'"
  expect((await app.container.get(TYPES.Database).pool.query(kept)).rows[0].n).toBe(1)
})
