import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Scoreline } from '../../contracts/points.ts'
import type { ScoringRule, Verdict, VerdictPoints } from '../../contracts/scoring-rules.ts'
import type { Position } from '../../kernel/event.ts'
import type { FixtureEvent } from '../fixtures/events.ts'

const [OLD, NEW] = ['2024-25', '2031-32'] as const
const LATER_RULE: ScoringRule = { from: '2030-31', exact: 12, correct: 4, wrong: 0 }

/** Loads all modules again with one more scoring rule, which applies from a later season on. */
async function withLaterRule() {
  const { SCORING_RULES } = await vi.importActual<typeof import('../../contracts/scoring-rules.ts')>(
    '../../contracts/scoring-rules.ts',
  )
  vi.doMock('../../contracts/scoring-rules.ts', () => ({ SCORING_RULES: [...SCORING_RULES, LATER_RULE] }))
  vi.resetModules()
  const [
    { pointsPerVerdict, verdictOf },
    { paidCase, pointsCase, verdictCase },
    { byteOf, exactByte, SIGNS, verdictOfByte },
  ] = await Promise.all([
    import('../../contracts/points.ts'),
    import('./points.ts'),
    import('../achievements/season-picks.ts'),
  ])
  const [{ pointsFor, verdictFor }, { fixtureSample }, { emptyReadTables, testDatabase }, { recorder }] =
    await Promise.all([
      import('../../../ui/src/features/predictions/verdict.ts'),
      import('../../../test/support/samples.ts'),
      import('../../../test/support/postgres.ts'),
      import('../../../test/support/play.ts'),
    ])
  const [
    { projecting },
    { schemaOf },
    { playGroup },
    { SeasonView },
    { createPoints },
    { predictionNotifications },
    { ownPredictions },
  ] = await Promise.all([
    import('../../../projections/engine/group-target.ts'),
    import('../../../projections/engine/store.ts'),
    import('../../../projections/play/projector.ts'),
    import('../../../projections/achievements/season-view.ts'),
    import('../competitions/points.ts'),
    import('./notifications.ts'),
    import('./queries.ts'),
  ])
  return {
    ...{
      pointsPerVerdict,
      verdictOf,
      paidCase,
      pointsCase,
      verdictCase,
      byteOf,
      exactByte,
      SIGNS,
      verdictOfByte,
      SCORING_RULES,
    },
    ...{
      pointsFor,
      verdictFor,
      fixtureSample,
      emptyReadTables,
      testDatabase,
      recorder,
      projecting,
      schemaOf,
      playGroup,
    },
    ...{ SeasonView, createPoints, predictionNotifications, ownPredictions },
  }
}

let game: Awaited<ReturnType<typeof withLaterRule>>
let database: Awaited<ReturnType<typeof game.testDatabase>>
beforeAll(async () => {
  game = await withLaterRule()
  database = await game.testDatabase(game.emptyReadTables)
})
afterAll(async () => {
  vi.doUnmock('../../contracts/scoring-rules.ts')
  vi.resetModules()
  await database?.drop()
})

const outcomes = ['home', 'draw', 'away'] as const
const digits = Array.from({ length: 10 }, (_, goals) => goals)
const called = (home: number, away: number): Scoreline => ({
  outcome: outcomes[1 - Math.sign(home - away)]!,
  home,
  away,
})
const scores = digits.flatMap((home) => digits.map((away) => called(home, away)))
const bare = outcomes.map((outcome): Scoreline => ({ outcome, home: null, away: null }))
const picks = [...scores, ...bare]
/** Includes awarded results, and scores that no pick can match. */
const results = [...scores, ...bare, called(10, 0), called(0, 12), called(10, 10)]

/** An independent implementation of the rule: the same digits, else the same outcome. */
function ruled(pick: Scoreline, result: Scoreline): Verdict {
  const hasBoth = pick.home !== null && result.home !== null
  if (hasBoth && `${pick.home}-${pick.away}` === `${result.home}-${result.away}`) return 'exact'
  return pick.outcome === result.outcome ? 'correct' : 'wrong'
}

const pays: Readonly<Record<string, Readonly<Record<Verdict, number>>>> = {
  [OLD]: { exact: 15, correct: 5, wrong: 0 },
  [NEW]: { exact: 12, correct: 4, wrong: 0 },
}

const expected = picks.flatMap((pick) => results.map((result) => ruled(pick, result)))
const each = (verdict: (pick: Scoreline, result: Scoreline) => Verdict | null) =>
  picks.flatMap((pick) => results.map((result) => verdict(pick, result)))

describe('points per verdict by season (R8)', () => {
  const pointsIn = (season: string | null): VerdictPoints => {
    const { exact, correct, wrong } = game.pointsPerVerdict(season)
    return { exact, correct, wrong }
  }

  test('today the exact score pays 15 and the correct result 5, in every season', () => {
    expect(game.SCORING_RULES).toEqual([{ from: '', ...pays[OLD] }])
  })

  test.each([
    ['1992-93', OLD],
    ['2029-30', OLD],
    ['2030-31', NEW],
    ['2031-32', NEW],
    ['demo', NEW],
    [null, NEW],
  ])('%s pays as %s does', (season, like) => {
    expect(pointsIn(season)).toEqual(pays[like])
  })
})

test('rule, season picks and browser return the same verdict for every pick and result', () => {
  const { verdictOf, byteOf, verdictOfByte, SIGNS, exactByte, verdictFor, fixtureSample } = game
  expect(each(verdictOf)).toEqual(expected)
  expect(
    each((pick, { outcome, home, away }) => {
      const score = pick.home === null ? null : { home: pick.home, away: pick.away! }
      const byte = byteOf({ result: pick.outcome, score })
      return verdictOfByte(byte, SIGNS[outcome], exactByte(home === null ? null : [home, away!]))
    }),
  ).toEqual(expected)
  expect(
    each((pick, { outcome, home, away }) => {
      const awardedResult = home === null ? outcome : null
      const of = { predictedResult: pick.outcome, predictedHomeScore: pick.home, predictedAwayScore: pick.away }
      return verdictFor(of, fixtureSample({ status: 'FINISHED', homeScore: home, awayScore: away, awardedResult }))
    }),
  ).toEqual(expected)
})

test.each([OLD, NEW])('PostgreSQL computes the same verdicts and points in %s', async (season) => {
  const table = (list: readonly Scoreline[]) =>
    sql`unnest(${list.map(({ outcome }) => outcome)}::text[], ${list.map(({ home }) => home)}::smallint[],
      ${list.map(({ away }) => away)}::smallint[]) with ordinality`
  const names = ['m.result', 'm.home', 'm.away'] as const
  const { rows } = await sql<{ verdict: Verdict; points: number; paid: number }>`
    select v.verdict, v.points, ${sql.raw(game.paidCase('v.verdict', 'v.season'))} as paid
    from (
      select ${sql.raw(game.verdictCase(...names))} as verdict, ${sql.raw(game.pointsCase('s.season', ...names))} as points,
        s.season, p.n as pick, m.n as match
      from (values (${season})) as s (season),
        ${table(picks)} as p (result, home_score, away_score, n), ${table(results)} as m (result, home, away, n)
    ) v order by v.pick, v.match`.execute(database.db)
  expect(rows.map(({ verdict }) => verdict)).toEqual(expected)
  expect(rows.map(({ points }) => points)).toEqual(expected.map((verdict) => pays[season]![verdict]))
  expect(rows.map(({ paid }) => paid)).toEqual(expected.map((verdict) => pays[season]![verdict]))
})

test('without a result, the verdict is wrong and pays nothing', async () => {
  const none = ['null::text', 'null::int', 'null::int'] as const
  const { rows } = await sql`
    select ${sql.raw(game.verdictCase(...none))} as verdict, ${sql.raw(game.pointsCase(`'${OLD}'`, ...none))} as points
    from (values ('draw', 0, 0)) as p (result, home_score, away_score)`.execute(database.db)
  expect(rows).toEqual([{ verdict: 'wrong', points: 0 }])
})

describe('the same picks and results in two seasons with different scoring rules', () => {
  const AT = '2024-08-16T12:00:00.000Z'
  const PLAYED = '2024-08-17T17:00:00.000Z'
  const seasons = [OLD, NEW] as const
  /** A subset, because the tests above cover all results. */
  const played = [...scores.filter(({ home, away }) => home! < 3 && away! < 3), ...bare, called(10, 0)]
  const matches = seasons.flatMap((season, nth) =>
    played.map((result, index) => ({ season, result, fixtureId: 1 + nth * played.length + index })),
  )
  const matchesOf = (season: string) => matches.filter((match) => match.season === season)
  const players = picks.map((pick, index) => ({ pick, userId: 1 + index }))
  const pickOf = ({ outcome, home, away }: Scoreline) => ({
    result: outcome,
    score: home === null ? null : { home, away: away! },
  })
  const verdictsOf = (pick: Scoreline) => played.map((result) => ruled(pick, result))
  const sumOf = (season: string, pick: Scoreline) =>
    verdictsOf(pick).reduce((sum, verdict) => sum + pays[season]![verdict], 0)

  const scheduledAs = ({ fixtureId, season }: (typeof matches)[number]) =>
    ({
      type: 'FixtureScheduled',
      data: { fixtureId, season, gameweek: 1, homeTeamId: 1, awayTeamId: 2, kickoff: '2024-08-17T14:00:00.000Z' },
    }) as const
  const endedAs = ({ fixtureId, result: { outcome, home, away } }: (typeof matches)[number]): FixtureEvent =>
    home === null
      ? { type: 'MatchAwarded', data: { fixtureId, result: outcome, byHand: true, reason: 'Ruled' } }
      : { type: 'MatchFinished', data: { fixtureId, homeScore: home, awayScore: away!, byHand: false, reason: null } }

  /** First result of every match, corrected later. Its points are reverted by the same scoring rule. */
  const firstResult = (fixtureId: number): FixtureEvent => ({
    type: 'MatchFinished',
    data: { fixtureId, homeScore: 4, awayScore: 0, byHand: false, reason: null },
  })

  beforeAll(async () => {
    const record = game.recorder()
    const team = (teamId: number, slug: string) => {
      const colours = { field: '#000000', band: '#ffffff', letters: '#ffffff' }
      return {
        type: 'TeamRegistered',
        data: { teamId, slug, name: slug, shortName: slug, code: 'ABC', colours },
      } as const
    }
    const events = [
      ...[team(1, 'arsenal'), team(2, 'chelsea')].map((event) => record(event, AT)),
      ...seasons.map((season) => record({ type: 'SeasonOpened', data: { season, name: season, anchor: null } }, AT)),
      ...matches.map((match) => record(scheduledAs(match), AT)),
      ...matches.flatMap(({ fixtureId }) =>
        players.map(({ pick, userId }) => {
          const data = { predictionId: 1_000 * fixtureId + userId, userId, fixtureId, pick: pickOf(pick) }
          return record({ type: 'PredictionSubmitted', data }, AT)
        }),
      ),
      ...matches.map(({ fixtureId }) => record(firstResult(fixtureId), PLAYED)),
    ]
    const { rows } = await sql<{ generation: number }>`
      select generation from engine.generations where name = 'play' and state = 'live'`.execute(database.db)
    const ruled = matches.map((match) => record(endedAs(match), PLAYED))
    for (const batch of [events, ruled])
      await database.db.transaction().execute(async (tx) => {
        await sql`select ${game.projecting(game.schemaOf('play', rows[0]!.generation))}`.execute(tx)
        await game.playGroup.project(tx as never, batch as never)
      })
  })

  test('the views return points by season, and the verdict, of each prediction', async () => {
    const rows = await database.db
      .selectFrom('read.predictions as p')
      .innerJoin('read.ledger as l', (on) =>
        on.onRef('l.fixture_id', '=', 'p.fixture_id').onRef('l.user_id', '=', 'p.user_id'),
      )
      .select(['p.season', 'p.points', 'p.verdict', 'l.points as entered'])
      .orderBy('p.fixture_id')
      .orderBy('p.user_id')
      .execute()
    expect(rows).toEqual(
      matches.flatMap(({ season, result }) =>
        players.map(({ pick }) => {
          const verdict = ruled(pick, result)
          const points = pays[season]![verdict]
          return { season, points, verdict, entered: points }
        }),
      ),
    )
  })

  test.each(['read.totals', 'read.gameweek_rows'] as const)('settlement adds up %s by season', async (view) => {
    const rows = await database.db
      .selectFrom(view)
      .select(['season', 'user_id', 'points', 'exact', 'correct'])
      .orderBy('season')
      .orderBy('user_id')
      .execute()
    expect(rows).toEqual(
      seasons.flatMap((season) =>
        players.map(({ pick, userId }) => ({
          season,
          user_id: userId,
          points: sumOf(season, pick),
          exact: verdictsOf(pick).filter((verdict) => verdict === 'exact').length,
          correct: verdictsOf(pick).filter((verdict) => verdict !== 'wrong').length,
        })),
      ),
    )
  })

  test.each(seasons)('competitions pay by the season: %s', async (season) => {
    const points = game.createPoints({ db: database.db, passed: async () => true })
    const counting = matchesOf(season).map(({ fixtureId, result: { outcome, home, away } }) => ({
      ...{ id: fixtureId, gameweek: 1, kickoff: null, done: true, result: outcome },
      score: home === null ? null : ([home, away!] as const),
    }))
    const userIds = players.map(({ userId }) => userId)
    expect(await points.of(userIds, season, counting, '1' as Position)).toEqual(
      players.map(({ pick, userId }) => ({
        userId,
        points: sumOf(season, pick),
        exactScores: verdictsOf(pick).filter((verdict) => verdict === 'exact').length,
      })),
    )
  })

  test.each(seasons)('achievements compute points by the season: %s', (season) => {
    const events: readonly FixtureEvent[] = [...matchesOf(season).map(scheduledAs), ...matchesOf(season).map(endedAs)]
    const view = events.reduce((before, event) => before.apply(event, AT)?.view ?? before, new game.SeasonView(season))
    for (const { pick } of players) {
      const seasonPicks = new Uint8Array(played.length).fill(game.byteOf(pickOf(pick)))
      const { points, weekPoints } = view.reader(seasonPicks)
      expect([points, weekPoints]).toEqual([sumOf(season, pick), sumOf(season, pick)])
    }
  })

  test.each(seasons)('a correction notification contains points by the season: %s', async (season) => {
    const { fixtureId } = matchesOf(season).find(({ result }) => result.home === 2 && result.away === 1)!
    const corrected = game.recorder()(
      { type: 'MatchResultCorrected', data: { fixtureId, homeScore: 1, awayScore: 0, byHand: true, reason: 'VAR' } },
      PLAYED,
    )
    const broadcast = await game.predictionNotifications.write(corrected as never, {
      memory: { [fixtureId]: '2-1' },
      log: null as never,
    })
    if (broadcast === null || !('rows' in broadcast)) throw new Error('The correction notifies no player')
    const { rows } = await broadcast.rows.execute(database.db)
    const notified = (rows as { user_id: number; data: { before: number; after: number } }[])
      .map(({ user_id, data: { before, after } }) => ({ user_id, before, after }))
      .sort((a, b) => a.user_id - b.user_id)
    const { exact, correct } = pays[season]!
    const playerOf = (home: number, away: number) =>
      players.find(({ pick }) => pick.home === home && pick.away === away)!.userId
    expect(notified).toEqual([
      { user_id: playerOf(1, 0), before: correct, after: exact },
      { user_id: playerOf(2, 1), before: exact, after: correct },
    ])
  })

  test('the browser computes the same points as the server', async () => {
    for (const { userId } of players.filter((_, nth) => nth % 9 === 0)) {
      const { predictions } = await game.ownPredictions(database.db, userId, { limit: 1_000, offset: 0 }, PLAYED)
      expect(predictions).toHaveLength(matches.length)
      for (const prediction of predictions) {
        expect(game.pointsFor(prediction, prediction.fixture)).toBe(prediction.pointsEarned)
        expect(game.verdictFor(prediction, prediction.fixture)).toBe(prediction.verdict)
      }
    }
  })
})
