import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '../../src/areas/fixtures/events.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { type PlayEvent, playTables, recorder } from '../../test/support/play.ts'
import { testDatabase } from '../../test/support/postgres.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const day = (n: number, time = '12:00') =>
  new Date(Date.parse(`2024-08-01T${time}:00.000Z`) + n * 86_400_000).toISOString()
const kickoffDay = 10

interface PredictionRow {
  user_id: number
  fixture_id: number
  points: number | null
  home_score: number | null
}
interface TotalsRow {
  user_id: number
  points: number
  exact: number
  correct: number
  settled: number
  predictions: number
  accuracy: number
}

let schemas = 0
/** Creates a season `2024-25` with fixtures 1 to 4 (gameweek 1: 1, 2; gameweek 2: 3, 4), all with kickoff at noon of day 10. */
async function game() {
  schemas += 1
  const play = await playTables(database.db, `play_t${schemas}`)
  const record = recorder()
  let predictionId = 0
  const append = (event: PlayEvent, at: string, actor: number | null = null) => play.project([record(event, at, actor)])
  const api = {
    play,
    record,
    append,
    predict: (userId: number, fixtureId: number, pick: string, at = day(1)) => {
      predictionId += 1
      return append({ type: 'PredictionSubmitted', data: { predictionId, userId, fixtureId, pick: pickOf(pick) } }, at)
    },
    repick: (userId: number, fixtureId: number, pick: string, at: string) =>
      append({ type: 'PredictionUpdated', data: { predictionId: 0, userId, fixtureId, pick: pickOf(pick) } }, at),
    finish: (fixtureId: number, homeScore: number, awayScore: number, at = day(10, '14:00')) =>
      append({ type: 'MatchFinished', data: { fixtureId, homeScore, awayScore, byHand: false, reason: null } }, at),
    correct: (fixtureId: number, homeScore: number, awayScore: number) =>
      append(
        { type: 'MatchResultCorrected', data: { fixtureId, homeScore, awayScore, byHand: true, reason: 'VAR' } },
        day(11),
      ),
    settle: (gameweek: number, fixtureIds: number[], at = day(11)) =>
      append({ type: 'GameweekSettled', data: { season: '2024-25', gameweek, fixtureIds } }, at),
    reschedule: (fixtureId: number, kickoff: string, closed: boolean, at: string) =>
      append({ type: 'FixtureRescheduled', data: { fixtureId, kickoff, closed, byHand: false, reason: null } }, at),
    points: async (userId: number, fixtureId: number) =>
      (await play.rows<PredictionRow>('predictions', 'id')).find(
        (row) => row.user_id === userId && row.fixture_id === fixtureId,
      )?.points,
    totals: async (userId: number) =>
      (await play.rows<TotalsRow>('totals', 'user_id')).find((row) => row.user_id === userId),
    ranks: async () =>
      (await play.rows<TotalsRow & { rank: number }>('leaderboard', 'rank, user_id')).map((row) => [
        row.user_id,
        row.rank,
      ]),
  }
  await play.project([
    record({ type: 'SeasonOpened', data: { season: '2024-25', name: 'Premier League 2024-25', anchor: null } }, day(0)),
    ...[1, 2, 3, 4].map((fixtureId) =>
      record(
        {
          type: 'FixtureScheduled',
          data: {
            fixtureId,
            season: '2024-25',
            gameweek: fixtureId <= 2 ? 1 : 2,
            homeTeamId: fixtureId,
            awayTeamId: fixtureId + 4,
            kickoff: day(kickoffDay),
          },
        },
        day(0),
      ),
    ),
  ])
  return api
}

/** Parses `2-1`, or a result without a score. */
function pickOf(text: string) {
  if (text === 'home' || text === 'draw' || text === 'away') return { result: text as Outcome, score: null }
  const [home, away] = text.split('-').map(Number) as [number, number]
  return { result: (home > away ? 'home' : home < away ? 'away' : 'draw') as Outcome, score: { home, away } }
}

describe('points', () => {
  test.each([
    ['2-1', 2, 1, 15],
    ['2-1', 3, 1, 5],
    ['2-1', 1, 2, 0],
    ['home', 2, 1, 5],
    ['draw', 0, 0, 5],
    ['0-0', 0, 0, 15],
    ['away', 1, 1, 0],
  ])('a pick of %s is worth, at %i-%i, %i points', async (pick, home, away, points) => {
    const g = await game()
    await g.predict(7, 1, pick)
    expect(await g.points(7, 1)).toBeNull()
    await g.finish(1, home, away)
    expect(await g.points(7, 1)).toBe(points)
    expect(await g.totals(7)).toMatchObject({ points, settled: 1, predictions: 1, correct: points > 0 ? 1 : 0 })
  })

  test('a cancelled match with a new date stays cancelled', async () => {
    const g = await game()
    await g.append({ type: 'FixtureCancelled', data: { fixtureId: 1, byHand: true, reason: 'x' } }, day(11))
    const kickoff = day(20)
    const moved = { fixtureId: 1, kickoff, closed: true, byHand: false, reason: null }
    await g.append({ type: 'FixtureRescheduled', data: moved }, day(12))
    expect(await g.play.rows('fixtures', 'id')).toContainEqual(
      expect.objectContaining({ id: 1, status: 'cancelled', kickoff }),
    )
  })

  test('has the time of its last new date, but not of one that came after its result', async () => {
    const g = await game()
    const movedAt = async () =>
      (await g.play.rows<{ id: number; moved_at: string | null }>('fixtures', 'id'))[0]?.moved_at
    expect(await movedAt()).toBeNull()
    await g.reschedule(1, day(20), false, day(3))
    expect(await movedAt()).toBe(day(3))
    await g.append({ type: 'FixtureCancelled', data: { fixtureId: 1, byHand: true, reason: 'x' } }, day(11))
    await g.reschedule(1, day(21), true, day(12))
    expect(await movedAt()).toBe(day(3))
  })

  test('an awarded match counts with its result, without the exact-score bonus', async () => {
    const g = await game()
    await g.predict(7, 1, '3-0')
    await g.predict(8, 1, 'away')
    await g.append({ type: 'MatchAwarded', data: { fixtureId: 1, result: 'home', byHand: true, reason: 'x' } }, day(11))
    expect([await g.points(7, 1), await g.points(8, 1)]).toEqual([5, 0])
    expect(await g.totals(7)).toMatchObject({ points: 5, exact: 0, correct: 1, settled: 1, accuracy: 1 })
  })

  test.each<[string, PlayEvent]>([
    ['cancelled', { type: 'FixtureCancelled', data: { fixtureId: 1, byHand: true, reason: 'x' } }],
    ['abandoned', { type: 'MatchAbandoned', data: { fixtureId: 1, closed: true, byHand: false, reason: 'fog' } }],
    ['lifted', { type: 'ResultLifted', data: { fixtureId: 1, homeScore: null, awayScore: null, reason: 'x' } }],
    ['postponed', { type: 'FixturePostponed', data: { fixtureId: 1, closed: true, byHand: false, reason: null } }],
  ])('a match that was finished and then %s scores no points and does not reduce accuracy', async (_, event) => {
    const g = await game()
    await g.predict(7, 1, '2-1')
    await g.predict(8, 1, '0-1')
    await g.finish(1, 2, 1)
    await g.append(event, day(11))
    expect(await g.points(7, 1)).toBeNull()
    expect(await g.totals(7)).toMatchObject({
      points: 0,
      exact: 0,
      correct: 0,
      settled: 0,
      predictions: 1,
      accuracy: 0,
    })
    expect(await g.play.rows('ledger', 'id')).toEqual([])
    expect(await g.play.rows('histograms', 'gameweek')).toEqual([
      { season: '2024-25', gameweek: 0, points: 0, players: 2 },
      { season: '2024-25', gameweek: 1, points: 0, players: 2 },
    ])
  })

  test('a lifted result reverts to that of the source', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1')
    await g.finish(1, 2, 1)
    await g.correct(1, 0, 1)
    await g.append({ type: 'ResultLifted', data: { fixtureId: 1, homeScore: 2, awayScore: 1, reason: null } }, day(12))
    expect(await g.points(7, 1)).toBe(15)
    expect(await g.play.rows('fixtures', 'id')).toContainEqual(expect.objectContaining({ id: 1, by_hand: false }))
  })

  test('the same result twice, late or in one batch changes nothing', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1')
    await g.finish(1, 2, 1)
    const before = await g.play.bytes()
    await g.finish(1, 2, 1)
    await g.play.project(
      [1, 2, 3].map(() =>
        g.record(
          { type: 'MatchFinished', data: { fixtureId: 1, homeScore: 2, awayScore: 1, byHand: false, reason: null } },
          day(20),
        ),
      ),
    )
    expect(await g.play.bytes()).toEqual(before)
  })
})

describe('the ledger', () => {
  test('replaces the entry of a match in place when its result is corrected', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1')
    await g.finish(1, 2, 1)
    const entry = { id: 'match-1', type: 'match', user_id: 7, season: '2024-25', fixture_id: 1, at: day(10, '14:00') }
    expect(await g.play.rows('ledger', 'id')).toEqual([expect.objectContaining({ ...entry, points: 15 })])
    await g.correct(1, 1, 1)
    expect(await g.play.rows('ledger', 'id')).toEqual([expect.objectContaining({ ...entry, points: 0 })])
  })

  test('sums up to the totals', async () => {
    const g = await game()
    for (const user of [1, 2, 3]) for (const fixture of [1, 2, 3]) await g.predict(user, fixture, `${user}-${fixture}`)
    await g.finish(1, 1, 1)
    await g.finish(2, 3, 2)
    await g.finish(3, 0, 3)
    const entries = await g.play.rows<{ user_id: number; points: number }>('ledger', 'id')
    for (const { user_id, points } of await g.play.rows<TotalsRow>('totals', 'user_id')) {
      const mine = entries.filter((each) => each.user_id === user_id)
      expect(mine.reduce((sum, each) => sum + each.points, 0)).toBe(points)
    }
  })
})

describe('a pick after the closing of its match is void', () => {
  test('at or after the cutoff', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1', day(10, '11:55'))
    await g.predict(8, 1, '2-1', day(10, '11:54'))
    expect((await g.play.rows<PredictionRow>('predictions', 'id')).map((row) => row.user_id)).toEqual([8])
    expect(await g.totals(7)).toBeUndefined()
  })

  test('after a match brought forward; the earlier pick stays', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1', day(8))
    await g.reschedule(1, day(9), true, day(8, '13:00'))
    await g.predict(8, 1, '2-1', day(9))
    await g.repick(7, 1, '0-0', day(9))
    await g.finish(1, 2, 1)
    expect([await g.points(7, 1), await g.points(8, 1)]).toEqual([15, undefined])
  })

  test('even if the match has moved again since', async () => {
    const g = await game()
    await g.reschedule(1, day(9), false, day(8))
    await g.predict(8, 1, '2-1', day(9))
    await g.reschedule(1, day(20), true, day(9, '12:30'))
    await g.finish(1, 2, 1)
    expect(await g.points(8, 1)).toBeUndefined()
  })

  test('after a result before kickoff', async () => {
    const g = await game()
    await g.finish(1, 2, 1, day(5))
    await g.predict(8, 1, '2-1', day(5))
    expect(await g.totals(8)).toBeUndefined()
  })

  test('after the start of the match', async () => {
    const g = await game()
    await g.append({ type: 'MatchStarted', data: { fixtureId: 1 } }, day(5))
    await g.predict(8, 1, '2-1', day(5))
    expect(await g.totals(8)).toBeUndefined()
  })

  test('R274: a score of a match under way is stored with its time, and counts as no result', async () => {
    const g = await game()
    await g.predict(8, 1, '2-1', day(9))
    const score = (homeScore: number, awayScore: number) =>
      ({ type: 'MatchScoreChanged', data: { fixtureId: 1, homeScore, awayScore, byHand: false } }) as const
    const row = async () => (await g.play.rows<Record<string, unknown>>('fixtures', 'id')).find(({ id }) => id === 1)
    await g.append({ type: 'MatchStarted', data: { fixtureId: 1 } }, day(10, '12:01'))
    expect(await row()).toMatchObject({ live_home: null, live_away: null })
    await g.append(score(1, 0), day(10, '12:20'))
    await g.append(score(2, 0), day(10, '12:30'))
    expect(await row()).toMatchObject({ live_home: 2, live_away: 0, home_score: null, result: null })
    expect(await g.points(8, 1)).toBeNull()
    expect(await g.totals(8)).toMatchObject({ points: 0, settled: 0 })
    await g.finish(1, 2, 1)
    expect(await row()).toMatchObject({ live_home: null, home_score: 2, away_score: 1 })
    const scores = await g.play.rows<Record<string, unknown>>('score_changes', 'at')
    expect(scores).toMatchObject([
      { fixture_id: 1, at: day(10, '12:20'), home_score: 1, away_score: 0 },
      { fixture_id: 1, at: day(10, '12:30'), home_score: 2, away_score: 0 },
    ])
  })

  test('in the same batch as the result', async () => {
    const g = await game()
    const pick = (userId: number, at: string) =>
      g.record(
        { type: 'PredictionSubmitted', data: { predictionId: userId, userId, fixtureId: 1, pick: pickOf('2-1') } },
        at,
      )
    const result = (h: number) =>
      g.record(
        { type: 'MatchFinished', data: { fixtureId: 1, homeScore: h, awayScore: 1, byHand: false, reason: null } },
        day(5),
      )
    const lift = () =>
      g.record({ type: 'ResultLifted', data: { fixtureId: 1, homeScore: null, awayScore: null, reason: null } }, day(5))
    await g.play.project([
      pick(1, day(4)),
      result(2),
      pick(2, day(5)),
      lift(),
      pick(3, day(5)),
      result(2),
      result(3),
      lift(),
      pick(4, day(6)),
      result(2),
    ])
    const rows = await g.play.rows<PredictionRow>('predictions', 'user_id')
    expect(rows.map((row) => [row.user_id, row.points])).toEqual([
      [1, 15],
      [3, 15],
      [4, 15],
    ])
    expect(await g.play.rows('histograms', 'gameweek')).toEqual([
      { season: '2024-25', gameweek: 0, points: 15, players: 3 },
      { season: '2024-25', gameweek: 1, points: 15, players: 3 },
    ])
  })
})

describe('a void pick that the log records', () => {
  /** User 7 predicts match 1 while it has a result; `lift` removes the result. */
  async function raced() {
    const g = await game()
    const lift = () =>
      g.append({ type: 'ResultLifted', data: { fixtureId: 1, homeScore: null, awayScore: null, reason: null } }, day(6))
    const voided = (pick: string | null) => {
      const data = { predictionId: 1, userId: 7, fixtureId: 1, pick: pick === null ? null : pickOf(pick) }
      return g.append({ type: 'PredictionVoided', data }, day(5))
    }
    return { ...g, lift, voided, due: () => g.play.rows('void_picks', 'user_id') }
  }

  test('is due to be recorded until it is, and the next prediction is a new one', async () => {
    const g = await raced()
    await g.finish(1, 2, 1, day(5))
    await g.predict(7, 1, '2-1', day(5))
    expect(await g.due()).toEqual([{ user_id: 7, fixture_id: 1 }])
    await g.voided(null)
    expect(await g.due()).toEqual([])
    await g.lift()
    await g.predict(7, 1, '3-1', day(7))
    await g.finish(1, 3, 1)
    expect(await g.play.rows('predictions', 'id')).toMatchObject([
      { id: 2, user_id: 7, points: 15, created_at: day(7) },
    ])
    expect(await g.play.rows('ledger', 'id')).toMatchObject([{ id: 'match-2', points: 15 }])
    expect(await g.totals(7)).toMatchObject({ points: 15, predictions: 1, settled: 1 })
  })

  test('leaves the earlier pick unchanged, recorded or not', async () => {
    const g = await raced()
    await g.predict(7, 1, '2-1', day(4))
    await g.finish(1, 2, 1, day(5))
    await g.repick(7, 1, '0-0', day(5))
    const before = await g.play.bytes(['void_picks'])
    await g.voided('2-1')
    expect([await g.due(), await g.play.bytes(['void_picks'])]).toEqual([[], before])
    expect(await g.play.rows('predictions', 'id')).toMatchObject([{ id: 1, points: 15, updated_at: day(4) }])
  })

  test('that is updated when the match is open again, before it is recorded, becomes valid', async () => {
    const g = await raced()
    await g.finish(1, 2, 1, day(5))
    await g.predict(7, 1, '2-1', day(5))
    await g.lift()
    await g.append(
      { type: 'PredictionUpdated', data: { predictionId: 1, userId: 7, fixtureId: 1, pick: pickOf('0-0') } },
      day(7),
    )
    expect(await g.due()).toEqual([])
    expect(await g.play.rows('predictions', 'id')).toMatchObject([{ id: 1, home_score: 0, created_at: day(7) }])
    expect(await g.totals(7)).toMatchObject({ predictions: 1 })
  })
})

describe('a match that moves', () => {
  test('before its cutoff keeps its predictions and has the cutoff of its new kickoff', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1', day(8))
    await g.reschedule(1, day(20), false, day(9))
    await g.predict(8, 1, '2-1', day(15))
    await g.finish(1, 2, 1, day(20, '14:00'))
    expect([await g.points(7, 1), await g.points(8, 1)]).toEqual([15, 15])
  })

  test('after its cutoff keeps its predictions, closed, with the old cutoff', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1', day(8))
    await g.append(
      { type: 'FixturePostponed', data: { fixtureId: 1, closed: true, byHand: false, reason: null } },
      day(10),
    )
    await g.reschedule(1, day(20), true, day(12))
    await g.predict(8, 1, '2-1', day(15))
    const [fixture] = await g.play.rows<{ cutoff: string; kickoff: string; closed: boolean }>('fixtures', 'id')
    expect(fixture).toMatchObject({ cutoff: day(10, '11:55'), kickoff: day(20), closed: true })
    await g.finish(1, 2, 1, day(20, '14:00'))
    expect([await g.points(7, 1), await g.points(8, 1)]).toEqual([15, undefined])
  })

  test('without a date has no kickoff and no cutoff, and loses no prediction', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1', day(8))
    await g.append(
      { type: 'FixturePostponed', data: { fixtureId: 1, closed: false, byHand: false, reason: null } },
      day(9),
    )
    const [fixture] = await g.play.rows<object>('fixtures', 'id')
    expect(fixture).toMatchObject({ status: 'postponed', cutoff: null, kickoff: null, closed: false })
    expect(await g.totals(7)).toMatchObject({ predictions: 1 })
  })

  test('to another gameweek moves its predictions and points, and leaves no row in the old one', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1')
    await g.predict(8, 1, '1-0')
    await g.predict(8, 2, '1-0')
    await g.finish(1, 2, 1)
    await g.append({ type: 'FixtureMovedToGameweek', data: { fixtureId: 1, gameweek: 2 } }, day(12))
    const rows = await g.play.rows<TotalsRow & { gameweek: number }>('gameweek_rows', 'gameweek, user_id')
    expect(rows.map((row) => [row.gameweek, row.user_id, row.points, row.predictions])).toEqual([
      [1, 8, 0, 1],
      [2, 7, 15, 1],
      [2, 8, 5, 1],
    ])
    expect(await g.play.rows('histograms', 'gameweek, points')).toEqual([
      { season: '2024-25', gameweek: 0, points: 5, players: 1 },
      { season: '2024-25', gameweek: 0, points: 15, players: 1 },
      { season: '2024-25', gameweek: 1, points: 0, players: 1 },
      { season: '2024-25', gameweek: 2, points: 5, players: 1 },
      { season: '2024-25', gameweek: 2, points: 15, players: 1 },
    ])
  })
})

describe('boards', () => {
  test('share ranks on equal points: 1, 2, 2, 4', async () => {
    const g = await game()
    await g.predict(1, 1, '2-1')
    await g.predict(2, 1, '1-0')
    await g.predict(3, 1, '3-0')
    await g.predict(4, 1, '0-0')
    await g.finish(1, 2, 1)
    expect(await g.ranks()).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
      [4, 4],
    ])
  })

  test('count a match for its own gameweek', async () => {
    const g = await game()
    await g.predict(1, 1, '2-1')
    await g.predict(1, 3, '2-1')
    await g.finish(3, 2, 1)
    await g.finish(1, 1, 0)
    const rows = await g.play.rows<TotalsRow & { gameweek: number }>('gameweek_rows', 'gameweek')
    expect(rows.map((row) => [row.gameweek, row.points])).toEqual([
      [1, 5],
      [2, 15],
    ])
  })

  test('contain no player without a prediction', async () => {
    const g = await game()
    await g.finish(1, 2, 1)
    expect(await g.ranks()).toEqual([])
  })
})

describe('the baseline of movement', () => {
  const baseline = async (g: Awaited<ReturnType<typeof game>>) =>
    (await g.play.rows<{ baseline_gameweek: number | null }>('seasons', 'season'))[0]!.baseline_gameweek

  /** Two gameweeks; user 1 wins the first, user 2 overtakes in the second. */
  async function started() {
    const g = await game()
    await g.reschedule(3, day(17), false, day(1))
    await g.reschedule(4, day(17), false, day(1))
    for (const [user, picks] of [
      [1, ['2-1', '0-1']],
      [2, ['1-0', '2-1']],
    ] as const) {
      await g.predict(user, 1, picks[0])
      await g.predict(user, 3, picks[1])
      await g.predict(user, 4, picks[1])
    }
    await g.finish(1, 2, 1)
    return g
  }

  test('is unknown until a gameweek has settled and another is being played', async () => {
    const g = await started()
    expect(await baseline(g)).toBeNull()
    await g.settle(1, [1, 2])
    expect(await baseline(g)).toBeNull()
  })

  test('is the latest settled gameweek while a later one is being played, until the next is played', async () => {
    const g = await started()
    await g.settle(1, [1, 2])
    await g.finish(3, 2, 1, day(17, '14:00'))
    expect(await baseline(g)).toBe(1)
    expect(await g.play.rows('rank_snapshots', 'gameweek, user_id')).toMatchObject([
      { season: '2024-25', gameweek: 1, user_id: 1, rank: 1 },
      { season: '2024-25', gameweek: 1, user_id: 2, rank: 2 },
    ])
    await g.finish(4, 2, 1, day(17, '14:00'))
    await g.settle(2, [3, 4], day(18))
    expect(await baseline(g)).toBe(1)
  })

  test('does not change for an early match of a later gameweek', async () => {
    const g = await started()
    await g.reschedule(3, day(9), false, day(2))
    await g.finish(3, 2, 1, day(9, '14:00'))
    await g.settle(1, [1, 2])
    expect(await baseline(g)).toBeNull()
  })

  test('(R433) changes with the kickoff of a match that has a result already', async () => {
    const g = await started()
    await g.reschedule(3, day(9), false, day(2))
    await g.finish(3, 2, 1, day(9, '14:00'))
    await g.settle(1, [1, 2])
    await g.reschedule(3, day(17), true, day(12))
    expect(await baseline(g)).toBe(1)
  })

  test('follows gameweeks in the order of their numbers: one that settles late is ignored', async () => {
    const g = await started()
    await g.settle(2, [3, 4])
    await g.settle(1, [1, 2], day(30))
    const rows = await g.play.rows<{ gameweek: number; ranked: boolean }>('settled_gameweeks', 'gameweek')
    expect(rows.map((row) => [row.gameweek, row.ranked])).toEqual([
      [1, false],
      [2, true],
    ])
    await g.finish(3, 2, 1, day(31))
    expect(await baseline(g)).toBeNull()
  })

  test('R315 refers to a snapshot; the snapshots of all gameweeks are stored', async () => {
    const g = await started()
    for (const gameweek of [1, 2, 3]) await g.settle(gameweek, [])
    const snapshots = await g.play.rows<{ gameweek: number }>('rank_snapshots', 'gameweek')
    expect([...new Set(snapshots.map((row) => row.gameweek))]).toEqual([1, 2, 3])
  })
})

describe('the winner of a gameweek', () => {
  const winners = async (g: Awaited<ReturnType<typeof game>>) =>
    (await g.play.rows<{ gameweek: number; winner: number | null }>('settled_gameweeks', 'gameweek')).map(
      (row) => row.winner,
    )

  test('is the first of its board, once it is settled: by points, exact scores, accuracy, registration', async () => {
    const g = await game()
    // 7 and 9 have 15 points: 9 from one match, 7 from two. 8 has 5.
    for (const fixture of [1, 2]) await g.predict(7, fixture, '2-1')
    await g.predict(9, 1, '2-1')
    await g.predict(8, 1, 'home')
    await g.finish(1, 2, 1)
    await g.finish(2, 0, 0)
    expect(await winners(g)).toEqual([])
    await g.settle(1, [1, 2])
    expect(await winners(g)).toEqual([9])
    await g.settle(2, [3, 4])
    expect(await winners(g)).toEqual([9, null])
  })

  test('changes with a late or corrected result, and with a match that moves to another gameweek', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1')
    await g.predict(8, 2, '0-0')
    await g.predict(8, 1, 'home')
    await g.finish(1, 2, 1)
    await g.settle(1, [1])
    await g.settle(2, [])
    expect(await winners(g)).toEqual([7, null])
    await g.finish(2, 0, 0, day(20))
    expect(await winners(g)).toEqual([8, null])
    await g.append({ type: 'FixtureMovedToGameweek', data: { fixtureId: 2, gameweek: 2 } }, day(21))
    expect(await winners(g)).toEqual([7, 8])
    await g.correct(1, 1, 0)
    expect(await winners(g)).toEqual([7, 8])
    await g.correct(1, 0, 1)
    expect(await winners(g)).toEqual([null, 8])
  })
})

describe('streaks', () => {
  test('count settled predictions by kickoff; unpredicted and cancelled matches neither break nor count', async () => {
    const g = await game()
    for (const [fixture, n] of [
      [1, 10],
      [2, 11],
      [3, 12],
      [4, 13],
    ] as const)
      await g.reschedule(fixture, day(n), false, day(1))
    for (const fixture of [1, 2, 3, 4]) await g.predict(7, fixture, 'home')
    await g.predict(8, 1, 'home')
    await g.predict(8, 4, 'away')
    await g.finish(4, 1, 0)
    await g.finish(1, 1, 0)
    await g.append({ type: 'FixtureCancelled', data: { fixtureId: 2, byHand: true, reason: 'x' } }, day(12))
    await g.finish(3, 0, 1)
    expect(await g.play.rows('streaks', 'user_id')).toEqual([
      { user_id: 7, season: '2024-25', current_streak: 1, best_streak: 1 },
      { user_id: 8, season: '2024-25', current_streak: 0, best_streak: 1 },
    ])
    await g.correct(3, 1, 0)
    expect((await g.play.rows<object>('streaks', 'user_id'))[0]).toMatchObject({ current_streak: 3, best_streak: 3 })
  })
})

describe('a deleted user', () => {
  test('is removed from every table, and later events do not add them again', async () => {
    const g = await game()
    const without = ['erased']
    await g.predict(8, 1, '1-0')
    await g.finish(2, 0, 0, day(5))
    const before = await g.play.bytes(without)
    await g.predict(7, 1, '2-1')
    await g.predict(7, 3, '2-1')
    await g.append({ type: 'UserDeleted', data: { userId: 7 } }, day(6))
    await g.predict(7, 4, '2-1', day(7))
    expect(await g.play.bytes(without)).toEqual(before)
  })

  test('does not affect points, histograms and snapshots of others', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1')
    await g.predict(8, 1, '1-0')
    await g.finish(1, 2, 1)
    await g.settle(1, [1])
    await g.append({ type: 'UserDeleted', data: { userId: 7 } }, day(12))
    expect(await g.ranks()).toEqual([[8, 1]])
    expect(await g.play.rows('rank_snapshots', 'user_id')).toMatchObject([
      { user_id: -7, rank: 1, points: 15 },
      { user_id: 8, rank: 2, points: 5 },
    ])
    expect(await g.play.rows('histograms', 'gameweek')).toEqual([
      { season: '2024-25', gameweek: 0, points: 5, players: 1 },
      { season: '2024-25', gameweek: 1, points: 5, players: 1 },
    ])
  })
})

describe('live changes report', () => {
  test('results: fixtures, table and boards for all', async () => {
    const g = await game()
    await g.predict(7, 1, '2-1')
    const changes = await g.finish(1, 2, 1)
    expect(changes).toContainEqual({ room: 'all', topic: 'fixtures', ids: [1] })
    for (const topic of ['leaderboard', 'table']) expect(changes).toContainEqual({ room: 'all', topic })
  })

  test('picks: their owner alone', async () => {
    const g = await game()
    expect(await g.predict(7, 1, '2-1')).toEqual([{ room: 'user:7', topic: 'predictions' }])
  })
})

test('a pick for a match that was never scheduled is an error and is not ignored', async () => {
  const g = await game()
  await expect(g.predict(7, 99, '2-1')).rejects.toThrow('never scheduled')
})

test('A → B → A of a match with 10,000 predictions results in the same bytes', async () => {
  const g = await game()
  const picks = ['2-1', '1-0', '0-0', '1-2', 'home', 'draw', 'away', '3-3']
  const events: RecordedEvent[] = []
  for (let user = 1; user <= 10_000; user++) {
    for (const fixtureId of user % 3 === 0 ? [1, 2] : [1]) {
      const pick = pickOf(picks[(user + fixtureId) % picks.length]!)
      events.push(
        g.record(
          { type: 'PredictionSubmitted', data: { predictionId: events.length + 1, userId: user, fixtureId, pick } },
          day(1),
        ),
      )
    }
  }
  await g.play.project(events, 2_000)
  await g.finish(2, 1, 1)
  await g.finish(1, 2, 1)
  await g.settle(1, [1, 2])
  const before = await g.play.bytes()
  await g.correct(1, 0, 3)
  const between = await g.play.bytes()
  expect(between.totals).not.toEqual(before.totals)
  await g.append(
    { type: 'MatchResultCorrected', data: { fixtureId: 1, homeScore: 2, awayScore: 1, byHand: false, reason: null } },
    day(12),
  )
  const after = await g.play.bytes()
  // The row of the match also has the time of its last correction.
  expect(after.fixtures).not.toEqual(before.fixtures)
  expect({ ...after, fixtures: null }).toEqual({ ...before, fixtures: null })
})
