import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminFixture, Fixture } from '../../src/areas/fixtures/contract.ts'
import { doubleRoundRobin } from '../../src/areas/fixtures/sources/round-robin.ts'
import type { Prediction } from '../../src/areas/predictions/contract.ts'
import { calendar, match, startFixtures, type TestFixtures } from '../support/fixtures-app.ts'

const KICKOFF = '2025-03-08T15:00:00.000Z'
const BEFORE = '2025-03-05T12:00:00.000Z'
const AFTER = '2025-03-08T17:00:00.000Z'
const LATER = '2025-04-02T18:45:00.000Z'
const reason = 'Because'

let game: TestFixtures
beforeAll(async () => {
  game = await startFixtures(BEFORE)
})
afterAll(() => game.stop())

let number = 0
/** A match of its own season and gameweek, so that tests do not interfere. */
async function newMatch(kickoff: string | null = KICKOFF): Promise<{ id: number; season: string }> {
  game.travel(BEFORE)
  const year = 1900 + ++number
  const season = `${year}-${String(year + 1).slice(-2)}`
  await game.take(calendar([match('Arsenal', 'Chelsea', { kickoff })], season))
  const [fixture] = (await game.as('admin').get(`/api/fixtures?season=${season}`)).body as Fixture[]
  return { id: fixture!.id, season }
}

const admin = () => game.as('admin')
const rule = (id: number, what: string, body: object = {}) =>
  admin().post(`/api/admin/fixtures/${id}/${what}`, { reason, ...body })
const result = (id: number, homeScore: number, awayScore: number) => rule(id, 'result', { homeScore, awayScore })
const lift = (id: number) => admin().delete(`/api/admin/fixtures/${id}/result`, { reason })
const fixtureOf = async ({ season }: { season: string }) =>
  (await admin().get(`/api/fixtures?season=${season}`)).body[0] as Fixture
const adminFixtureOf = async ({ season }: { season: string }) =>
  (await admin().get(`/api/admin/fixtures?season=${season}`)).body[0] as AdminFixture

const predict = (user: string, fixtureId: number, over: object = {}) =>
  game.as(user).post('/api/predictions', { fixtureId, predictedResult: 'home', ...over })
async function predictionOf(user: string, fixtureId: number): Promise<Prediction> {
  const predictions = (await game.as(user).get('/api/predictions')).body as Prediction[]
  return predictions.find((each) => each.fixtureId === fixtureId)!
}
const pointsOf = async (user: string, fixtureId: number) => (await predictionOf(user, fixtureId)).pointsEarned

/** The user id of the account `admin`. */
async function actorOfAdmin({ id }: { id: number }): Promise<number> {
  game.travel(AFTER)
  await result(id, 2, 1)
  return (await game.events()).findLast(({ type }) => type === 'MatchFinished')!.metadata.actor!
}

describe('who may rule', () => {
  const paths = ['result', 'postpone', 'reschedule', 'cancel', 'abandon', 'award']

  test('administrators only: 401 signed out, 403 for players, and nothing is stored', async () => {
    const { id } = await newMatch()
    const before = (await game.events()).length
    for (const path of paths) {
      const body = { reason, homeScore: 1, awayScore: 0, kickoffTime: LATER, result: 'home' }
      expect((await game.as(null).post(`/api/admin/fixtures/${id}/${path}`, body)).status).toBe(401)
      expect((await game.as('1').post(`/api/admin/fixtures/${id}/${path}`, body)).status).toBe(403)
    }
    expect((await game.as('1').delete(`/api/admin/fixtures/${id}/result`)).status).toBe(403)
    expect((await game.as('1').get('/api/admin/fixtures')).status).toBe(403)
    expect((await game.as(null).get('/api/admin/fixtures')).status).toBe(401)
    expect((await game.events()).length).toBe(before)
  })

  test('every ruling needs a reason; bad bodies are 400 and store nothing', async () => {
    const { id } = await newMatch()
    const before = (await game.events()).length
    const post = (path: string, body: object) => admin().post(`/api/admin/fixtures/${id}/${path}`, body)
    for (const [path, body] of [
      ['result', { homeScore: 1, awayScore: 0 }],
      ['result', { homeScore: 1, awayScore: 0, reason: '   ' }],
      ['result', { homeScore: 1, reason }],
      ['result', { homeScore: -1, awayScore: 0, reason }],
      ['result', { homeScore: 1.5, awayScore: 0, reason }],
      ['result', { homeScore: '1', awayScore: 0, reason }],
      ['result', { homeScore: 100, awayScore: 0, reason }],
      ['result', { homeScore: 1, awayScore: 0, reason: 'x'.repeat(501) }],
      ['reschedule', { kickoffTime: 'tomorrow', reason }],
      ['reschedule', { kickoffTime: '2025-02-30T15:00:00Z', reason }],
      ['reschedule', { kickoffTime: '0000-01-01T00:00:00Z', reason }],
      ['reschedule', { kickoffTime: '2200-01-01T00:00:00Z', reason }],
      ['cancel', { reason: '\u200b' }],
      ['cancel', { reason: 'NUL \0' }],
      ['award', { result: 'both', reason }],
      ['postpone', {}],
      ['cancel', {}],
      ['abandon', {}],
    ] as const) {
      const { status, body: problem } = await post(path, body)
      expect([path, body, status]).toEqual([path, body, 400])
      expect(problem.errors.length).toBeGreaterThan(0)
    }
    expect((await game.events()).length).toBe(before)
  })

  test('an unknown fixture is 404', async () => {
    for (const id of [999_999, 99_999_999_999]) expect((await result(id, 1, 0)).status).toBe(404)
    expect((await admin().post('/api/admin/fixtures/x/result', { homeScore: 1, awayScore: 0, reason })).status).toBe(
      400,
    )
  })
})

describe('results by hand', () => {
  test('return the fixture, its history, the administrator and the reason', async () => {
    const one = await newMatch()
    await predict('1', one.id)
    game.travel(AFTER)
    const { status, body } = await result(one.id, 2, 1)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: one.id,
      status: 'FINISHED',
      homeScore: 2,
      awayScore: 1,
      resultByHand: true,
      predictionCount: 1,
      isOverdue: false,
    })
    expect(body.history).toEqual([
      {
        ...{ type: 'FixtureScheduled', at: BEFORE, summary: expect.stringContaining('8 Mar 2025'), reason: null },
        ...{ by: null, byId: null },
      },
      { type: 'MatchFinished', at: AFTER, summary: 'Result 2–1 by hand', reason, by: null, byId: null },
    ])
  })

  test('the history names the administrator, with their id (T120), while the account exists', async () => {
    const one = await newMatch()
    const userId = await actorOfAdmin(one)
    const names = async () => (await adminFixtureOf(one)).history.map(({ type, by, byId }) => [type, by, byId])
    const say = (type: string, revision: number | 'no_stream') =>
      game.log.append(
        'account-admin',
        [
          {
            id: randomUUID(),
            type,
            data: { userId, username: 'Ruler', role: 'admin' },
            metadata: {
              $correlationId: 'c',
              $causationId: 'c',
              actor: null,
              version: 1,
              source: 'command',
              at: AFTER,
            },
          },
        ],
        revision,
      )
    await say('UserRegistered', 'no_stream')
    await game.settle()
    expect(await names()).toEqual([
      ['FixtureScheduled', null, null],
      ['MatchFinished', 'Ruler', userId],
    ])
    await say('UserDeleted', 0)
    await game.settle()
    expect(await names()).toEqual([
      ['FixtureScheduled', null, null],
      ['MatchFinished', null, null],
    ])
  })

  test('correct and lift: points follow at once, and A → B → A gives A', async () => {
    const one = await newMatch()
    await predict('1', one.id, { predictedHomeScore: 2, predictedAwayScore: 1 })
    game.travel(AFTER)
    const seen = [await pointsOf('1', one.id)]
    for (const [home, away] of [
      [2, 1],
      [1, 1],
      [3, 1],
      [2, 1],
    ] as const) {
      expect((await result(one.id, home, away)).status).toBe(200)
      seen.push(await pointsOf('1', one.id))
    }
    expect((await lift(one.id)).status).toBe(204)
    seen.push(await pointsOf('1', one.id))
    expect(seen).toEqual([null, 15, 0, 5, 15, null])
    expect(await fixtureOf(one)).toMatchObject({ homeScore: null, awayScore: null, resultByHand: false })
  })

  test('the same result twice changes nothing', async () => {
    const { id } = await newMatch()
    game.travel(AFTER)
    await result(id, 2, 1)
    const before = (await game.events()).length
    expect((await result(id, 2, 1)).status).toBe(200)
    expect((await game.events()).length).toBe(before)
  })

  test('hold against the source until lifted', async () => {
    const one = await newMatch()
    game.travel(AFTER)
    await result(one.id, 2, 1)
    await game.take(
      calendar([match('Arsenal', 'Chelsea', { kickoff: KICKOFF, score: { home: 0, away: 0 } })], one.season),
    )
    expect(await fixtureOf(one)).toMatchObject({ homeScore: 2, awayScore: 1, resultByHand: true })
    await lift(one.id)
    expect(await fixtureOf(one)).toMatchObject({ homeScore: 0, awayScore: 0, resultByHand: false, status: 'FINISHED' })
  })

  test('lifting a result that is not by hand is 409', async () => {
    const { id } = await newMatch()
    const { status, body } = await lift(id)
    expect([status, body.detail]).toEqual([409, 'This match has no ruling to lift'])
  })
})

describe('postponing and rescheduling', () => {
  test('before the cutoff: POSTPONED without a date, predictions stay, open again with a date', async () => {
    const one = await newMatch()
    await predict('1', one.id)
    const { body } = await rule(one.id, 'postpone')
    expect(body).toMatchObject({ status: 'POSTPONED', kickoffTime: null, isOpen: false, predictionCount: 1 })
    expect((await predict('2', one.id)).status).toBe(409)
    const moved = await rule(one.id, 'reschedule', { kickoffTime: LATER })
    expect(moved.body).toMatchObject({
      status: 'SCHEDULED',
      kickoffTime: LATER,
      cutoffTime: '2025-04-02T18:40:00.000Z',
      movedAt: expect.any(String),
      isOpen: true,
      predictionCount: 1,
    })
    expect((await predict('2', one.id)).status).toBe(201)
  })

  test('after the cutoff: closed for ever, predictions stay unchanged, and they count when it is played', async () => {
    const one = await newMatch()
    await predict('1', one.id)
    game.travel('2025-03-08T14:55:00.000Z')
    await rule(one.id, 'postpone')
    const { body } = await rule(one.id, 'reschedule', { kickoffTime: LATER })
    expect(body).toMatchObject({ status: 'SCHEDULED', kickoffTime: LATER, isOpen: false })
    expect(body.cutoffTime).toBe('2025-03-08T14:55:00.000Z')
    const late = await predict('2', one.id)
    expect([late.status, late.body.detail]).toEqual([409, 'Prediction period has ended'])
    game.travel(LATER)
    await result(one.id, 1, 0)
    expect(await pointsOf('1', one.id)).toBe(5)
  })

  test('brought forward: the new cutoff applies at once', async () => {
    const one = await newMatch()
    const { body } = await rule(one.id, 'reschedule', { kickoffTime: '2025-03-05T12:04:00Z' })
    expect(body).toMatchObject({ kickoffTime: '2025-03-05T12:04:00.000Z', isOpen: false })
    expect((await predict('1', one.id)).status).toBe(409)
  })

  test('a match with a result or cancelled is 409', async () => {
    const { id } = await newMatch()
    await result(id, 1, 0)
    expect((await rule(id, 'reschedule', { kickoffTime: LATER })).status).toBe(409)
    expect((await rule(id, 'postpone')).status).toBe(409)
    await rule(id, 'cancel')
    const { status, body } = await rule(id, 'reschedule', { kickoffTime: LATER })
    expect([status, body.detail]).toEqual([409, 'The match is cancelled. Lift that, or enter its result'])
  })
})

describe('cancelled, abandoned, awarded', () => {
  test('cancelled: pays nothing, and lifting restores the state before', async () => {
    const one = await newMatch()
    await predict('1', one.id)
    game.travel(AFTER)
    await result(one.id, 1, 0)
    const { body } = await rule(one.id, 'cancel')
    expect(body).toMatchObject({ status: 'CANCELLED', homeScore: null, awayScore: null })
    expect(await predictionOf('1', one.id)).toMatchObject({ pointsEarned: null, verdict: 'void' })
    expect((await lift(one.id)).status).toBe(204)
    expect((await adminFixtureOf(one)).history.at(-1)).toMatchObject({ type: 'ResultLifted', reason })
  })

  test('abandoned: no points until replayed; the predictions stay closed and count for the replay', async () => {
    const one = await newMatch()
    await predict('1', one.id)
    game.travel('2025-03-08T15:30:00.000Z')
    expect((await rule(one.id, 'abandon')).body).toMatchObject({ status: 'POSTPONED', isOpen: false })
    expect(await pointsOf('1', one.id)).toBeNull()
    expect((await rule(one.id, 'reschedule', { kickoffTime: LATER })).body.isOpen).toBe(false)
    game.travel('2025-04-02T21:00:00.000Z')
    await result(one.id, 3, 0)
    expect(await pointsOf('1', one.id)).toBe(5)
  })

  test('awarded: result points count, the exact-score bonus does not', async () => {
    const one = await newMatch()
    await predict('1', one.id, { predictedHomeScore: 3, predictedAwayScore: 0 })
    await predict('2', one.id, { predictedResult: 'away' })
    game.travel(AFTER)
    const { body } = await rule(one.id, 'award', { result: 'home' })
    expect(body).toMatchObject({ status: 'FINISHED', awardedResult: 'home', homeScore: null, awayScore: null })
    expect([await pointsOf('1', one.id), await pointsOf('2', one.id)]).toEqual([5, 0])
    const [arsenal] = (await admin().get(`/api/teams?season=${one.season}`)).body
    expect(arsenal).toMatchObject({ code: 'ARS', points: 3, won: 1, goalsFor: 0 })
  })
})

describe('overdue matches', () => {
  test('3 hours past kickoff without a result; a result ends it', async () => {
    const one = await newMatch()
    const overdue = async () => (await admin().get(`/api/admin/fixtures?season=${one.season}&overdue=true`)).body
    game.travel('2025-03-08T17:59:59.999Z')
    expect(await overdue()).toEqual([])
    game.travel('2025-03-08T18:00:00.000Z')
    expect(await overdue()).toMatchObject([{ id: one.id, isOverdue: true, status: 'SCHEDULED' }])
    await result(one.id, 0, 0)
    expect(await overdue()).toEqual([])
  })

  test('the list goes by season and gameweek', async () => {
    const one = await newMatch()
    expect((await admin().get(`/api/admin/fixtures?season=${one.season}&gameweek=1`)).body).toHaveLength(1)
    expect((await admin().get(`/api/admin/fixtures?season=${one.season}&gameweek=2`)).body).toEqual([])
    expect((await admin().get('/api/admin/fixtures?overdue=maybe')).status).toBe(400)
  })
})

describe('gameweeks settle', () => {
  const settledOf = async (season: string) =>
    (await game.events())
      .filter(({ type, data }) => type === 'GameweekSettled' && (data as { season: string }).season === season)
      .map(({ data }) => data as { gameweek: number; fixtureIds: number[] })
  const clubs = ['Arsenal', 'Chelsea', 'Everton', 'Fulham', 'Leeds', 'Wolves'] as const
  let season = ''
  let ids: Record<string, number> = {}

  beforeEach(async () => {
    game.travel(BEFORE)
    const year = 1800 + ++number
    season = `${year}-${String(year + 1).slice(-2)}`
    const rounds = doubleRoundRobin(clubs.length).slice(0, 3)
    const matches = rounds.flatMap((pairings, round) =>
      pairings.map(({ home, away }) =>
        match(clubs[home]!, clubs[away]!, {
          gameweek: round + 1,
          kickoff: ['2025-03-07', '2025-03-14', '2025-03-21'].map((day) => `${day}T15:00:00.000Z`)[round]!,
        }),
      ),
    )
    await game.take(calendar(matches, season))
    const fixtures = (await admin().get(`/api/fixtures?season=${season}`)).body as Fixture[]
    expect(fixtures).toHaveLength(9)
    const seen: Record<number, number> = {}
    ids = Object.fromEntries(
      fixtures.map(({ id, gameweek }) => {
        seen[gameweek] = (seen[gameweek] ?? 0) + 1
        return [`${gameweek}.${seen[gameweek]}`, id]
      }),
    )
  })

  async function finish(...names: string[]): Promise<void> {
    for (const name of names) expect((await result(ids[name]!, 1, 0)).status).toBe(200)
    await game.settle()
  }

  test('when all matches are finished or cancelled, once', async () => {
    await finish('1.1', '1.2')
    expect(await settledOf(season)).toEqual([])
    await rule(ids['1.3']!, 'cancel')
    await game.settle()
    expect(await settledOf(season)).toEqual([{ season, gameweek: 1, fixtureIds: [ids['1.1'], ids['1.2'], ids['1.3']] }])
    await result(ids['1.1']!, 5, 5)
    await lift(ids['1.2']!)
    await finish('1.2')
    expect(await settledOf(season)).toHaveLength(1)
  })

  test('out of order: gameweeks settle in any order, and the current one is the lowest unsettled', async () => {
    await finish('2.1', '2.2', '2.3')
    expect((await settledOf(season)).map(({ gameweek }) => gameweek)).toEqual([2])
    const current = async () => (await admin().get(`/api/fixtures/current?season=${season}`)).body[0].gameweek
    expect(await current()).toBe(1)
    await finish('1.1', '1.2', '1.3')
    expect((await settledOf(season)).map(({ gameweek }) => gameweek)).toEqual([2, 1])
    expect(await current()).toBe(3)
  })

  test('a match moved by more than 4 days, or without a date, does not hold it', async () => {
    await finish('1.1')
    await rule(ids['1.2']!, 'reschedule', { kickoffTime: '2025-05-01T15:00:00Z' })
    await rule(ids['1.3']!, 'postpone')
    await game.settle()
    const [first] = await settledOf(season)
    expect(first).toMatchObject({ gameweek: 1, fixtureIds: [ids['1.1']] })
  })

  test('an abandoned match holds it until it is replayed or ruled', async () => {
    await finish('3.1', '3.2')
    await rule(ids['3.3']!, 'abandon')
    await game.settle()
    expect(await settledOf(season)).toEqual([])
    await rule(ids['3.3']!, 'award', { result: 'draw' })
    await game.settle()
    expect((await settledOf(season)).map(({ gameweek }) => gameweek)).toEqual([3])
  })
})
