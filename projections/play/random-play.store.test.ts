import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../src/areas/fixtures/events.ts'
import type { PredictionEvent } from '../../src/areas/predictions/events.ts'
import { pickStatusOf } from '../../src/areas/predictions/pick-status.ts'
import { type PredictionState, predictionDecider } from '../../src/areas/predictions/prediction-decider.ts'
import { leagueVerdictOf } from '../../src/contracts/league-scoring.ts'
import { isRejection } from '../../src/kernel/decider.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { NaivePlay, type NaiveRow } from '../../test/support/naive-play.ts'
import { type PlayEvent, playTables, recorder } from '../../test/support/play.ts'
import { testDatabase } from '../../test/support/postgres.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const start = Date.parse('2024-08-01T12:00:00.000Z')
const hour = (n: number) => new Date(start + n * 3_600_000).toISOString()
const fixtures = [
  { fixtureId: 1, season: '2024-25', gameweek: 1 },
  { fixtureId: 2, season: '2024-25', gameweek: 1 },
  { fixtureId: 3, season: '2024-25', gameweek: 2 },
  { fixtureId: 4, season: '2024-25', gameweek: 3 },
  { fixtureId: 5, season: 'demo', gameweek: 1 },
]

const fixtureId = fc.integer({ min: 1, max: fixtures.length })
const goals = fc.integer({ min: 0, max: 2 })
const outcome = fc.constantFrom<Outcome>('home', 'draw', 'away')
const byHand = fc.boolean()
const reason = fc.constant('x')

/** Events that a log may contain, in combinations that deciders would not allow. Hours count from the start of the story. */
const fixtureFact: fc.Arbitrary<PlayEvent> = fc.oneof(
  { weight: 6, arbitrary: result('MatchFinished') },
  { weight: 4, arbitrary: result('MatchResultCorrected') },
  {
    weight: 2,
    arbitrary: fact('ResultLifted', { homeScore: fc.constant(null), awayScore: fc.constant(null), reason }),
  },
  { weight: 1, arbitrary: fact('ResultLifted', { homeScore: goals, awayScore: goals, reason }) },
  { weight: 1, arbitrary: fact('FeedResultNoted', { homeScore: goals, awayScore: goals }) },
  { weight: 2, arbitrary: fact('MatchAwarded', { result: outcome, byHand, reason }) },
  { weight: 1, arbitrary: fact('MatchAbandoned', { closed: fc.boolean(), byHand, reason }) },
  { weight: 1, arbitrary: fact('FixtureCancelled', { byHand, reason }) },
  { weight: 1, arbitrary: fact('FixturePostponed', { closed: fc.boolean(), byHand, reason }) },
  { weight: 1, arbitrary: fact('MatchStarted', {}) },
  {
    weight: 3,
    arbitrary: fact('FixtureRescheduled', {
      kickoff: fc.integer({ min: 20, max: 120 }).map(hour),
      closed: fc.boolean(),
      byHand,
      reason,
    }),
  },
  { weight: 2, arbitrary: fact('FixtureMovedToGameweek', { gameweek: fc.integer({ min: 1, max: 3 }) }) },
)

function fact(type: PlayEvent['type'], data: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<PlayEvent> {
  return fc.record({ fixtureId, ...data }).map((each) => ({ type, data: each }) as unknown as PlayEvent)
}
function result(type: PlayEvent['type']) {
  return fact(type, { homeScore: goals, awayScore: goals, byHand, reason })
}

type Step =
  | {
      readonly kind: 'pick'
      readonly userId: number
      readonly fixtureId: number
      readonly home: number
      readonly away: number
      readonly scored: boolean
      readonly late: number
    }
  | { readonly kind: 'fact'; readonly event: PlayEvent; readonly times: number }
  | { readonly kind: 'settle'; readonly gameweek: number }
  | { readonly kind: 'delete'; readonly userId: number }
  /** Records the void picks of a player, as commands and sweeps do. */
  | { readonly kind: 'void'; readonly userId: number }

const userId = fc.integer({ min: 1, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('pick' as const),
      userId,
      fixtureId,
      home: goals,
      away: goals,
      scored: fc.boolean(),
      late: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('fact' as const),
      event: fixtureFact,
      times: fc.constantFrom(1, 1, 1, 2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), gameweek: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), userId }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('void' as const), userId }) },
)

/** Returns the story as a log, two hours per step. Picks may have a time shortly before that of preceding events. */
function logOf(steps: readonly Step[]): RecordedEvent[] {
  const record = recorder()
  const settled = new Set<number>()
  const events = [
    ...['2024-25', 'demo'].map((season) =>
      record({ type: 'SeasonOpened', data: { season, name: season, anchor: null } }, hour(0)),
    ),
    ...fixtures.map((each) =>
      record(
        {
          type: 'FixtureScheduled',
          data: { ...each, homeTeamId: 1, awayTeamId: 2, kickoff: hour(20 + 10 * each.gameweek) },
        },
        hour(0),
      ),
    ),
  ]
  const judge = (userId: number, fixtureId: number) => judgeIn(events, userId, fixtureId)
  steps.forEach((each, index) => {
    const at = hour(1 + 2 * index)
    if (each.kind === 'fact') for (let i = 0; i < each.times; i++) events.push(record(each.event, at))
    else if (each.kind === 'delete') events.push(record({ type: 'UserDeleted', data: { userId: each.userId } }, at))
    else if (each.kind === 'void') {
      for (const { fixtureId } of fixtures) {
        const { needsVoidEvent, effective, state } = judge(each.userId, fixtureId)
        const decided = predictionDecider.decide({ type: 'void', userId: each.userId, fixtureId, effective }, state)
        if (needsVoidEvent && !isRejection(decided)) events.push(...decided.map((event) => record(event, at)))
      }
    } else if (each.kind === 'settle') {
      if (settled.has(each.gameweek)) return
      settled.add(each.gameweek)
      const fixtureIds = fixtures
        .filter((f) => f.season === '2024-25' && f.gameweek === each.gameweek)
        .map((f) => f.fixtureId)
      events.push(
        record({ type: 'GameweekSettled', data: { season: '2024-25', gameweek: each.gameweek, fixtureIds } }, at),
      )
    } else {
      const { state } = judge(each.userId, each.fixtureId)
      const type = state.status === 'submitted' ? 'PredictionUpdated' : 'PredictionSubmitted'
      const { home, away } = each
      const winner = home > away ? 'home' : home < away ? 'away' : 'draw'
      const pick = { result: winner, score: each.scored ? { home, away } : null } as const
      const data = {
        predictionId: state.status === 'submitted' ? state.predictionId : index,
        userId: each.userId,
        fixtureId: each.fixtureId,
        pick,
      }
      events.push(record({ type, data }, hour(1 + 2 * index - each.late)))
    }
  })
  return events
}

/** Returns the status of a prediction's picks and the state of its stream. */
function judgeIn(events: readonly RecordedEvent[], userId: number, fixtureId: number) {
  const of = (stream: string) => events.filter((event) => event.stream === stream)
  const picks = of(`prediction-${userId}-${fixtureId}`)
  const compare = (a: string, b: string) => Number(a) - Number(b)
  const status = pickStatusOf(picks as never, of(`fixture-${fixtureId}`) as never, compare)
  return {
    ...status,
    state: (picks as unknown as PredictionEvent[]).reduce<PredictionState>(
      predictionDecider.evolve,
      predictionDecider.initialState,
    ),
  }
}

const plain = ({
  user_id,
  points,
  exact,
  correct,
  settled,
  predictions,
}: NaiveRow & { user_id: number }): NaiveRow => ({
  userId: user_id,
  points,
  exact,
  correct,
  settled,
  predictions,
})

interface PredictionKey {
  readonly userId: number
  readonly fixtureId: number
}
const byUserAndFixture = (a: PredictionKey, b: PredictionKey) => a.userId - b.userId || a.fixtureId - b.fixtureId

interface PredictionRow {
  readonly user_id: number
  readonly fixture_id: number
  readonly points: number | null
  readonly result: Outcome
  readonly home_score: number | null
  readonly away_score: number | null
}
const pickOf = ({ result, home_score: home, away_score: away }: PredictionRow) => ({
  result,
  score: home === null ? null : { home, away },
})

interface MatchRow extends Pick<PredictionRow, 'home_score' | 'away_score'> {
  readonly id: number
  readonly season: string
  readonly gameweek: number
  readonly result: Outcome | null
}
const lineOf = ({ result, home_score, away_score }: Pick<PredictionRow, 'result' | 'home_score' | 'away_score'>) => ({
  ...{ outcome: result, home: home_score, away: away_score },
})

interface PickCountRow extends Omit<PredictionRow, 'user_id' | 'points'> {
  readonly picks: number
}
const countText = ({ fixture_id, result, home_score, away_score, picks }: PickCountRow) =>
  `${fixture_id} ${result} ${home_score === null ? 'no score' : `${home_score}-${away_score}`}: ${picks}`

const histogramOf = (season: string, gameweek: number, rows: readonly NaiveRow[]) => {
  const bars = new Map<number, number>()
  for (const row of rows) bars.set(row.points, (bars.get(row.points) ?? 0) + 1)
  return [...bars].sort(([a], [b]) => a - b).map(([points, players]) => ({ season, gameweek, points, players }))
}

test('(R433) read tables of random events equal a naive recomputation, in batches of any size', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      async (steps, size) => {
        runs += 1
        const events = logOf(steps)
        const naive = new NaivePlay()
        for (const event of events) naive.apply(event)
        const play = await playTables(database.db, `random_${runs}`)
        await play.project(events, size)

        const predictions = await play.rows<PredictionRow>('predictions', 'user_id, fixture_id')
        expect(await play.rows('void_picks', 'user_id, fixture_id')).toEqual(
          naive.void.sort(byUserAndFixture).map((each) => ({ user_id: each.userId, fixture_id: each.fixtureId })),
        )
        // The streams agree with the counted picks and with the void picks not yet recorded.
        const erased = new Set(
          events.flatMap(({ type, data }) => (type === 'UserDeleted' ? (data as PredictionKey).userId : [])),
        )
        for (const userId of [1, 2, 3, 4].filter((id) => !erased.has(id)))
          for (const { fixtureId } of fixtures) {
            const { effective, needsVoidEvent, state } = judgeIn(events, userId, fixtureId)
            const row = predictions.find((each) => each.user_id === userId && each.fixture_id === fixtureId)
            expect(row && pickOf(row)).toEqual(effective ?? undefined)
            if (!needsVoidEvent) expect(state.status === 'submitted' ? state.pick : null).toEqual(effective)
            expect(needsVoidEvent).toBe(
              naive.void.some((each) => each.userId === userId && each.fixtureId === fixtureId),
            )
          }
        expect(
          predictions.map((row) => ({ userId: row.user_id, fixtureId: row.fixture_id, points: row.points })),
        ).toEqual(naive.predictions().sort(byUserAndFixture))
        const counts = await play.rows<PickCountRow>('pick_counts', 'fixture_id')
        expect(counts.map(countText).sort()).toEqual(naive.pickCounts())
        const totals = await play.rows<NaiveRow & { season: string; user_id: number }>('totals', 'user_id')
        const rows = await play.rows<
          NaiveRow & { season: string; gameweek: number; user_id: number; difference: number }
        >('gameweek_rows', 'user_id')
        // Rows without a right goal difference are left out of both.
        const matches = new Map((await play.rows<MatchRow>('fixtures', 'id')).map((match) => [match.id, match]))
        const differences = new Map<string, number>()
        for (const row of predictions) {
          const match = matches.get(row.fixture_id)!
          if (
            match.result === null ||
            leagueVerdictOf(lineOf(row), lineOf({ ...match, result: match.result })) !== 'difference'
          )
            continue
          const key = `${match.season} ${match.gameweek} ${row.user_id}`
          differences.set(key, (differences.get(key) ?? 0) + 1)
        }
        const stored = rows.flatMap(({ season, gameweek, user_id, difference }): [string, number][] =>
          difference === 0 ? [] : [[`${season} ${gameweek} ${user_id}`, difference]],
        )
        expect(new Map(stored)).toEqual(differences)

        const histograms = []
        for (const season of ['2024-25', 'demo']) {
          const board = naive.board(season)
          expect(totals.filter((row) => row.season === season).map(plain)).toEqual(board)
          histograms.push(...histogramOf(season, 0, board))
          for (const gameweek of [1, 2, 3]) {
            const board = naive.board(season, gameweek)
            expect(rows.filter((row) => row.season === season && row.gameweek === gameweek).map(plain)).toEqual(board)
            histograms.push(...histogramOf(season, gameweek, board))
          }
        }
        expect(await play.rows('histograms', 'season, gameweek, points')).toEqual(histograms)

        expect(await play.rows('rank_snapshots', 'gameweek, user_id')).toEqual(
          naive.settled
            .flatMap(({ season, gameweek, rows }) =>
              rows.map(({ userId, predictions: _, ...row }) => ({
                season,
                gameweek,
                user_id: userId,
                booked: 0,
                ...row,
              })),
            )
            .sort((a, b) => a.gameweek - b.gameweek || a.user_id - b.user_id),
        )
        expect(await play.rows('settled_gameweeks', 'gameweek')).toMatchObject(
          naive.settled
            .map(({ season, gameweek }) => ({ season, gameweek, winner: naive.winner(season, gameweek) }))
            .sort((a, b) => a.gameweek - b.gameweek),
        )

        const rebuilt = await playTables(database.db, `rebuilt_${runs}`)
        await rebuilt.project(events, events.length)
        expect(await rebuilt.bytes()).toEqual(await play.bytes())
        await Promise.all([play.drop(), rebuilt.drop()])
      },
    ),
    { numRuns: Number(process.env.PLAY_RUNS ?? 30) },
  )
})
