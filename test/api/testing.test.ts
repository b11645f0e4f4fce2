import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Competition } from '../../src/areas/competitions/contract.ts'
import type { TestFixture, TestProgress, TestRun, TestUser } from '../../src/areas/testing/contract.ts'
import { createEventStoreDbLog } from '../../src/event-log/eventstoredb/eventstoredb-log.ts'
import { TYPES } from '../../src/identifiers.ts'
import { allAnswered, differences, eventsOf } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { startStandIn } from '../support/eventstoredb-stand-in/stand-in.ts'
import { runCommandOn } from '../support/operator.ts'
import { until } from '../support/projections.ts'
import { differencesOf, ran, rowsOfOthers } from '../support/testing.ts'

let app: TestApp
/** A second node on the same stores, with the testing tool switched off. */
let other: TestApp
let admin: TestClient
let anna: TestClient
let ben: TestClient
/** The current gameweek, which is the first to be simulated. */
let gameweek: number
/** Its results with seed 11. */
let bySeed11: ReturnType<typeof scoresOf>

beforeAll(async () => {
  app = await startTestApp()
  other = await startTestApp({ beside: app, env: { TESTING_TOOL: 'off' } })
  admin = await app.admin()
  anna = await app.player('anna')
  ben = await app.player('ben')
  gameweek = (await anna.get('/api/fixtures/current'))[0].gameweek
})
afterAll(async () => {
  await other?.close()
  await app?.close()
})

const databaseOf = (of: TestApp) => of.container.get(TYPES.Database)

const CALLS = [
  ['GET', 'fixtures'],
  ['GET', 'users'],
  ['GET', 'progress'],
  ['POST', 'create-users'],
  ['POST', 'open-season'],
  ['POST', 'generate-predictions'],
  ['POST', 'full-simulation'],
  ['POST', 'generate'],
  ['POST', 'simulate/1'],
  ['POST', 'clear'],
  ['POST', 'stop'],
  ['DELETE', 'cleanup'],
] as const

const call = (client: TestClient, method: string, path: string, body: object = {}) =>
  client.request(method, `/api/test/${path}`, method === 'GET' ? undefined : body)

const fixturesOf = (of: number, by = admin): Promise<TestFixture[]> => by.get(`/api/test/fixtures?gameweek=${of}`)
const progress = (): Promise<TestProgress> => admin.get('/api/test/progress')
const testUsers = (): Promise<TestUser[]> => admin.get('/api/test/users')

/** Predicts home, draw and away in turn for all open matches of a gameweek. */
async function predictAll(player: TestClient, of: number): Promise<void> {
  const fixtures: TestFixture[] = await player.get(`/api/fixtures?gameweek=${of}`)
  const predictions = fixtures
    .filter(({ isOpen }) => isOpen)
    .map(({ id }, index) => ({ fixtureId: id, predictedResult: (['home', 'draw', 'away'] as const)[index % 3] }))
  expect((await player.put(`/api/predictions/gameweek/${of}`, { predictions })).status).toBe(200)
}

const scoresOf = (fixtures: readonly TestFixture[]) =>
  fixtures.map(({ id, homeScore, awayScore, isSimulated }) => ({ id, homeScore, awayScore, isSimulated }))

describe('access', () => {
  test('R160 T56 T59 only administrators, and nobody where the tool is switched off', async () => {
    const there = other.client()
    const { status } = await there.post('/api/login', { username: 'admin', password: 'admin-password' })
    expect(status).toBe(200)
    for (const [method, path] of CALLS) {
      expect((await call(anna, method, path)).status, path).toBe(403)
      expect((await call(app.client(), method, path)).status, path).toBe(401)
      expect((await call(there, method, path)).status, path).toBe(404)
      expect((await call(other.client(), method, path)).status, path).toBe(404)
    }
  })

  test('invalid orders are reported, and change nothing', async () => {
    const numbers = {
      gameweek: [undefined, 0, 39, 1.5, '3', null],
      gameweeks: [0, 11, 1.5, '3', null],
      users: [0, 501, 10_000, -1, 1.5, '5', null],
      seed: [-1, 1e9, 1.5, 'seven', null, {}],
    }
    const takes = {
      'create-users': ['users', 'seed'],
      'generate-predictions': ['gameweek', 'users', 'seed'],
      'full-simulation': ['gameweeks', 'users', 'seed'],
      generate: ['gameweeks', 'users', 'seed'],
      [`simulate/${gameweek}`]: ['users', 'seed'],
    } as const
    for (const [path, fields] of Object.entries(takes))
      for (const field of fields)
        for (const value of numbers[field]) {
          const whole = path === 'generate-predictions' ? { gameweek } : {}
          const { status, body } = await call(admin, 'POST', path, { ...whole, [field]: value })
          expect([path, field, value, status, body.errors]).toEqual([
            ...[path, field, value, 400],
            [{ path: field, message: body.detail }],
          ])
        }
    for (const of of ['0', '39', '1.5', 'x', '-1']) {
      const { status, body } = await call(admin, 'POST', `simulate/${of}`)
      expect([of, status, body.errors?.[0].path]).toEqual([of, 400, 'gameweek'])
      expect((await admin.request('GET', `/api/test/fixtures?gameweek=${of}`)).status).toBe(400)
    }
    for (const [body, type, status] of [
      ['{', 'application/json', 400],
      ['[]', 'application/json', 400],
      ['gameweek=3', 'text/plain', 415],
    ] as const) {
      const headers = { cookie: admin.cookie, 'content-type': type }
      const res = await fetch(`${app.url}/api/test/generate-predictions`, { method: 'POST', body, headers })
      expect(res.headers.get('content-type')).toContain('application/problem+json')
      expect([body, res.status, (await res.json()).status]).toEqual([body, status, status])
    }
    expect(await progress()).toEqual({
      running: null,
      runs: [],
      standing: { users: 0, predictions: 0, results: 0, gameweeks: [] },
    })
    expect((await call(admin, 'POST', 'stop')).status).toBe(409)
  })
})

describe('simulated players and results', () => {
  test('R166 a full simulation and a cleanup leave real players unchanged; notifications of it stay, marked; R449 it begins competitions', async () => {
    await predictAll(anna, gameweek)
    await predictAll(ben, gameweek + 1)
    const weeks = { type: 'weekly', firstGameweek: gameweek, lastGameweek: gameweek + 2, prizePool: 100 }
    const { body } = await admin.post('/api/competitions', { name: 'Three gameweeks', ...weeks })
    const competitions: Competition[] = await anna.get('/api/competitions')
    const open = competitions.filter(({ status }) => status !== 'ended')
    for (const { id } of open) await anna.post(`/api/competitions/${id}/join`)
    for (const { id } of open) await ben.post(`/api/competitions/${id}/join`)
    await allAnswered(app)
    const before = await rowsOfOthers(databaseOf(app))

    const run = await ran(admin, 'POST', 'full-simulation', { gameweeks: 2, users: 3, seed: 7 })
    expect(run).toMatchObject({ gameweeks: [gameweek, gameweek + 1], seed: 7, users: 3, percent: 100 })
    expect(run.predictions).toBeGreaterThan(30)
    expect(run.steps.map(({ state }) => state)).toEqual(run.steps.map(() => 'done'))
    const users = await testUsers()
    expect(users.map(({ username }) => username)).toEqual(['test_001', 'test_002', 'test_003'])
    const during = Object.keys(differencesOf(before, await rowsOfOthers(databaseOf(app))))
    const three = (await anna.get('/api/competitions')).find(({ id }: Competition) => id === body.id)
    expect([body.status, three.status]).toEqual(['upcoming', 'active'])
    expect(during).toEqual(
      expect.arrayContaining([
        ...['read.ledger', 'read.news', 'read.settled_gameweeks', 'read.competition_prizes', 'read.achievements'],
        'read.rank_snapshots',
      ]),
    )

    const gone = await ran(admin, 'DELETE', 'cleanup')
    expect(gone.message).toBe(
      `Took back ${run.results} results and ${run.predictions} predictions, and deleted 3 test users`,
    )
    await allAnswered(app)
    const after = await rowsOfOthers(
      databaseOf(app),
      users.map(({ id }) => id),
    )
    expect(differencesOf(before, after)).toEqual({})
    expect(await differences(app)).toEqual([])
    const titles = (await anna.get('/api/notifications')).map(({ title }: { title: string }) => title)
    expect(titles).toContain(`Gameweek ${gameweek} (simulated)`)
  })

  test('R162 test users are numbered consecutively, and nobody signs in as one', async () => {
    const { status, body } = await call(admin, 'POST', 'create-users', { users: 2 })
    expect([status, body.message]).toEqual([201, 'Created 2 test users'])
    await ran(admin, 'POST', 'create-users', { users: 1 })
    expect((await testUsers()).map(({ username }) => username)).toEqual(['test_001', 'test_002', 'test_003'])
    const stranger = app.client()
    for (const password of ['', 'password-1', 'test_001'])
      expect((await stranger.post('/api/login', { username: 'test_001', password })).status).not.toBe(200)
    expect((await stranger.post('/api/register', { username: 'test_009', password: 'password-1' })).status).toBe(400)
  })

  test('R161 refusals of the game are recorded by the run', async () => {
    const { status, body } = await call(admin, 'POST', 'generate-predictions', { gameweek: 1, users: 1 })
    expect([status, body.detail]).toEqual([409, 'Prediction period has ended'])
    expect((await progress()).runs[0]).toMatchObject({ state: 'failed', error: 'Prediction period has ended' })
    expect((await call(admin, 'POST', 'simulate/1')).body.detail).toBe('Every match of gameweek 1 is over')
  })

  test('R514: a refused run is refused again, because there is nothing to resume', async () => {
    for (let n = 0; n < 3; n++) {
      const { status, body } = await call(admin, 'POST', 'simulate/2')
      expect([status, body.detail]).toEqual([409, 'Every match of gameweek 2 is over'])
    }
  })

  test('R161 R163 the same seed gives the same gameweek, marked, before its kickoffs; R165 a purge removes it', async () => {
    const untouched = await fixturesOf(gameweek)
    const run = await ran(admin, 'POST', `simulate/${gameweek}`, { users: 3, seed: 11 })
    const first = await fixturesOf(gameweek)
    expect(scoresOf(first).filter(({ isSimulated }) => isSimulated)).toHaveLength(run.results)
    expect(first.some(({ testPredictions }) => testPredictions === 3)).toBe(true)
    const made = await eventsOf(app, 'MatchFinished', 'PredictionSubmitted', 'UserRegistered')
    const byTool = made.filter(({ metadata }) => metadata.source === 'simulation')
    expect(byTool.length).toBeGreaterThan(run.results)
    expect(byTool.every(({ metadata }) => metadata.simulated)).toBe(true)

    const cleared = await ran(admin, 'POST', 'clear')
    expect(cleared).toMatchObject({ gameweeks: [gameweek], results: run.results, predictions: run.predictions })
    expect(await fixturesOf(gameweek)).toEqual(untouched)
    expect((await progress()).standing).toEqual({ users: 3, predictions: 0, results: 0, gameweeks: [] })

    await ran(admin, 'POST', `simulate/${gameweek}`, { seed: 11 })
    expect(scoresOf(await fixturesOf(gameweek))).toEqual(scoresOf(first))
    await ran(admin, 'POST', 'clear')
    bySeed11 = scoresOf(first)
  })

  test('R163 another seed gives another gameweek; R164 one run is active at a time, and stops on request', async () => {
    await ran(admin, 'POST', `simulate/${gameweek}`, { seed: 12 })
    expect(scoresOf(await fixturesOf(gameweek))).not.toEqual(bySeed11)
    const long = call(admin, 'POST', 'full-simulation', { gameweeks: 10, users: 3 })
    await until('it runs', async () => (await progress()).running !== null)
    const refused = await call(admin, 'POST', 'create-users', { users: 1 })
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Another run is in progress')])
    expect((await call(admin, 'POST', 'stop')).status).toBe(200)
    await long
    await until('it has stopped', async () => (await progress()).running === null)
    const stopped: TestRun = (await progress()).runs[0]!
    expect(stopped).toMatchObject({ kind: 'full-simulation', state: 'stopped', by: { username: 'admin' } })
    expect(stopped.percent).toBeLessThan(100)
    await ran(admin, 'POST', 'clear')
  })

  test.each([
    ['stopped from the page', /^Stopped\. /, () => call(admin, 'POST', 'stop')],
    [
      'given up by another process',
      /^It was given up\n$/,
      () =>
        databaseOf(app).pool.query(
          "update app.test_runs set state = 'failed', error = 'It was given up', ended_at = now() where state = 'running'",
        ),
    ],
  ])('R467 a run of the terminal that is %s ends with exit code 1 and its reason', async (_, reason, end) => {
    const command = runCommandOn(app, 'testing', ['full-simulation', '10', '--users', '3'], {
      env: { TESTING_TOOL: 'on' },
    })
    await until('it runs', async () => (await progress()).running !== null)
    await end()
    const { code, out } = await command
    expect([code, out]).toEqual([1, expect.stringMatching(reason)])
    await ran(admin, 'POST', 'clear')
  })

  test('R165 a purge removes the shares of purged predictions from every page, and leaves the others', async () => {
    await predictAll(ben, gameweek + 1)
    const mine: { id: number }[] = await ben.get('/api/predictions')
    const shared = await ben.post('/api/share-predictions', { predictionIds: [mine[0]!.id], title: 'Real' })
    expect(shared.status).toBe(201)
    const { shares } = await ran(admin, 'POST', 'generate', { gameweeks: 1, users: 3 })
    const titles = async () => (await ben.get('/api/social-feed')).map(({ title }: { title: string }) => title)
    expect(await titles()).toHaveLength(1 + shares)
    await ran(admin, 'POST', 'clear')
    expect(await titles()).toEqual(['Real'])
    expect(await ben.get('/api/shared-predictions')).toHaveLength(1)
    await ben.delete(`/api/shared-predictions/${shared.body.shareUrl}`)
    await ran(admin, 'DELETE', 'cleanup')
  })

  test('R166 leagues and teams of test users pass on to real members, else they close', async () => {
    await ran(admin, 'POST', 'generate', { gameweeks: 1, users: 3 })
    const { leagues, messages, shares, comments } = (await progress()).runs[0]!
    expect([leagues, messages, shares, comments]).toEqual([1, 5, 1, 1])
    const founded: { id: number; name: string }[] = await ben.get('/api/leagues')
    const league = founded.find(({ name }) => name === 'Test League 1')!
    expect((await ben.post(`/api/leagues/${league.id}/join`)).status).toBe(200)
    await ran(admin, 'POST', 'generate', { gameweeks: 1, users: 3 })
    await ran(admin, 'DELETE', 'cleanup')
    await until('ben is alone', async () => (await ben.get(`/api/leagues/${league.id}`)).memberCount === 1)
    const left: { id: number }[] = await ben.get('/api/leagues')
    expect(left.map(({ id }) => id)).toEqual([league.id])
    expect((await ben.get('/api/social-feed')).length).toBe(0)
    expect(await testUsers()).toEqual([])
  })
})

describe('real events in the meantime', () => {
  test('R167 T61 rulings wait for a purge, and players’ actions meanwhile stay', async () => {
    await ran(admin, 'POST', `simulate/${gameweek}`, { users: 2, seed: 5 })
    await allAnswered(app)
    const simulated = await fixturesOf(gameweek)
    const { id: fixtureId } = simulated.find(({ isSimulated }) => isSimulated)!
    const mine: { fixtureId: number; predictedResult: string }[] = await anna.get('/api/predictions')
    const pick = mine.find((each) => each.fixtureId === fixtureId)!.predictedResult
    const [homeScore, awayScore] = { home: [6, 0], draw: [3, 3], away: [0, 6] }[pick] as [number, number]
    const rule = () =>
      admin.post(`/api/admin/fixtures/${fixtureId}/result`, { homeScore, awayScore, reason: 'The real one' })
    const refused = await rule()
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('simulated results exist')])
    expect((await admin.delete(`/api/admin/fixtures/${fixtureId}/result`)).status).toBe(409)
    await predictAll(ben, gameweek + 2)
    const carl = await app.player('carl')
    await predictAll(carl, gameweek + 2)

    await ran(admin, 'POST', 'clear')
    expect(scoresOf(await fixturesOf(gameweek)).filter(({ isSimulated }) => isSimulated)).toEqual([])
    const later = (await fixturesOf(gameweek + 2)).map(({ id }) => id)
    for (const client of [ben, carl]) {
      const theirs: { fixtureId: number }[] = await client.get('/api/predictions')
      expect(theirs.map((each) => each.fixtureId)).toEqual(expect.arrayContaining(later))
    }
    expect((await rule()).status).toBe(200)
    await allAnswered(app)
    const ledger: { type: string; fixtureId: number | null }[] = await anna.get('/api/user/points')
    expect(ledger.filter(({ type }) => type === 'match').map((entry) => entry.fixtureId)).toEqual([fixtureId])
    expect(await differences(app)).toEqual([])
  })

  test('R165 play pauses while a purge runs: writes on every node are a 503 with the reason, reads continue', async () => {
    await ran(admin, 'POST', `simulate/${gameweek + 1}`, { seed: 5 })
    const stranger = other.client()
    await stranger.post('/api/login', { username: 'ben', password: 'password-1' })
    // A long read delays the switch to the rebuilt tables.
    const reader = await databaseOf(app).pool.connect()
    await reader.query('begin')
    await reader.query('select from read.totals')
    const cleared = ran(admin, 'POST', 'clear')
    const found = (player: TestClient) => player.post('/api/leagues', { name: 'In between', type: 'private' })
    for (const player of [ben, stranger]) {
      await until('a write is refused', async () => {
        const { status, body } = await found(player)
        return status === 503 && body.detail.startsWith('Simulated data is being cleared')
      })
      expect((await player.request('GET', '/api/leaderboard')).status).toBe(200)
    }
    await reader.query('rollback')
    reader.release()
    await cleared
    expect((await ben.post('/api/leagues', { name: 'Afterwards', type: 'private' })).status).toBe(201)
    expect((await stranger.post('/api/leagues', { name: 'There as well', type: 'private' })).status).toBe(201)
  })

  test('R168 another node serves reads without it, and an interrupted clear is completed', async () => {
    const stranger = other.client()
    await stranger.post('/api/login', { username: 'ben', password: 'password-1' })
    const before = await rowsOfOthers(databaseOf(app))
    await ran(admin, 'POST', `simulate/${gameweek + 1}`, { seed: 5 })
    const seen = async (): Promise<string[]> =>
      (await stranger.get(`/api/fixtures?gameweek=${gameweek + 1}`)).map(({ status }: TestFixture) => status)
    await until('the other node shows results', async () => (await seen()).every((status) => status === 'FINISHED'))
    await ran(admin, 'POST', 'clear')
    await until('the other node has none', async () => (await seen()).every((status) => status === 'SCHEDULED'))
    const open: TestFixture[] = await stranger.get(`/api/fixtures?gameweek=${gameweek + 1}`)
    const changed = { fixtureId: open[0]!.id, predictedResult: 'home' }
    const { body } = await stranger.put(`/api/predictions/gameweek/${gameweek + 1}`, { predictions: [changed] })
    expect(body).toMatchObject([{ fixtureId: changed.fixtureId, status: 200 }])

    // The state that a new leader finds after a kill -9 before the last step.
    const { pool } = app.container.get(TYPES.Database)
    const last = 'number = (select max(number) from engine.clearings)'
    await pool.query(`update engine.clearings set state = 'running' where ${last}`)
    const isDone = async () =>
      (await pool.query<{ state: string }>(`select state from engine.clearings where ${last}`)).rows[0]!.state ===
      'done'
    await until('it is finished', isDone, 60_000)
    await allAnswered(app)
    const after = differencesOf(before, await rowsOfOthers(databaseOf(app)))
    expect(Object.keys(after).filter((view) => view !== 'read.people')).toEqual([])
  })
})

test('R165 a purge on an EventStoreDB', async () => {
  const standIn = await startStandIn()
  const log = createEventStoreDbLog({ url: standIn.url, prefix: 'testing' })
  const stored = await startTestApp({ log })
  try {
    const [boss, dora] = [await stored.admin(), await stored.player('dora')]
    const now: number = (await dora.get('/api/fixtures/current'))[0].gameweek
    await predictAll(dora, now)
    await allAnswered(stored)
    const before = await rowsOfOthers(databaseOf(stored))
    await ran(boss, 'POST', `simulate/${now}`)
    expect(differencesOf(before, await rowsOfOthers(databaseOf(stored)))).toHaveProperty(['read.ledger'])
    await ran(boss, 'POST', 'clear')
    await allAnswered(stored)
    expect(differencesOf(before, await rowsOfOthers(databaseOf(stored)))).toEqual({})
  } finally {
    await stored.close()
    await standIn.kill()
  }
})
