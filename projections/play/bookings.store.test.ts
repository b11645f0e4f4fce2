import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { type PlayEvent, playTables, recorder } from '../../test/support/play.ts'
import { testDatabase } from '../../test/support/postgres.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const season = '2024-25'
const before = '2024-08-10T12:00:00.000Z'
const kickoff = '2024-08-17T14:00:00.000Z'
const after = '2024-08-17T16:00:00.000Z'

const fixtures: readonly PlayEvent[] = [
  { type: 'SeasonOpened', data: { season, name: season, anchor: null } },
  ...[1, 2].map(
    (fixtureId): PlayEvent => ({
      type: 'FixtureScheduled',
      data: { fixtureId, season, gameweek: 1, homeTeamId: fixtureId, awayTeamId: fixtureId + 2, kickoff },
    }),
  ),
]
const predicted = (userId: number, fixtureId: number): PlayEvent => ({
  type: 'PredictionSubmitted',
  data: { predictionId: userId * 10 + fixtureId, userId, fixtureId, pick: { result: 'home', score: null } },
})
const finished = (fixtureId: number, homeScore: number): PlayEvent => ({
  type: 'MatchFinished',
  data: { fixtureId, homeScore, awayScore: 0, byHand: false, reason: null },
})
const prize = (userId: number, points: number, reason = 'A prize'): PlayEvent => ({
  type: 'PrizeBooked',
  data: { competitionId: 1, asOf: 1, userId, season, points, place: 1, reason },
})
const deleted = (userId: number): PlayEvent => ({ type: 'UserDeleted', data: { userId } })

const isLate = ({ type }: PlayEvent) => type === 'MatchFinished' || type === 'PrizeBooked' || type === 'UserDeleted'
const recordedOf = (events: readonly PlayEvent[]): RecordedEvent[] => {
  const record = recorder()
  return [...fixtures, ...events].map((event) => record(event, isLate(event) ? after : before))
}

let schemas = 0
async function project(events: readonly RecordedEvent[], size = 500) {
  const play = await playTables(database.db, `bookings_t${++schemas}`)
  const changes = await play.project(events, size)
  return { play, changes }
}

interface Totals {
  user_id: number
  points: number
  booked: number
  match_points: number
}

async function numbers(events: readonly PlayEvent[], size?: number) {
  const { play } = await project(recordedOf(events), size)
  const totals = await play.rows<Totals>('totals', 'user_id')
  const bars = await play.rows<{ gameweek: number; points: number; players: number }>('histograms', 'gameweek, points')
  return {
    totals: totals.map(({ user_id, points, booked, match_points }) => [user_id, points, booked, match_points]),
    season: bars.filter(({ gameweek }) => gameweek === 0).map(({ points, players }) => [points, players]),
    gameweek: bars.filter(({ gameweek }) => gameweek === 1).map(({ points, players }) => [points, players]),
    ledger: await play.rows<Record<string, unknown>>('ledger', 'type, user_id, points'),
  }
}

test('a prize counts for total and rank of the season, not for the gameweek nor the match points', async () => {
  const {
    totals,
    season: bars,
    gameweek,
  } = await numbers([predicted(1, 1), predicted(2, 1), finished(1, 1), prize(1, 25)])
  expect(totals).toEqual([
    [1, 30, 25, 5],
    [2, 5, 0, 5],
  ])
  expect(bars).toEqual([
    [5, 1],
    [30, 1],
  ])
  expect(gameweek).toEqual([[5, 2]])
})

test('a prize is in the ledger with its reason, together with the matches', async () => {
  const { ledger } = await numbers([predicted(1, 1), finished(1, 1), prize(1, 25, 'Won'), prize(1, -10, 'Corrected')])
  expect(ledger.map(({ type, points, reason, fixture_id }) => [type, points, reason, fixture_id])).toEqual([
    ['competition', -10, 'Corrected', null],
    ['competition', 25, 'Won', null],
    ['match', 5, null, 1],
  ])
  expect(new Set(ledger.map(({ id }) => id)).size).toBe(3)
})

test('a prize booked before the first prediction of the season counts from that prediction on', async () => {
  expect((await numbers([prize(1, 25)])).totals).toEqual([])
  const { totals, season: bars } = await numbers([prize(1, 25), predicted(1, 1), finished(1, 1)])
  expect([totals, bars]).toEqual([[[1, 30, 25, 5]], [[30, 1]]])
})

test('prizes are removed with the account, and prizes booked for a deleted account are ignored', async () => {
  const { totals, season: bars, ledger } = await numbers([predicted(1, 1), prize(1, 25), deleted(1), prize(1, 10)])
  expect([totals, bars, ledger]).toEqual([[], [], []])
})

test('a prize notifies all sockets of the leaderboard, and the winner of their points', async () => {
  const { changes } = await project(recordedOf([predicted(1, 1), prize(1, 25)]))
  expect(changes).toContainEqual({ room: 'all', topic: 'leaderboard' })
  expect(changes).toContainEqual({ room: 'user:1', topic: 'user' })
})

test('in batches of any size totals are the sum of the ledger, histograms count the totals, and all rows are the same', async () => {
  const user = fc.integer({ min: 1, max: 3 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('prize' as const), user, points: fc.integer({ min: -30, max: 30 }) }),
    fc.record({ kind: fc.constant('predict' as const), user, fixture: fc.integer({ min: 1, max: 2 }) }),
    fc.record({
      kind: fc.constant('finish' as const),
      fixture: fc.integer({ min: 1, max: 2 }),
      home: fc.integer({ min: 0, max: 2 }),
    }),
    fc.record({ kind: fc.constant('delete' as const), user }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const made = new Set<string>()
      const events = steps.flatMap((one): PlayEvent[] => {
        if (one.kind === 'prize') return [prize(one.user, one.points)]
        if (one.kind === 'delete') return [deleted(one.user)]
        if (one.kind === 'finish') return [finished(one.fixture, one.home)]
        const name = `${one.user} ${one.fixture}`
        if (made.has(name)) return []
        made.add(name)
        return [predicted(one.user, one.fixture)]
      })
      const recorded = recordedOf(events)
      const { play } = await project(recorded, 1)
      const bytes = await play.bytes()
      for (const size of [3, 500]) {
        const other = await project(recorded, size)
        expect(await other.play.bytes()).toEqual(bytes)
        await other.play.drop()
      }
      await play.inSchema(async (tx) => {
        const wrong = await sql`
          select t.user_id from totals t where t.points <> t.booked + (select sum(points) from gameweek_rows g where g.user_id = t.user_id)
            or t.booked <> (select coalesce(sum(points), 0) from booked_entries b where b.user_id = t.user_id)
        `.execute(tx)
        expect(wrong.rows).toEqual([])
        const bars = await sql`
          select points, players from histograms where gameweek = 0
          except select points, count(*) from totals group by points
        `.execute(tx)
        expect(bars.rows).toEqual([])
      })
      await play.drop()
    }),
    { numRuns: 8 },
  )
})
