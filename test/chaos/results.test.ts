import { afterAll, beforeAll, expect, test } from 'vitest'
import { PREDICTIONS } from '../../src/areas/predictions/area.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { outcomeOf, type TestClient } from '../support/client.ts'
import { players } from '../support/leagues.ts'
import { repeated } from '../support/repeated.ts'

let app: TestApp
let admin: TestClient
let fixtures: { id: number; kickoffTime: string }[]

beforeAll(async () => {
  // An achievement revoked and unlocked again adds ledger entries; here tables must be as before.
  app = await startTestApp({ catalogue: [] })
  admin = await app.admin()
  fixtures = ((await admin.get('/api/fixtures')) as { id: number; kickoffTime: string; isOpen: boolean }[]).filter(
    (fixture) => fixture.isOpen,
  )
})
afterAll(() => app.close())

const result = (id: number, homeScore: number, awayScore: number) =>
  outcomeOf((headers) => {
    const body = { homeScore, awayScore, reason: 'full time' }
    return admin.request('POST', `/api/admin/fixtures/${id}/result`, body, headers)
  })

/** Every row of every table of the live play generation. */
async function playTables(): Promise<Record<string, string[]>> {
  const { pool } = app.container.get(TYPES.Database)
  const { rows } = await pool.query<{ schema: string; name: string }>(
    `select t.table_schema as schema, t.table_name as name from information_schema.tables t
     join engine.generations g on g.state = 'live' and g.name = 'play' and t.table_schema = 'play_g' || g.generation
     order by 2`,
  )
  const tables: Record<string, string[]> = {}
  for (const { schema, name } of rows) {
    const found = await pool.query<{ row: string }>(`select t::text as row from ${schema}.${name} t order by 1`)
    tables[name] = found.rows.map(({ row }) => row)
  }
  return tables
}

test('the same results three times over, shuffled and at once, then corrected: points once, then exactly the corrected ones', async () => {
  const matches = fixtures.slice(0, 8)
  const players = await Promise.all(['ann', 'bob', 'cyd'].map((name) => app.player(name)))
  // For each match, one player has the score, one the result, one neither.
  const picks = [
    { predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 },
    { predictedResult: 'home', predictedHomeScore: 1, predictedAwayScore: 0 },
    { predictedResult: 'draw' },
  ]
  for (const [index, player] of players.entries())
    for (const { id } of matches)
      expect((await player.post('/api/predictions', { fixtureId: id, ...picks[index] })).status).toBe(201)

  const points = () =>
    Promise.all(
      players.map(async (player) => {
        const board = (await player.get('/api/leaderboard')).me.totalPoints as number
        const ledger = (await player.get('/api/user/points')) as { points: number }[]
        expect(ledger.reduce((sum, entry) => sum + entry.points, 0)).toBe(board)
        return board
      }),
    )
  const thrice = [...matches, ...matches, ...matches].sort(() => Math.random() - 0.5)
  const answers = await Promise.all(thrice.map(({ id }) => result(id, 2, 1)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await app.settled()
  expect(await points()).toEqual([8 * 15, 8 * 5, 0])

  const corrections = [...matches, ...matches].sort(() => Math.random() - 0.5)
  await Promise.all(corrections.map(({ id }) => result(id, 1, 1)))
  await app.settled()
  expect(await points()).toEqual([0, 0, 8 * 5])

  for (const { id } of matches) await result(id, 1, 0)
  await app.settled()
  expect(await points()).toEqual([8 * 5, 8 * 15, 0])
  // The next test verifies all.
  const verified = await app.container.get(TYPES.Engine).verify(['play'])
  expect(verified.filter(({ same }) => !same)).toEqual([])
}, 480_000)

test('many players predict while an administrator rules: 201 is stored, a refusal is not', async () => {
  const count = repeated(16, 40)
  const racers = await players(app, Array(count).fill('racer'))
  const soon = new Date(app.clock.now() + 4 * 60_000).toISOString()
  const rulings = [
    ['result', { homeScore: 2, awayScore: 1 }],
    ['cancel', {}],
    ['reschedule', { kickoffTime: soon }],
  ] as const
  for (const [index, [what, body]] of rulings.entries()) {
    const { id: fixtureId } = fixtures[30 + index]!
    const isMine = (pick: { fixtureId: number }) => pick.fixtureId === fixtureId
    const there = async () =>
      Promise.all(racers.map(async (player) => ((await player.get('/api/predictions')) as any[]).filter(isMine)))
    const send = (player: (typeof racers)[number]) =>
      outcomeOf((headers) => player.call('POST', '/api/predictions', { fixtureId, predictedResult: 'home' }, headers))
    const rule = async () => {
      const path = `/api/admin/fixtures/${fixtureId}/${what}`
      expect((await admin.request('POST', path, { ...body, reason: 'meanwhile' })).status).toBe(200)
    }
    // The ruling is sent in the middle of them.
    const answers = await Promise.all([
      ...racers.slice(0, count / 2).map(send),
      rule(),
      ...racers.slice(count / 2).map(send),
    ])
    const statuses = answers.flatMap((answer) => answer?.status ?? [])
    expect(statuses).toHaveLength(count)
    expect((await there()).map((picks) => (picks.length === 1 ? 201 : 409))).toEqual(statuses)
    if (what === 'reschedule') continue
    // Once lifted, the match is open again for everyone without a pick.
    expect((await admin.delete(`/api/admin/fixtures/${fixtureId}/result`, { reason: 'after all' })).status).toBe(204)
    const again = await Promise.all(racers.map(send))
    expect(again.map(({ status }) => status)).toEqual(statuses.map((status) => (status === 201 ? 409 : 201)))
    expect((await there()).every((picks) => picks.length === 1)).toBe(true)
  }
  await app.settled()
  const verified = await app.container.get(TYPES.Engine).verify()
  expect(verified.filter(({ same }) => !same)).toEqual([])
  // By now every stream has its void event, so nothing is left for the job.
  const { pool } = app.container.get(TYPES.Database)
  expect((await pool.query('select * from read.void_picks')).rows).toEqual([])
}, 480_000)

// projections/play/projector.store.test.ts does it with more.
test('a match with 1,000 predictions corrected A → B → A: every read table as before, byte for byte', async () => {
  const { id: fixtureId } = fixtures[20]!
  const at = new Date(app.clock.now()).toISOString()
  const context: CommandContext = {
    actor: null,
    at,
    correlationId: 'crowd',
    causationId: 'crowd',
    source: 'simulation',
  }
  const scores = [
    [2, 1],
    [1, 0],
    [0, 0],
    [0, 3],
  ] as const
  const saved = await app.container.get(PREDICTIONS.Predictions).saveMany(
    Array.from({ length: 1_000 }, (_, index) => {
      const [home, away] = scores[index % scores.length]!
      const pick = { result: home > away ? 'home' : home < away ? 'away' : 'draw', score: { home, away } } as const
      return {
        userId: 1_000_000 + index,
        fixtureId,
        pick,
        context: { ...context, actor: 1_000_000 + index },
      }
    }),
  )
  expect(saved.every(({ ok }) => ok)).toBe(true)
  await app.settled()
  // A crowd may take longer to settle than a response waits.
  await result(fixtureId, 2, 1)
  await app.settled()
  const before = await playTables()
  expect(before.predictions!.length).toBeGreaterThanOrEqual(1_000)
  await result(fixtureId, 0, 0)
  await app.settled()
  expect((await playTables()).totals).not.toEqual(before.totals)
  await result(fixtureId, 2, 1)
  await app.settled()
  const after = await playTables()
  expect(Object.keys(before).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))).toEqual([])
  const verified = await app.container.get(TYPES.Engine).verify(['play'])
  expect(verified.filter(({ same }) => !same)).toEqual([])
}, 480_000)
