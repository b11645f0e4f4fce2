import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FinalTable, FinalTableBoard, MateTable } from '../../src/areas/final-table/contract.ts'
import { leagueStream } from '../../src/areas/leagues/events.ts'
import {
  club,
  corrected,
  deleted,
  finished,
  lifted,
  registered,
  scheduled,
  season,
  settled,
  startPlay,
  type TestFixture,
  type TestPlay,
} from '../support/play-app.ts'

const SEASON = '2024-25'
const FIRST_CUTOFF = '2024-08-16T18:55:00.000Z'
const [ANNA, BOB, EVE] = [1, 2, 3]
const [A, B, C, D] = [1, 2, 3, 4]

const fixture = (fixtureId: number, gameweek: number, homeTeamId: number, awayTeamId: number, kickoff: string) =>
  ({ fixtureId, season: SEASON, gameweek, homeTeamId, awayTeamId, kickoff }) satisfies TestFixture
const opener = fixture(1, 1, A, B, '2024-08-16T19:00:00.000Z')
const second = fixture(2, 1, C, D, '2024-08-17T14:00:00.000Z')
/** Of the season before. */
const old = { ...fixture(4, 1, B, A, '2023-08-12T14:00:00.000Z'), season: '2023-24' }
const last = fixture(3, 2, B, C, '2024-08-23T19:00:00.000Z')

let g: TestPlay
beforeAll(async () => {
  g = await startPlay()
  const league = { leagueId: 1, name: 'Us', description: null, type: 'private', creatorId: ANNA, joinCode: 'CODE1' }
  await g.say(
    ...[A, B, C, D].map(club),
    season(SEASON),
    season(old.season),
    ...[opener, second, last, old].map(scheduled),
    finished(old, 1, 0),
    ...[ANNA, BOB, EVE].map(registered),
    { stream: leagueStream(1), event: { type: 'LeagueCreated', data: league as never } },
    { stream: leagueStream(1), event: { type: 'LeagueJoined', data: { leagueId: 1, userId: BOB, how: 'code' } } },
  )
})
afterAll(() => g?.stop())

const about = async (user: number): Promise<FinalTable> => (await g.as(user).get('/api/final-table')).body
const board = async (user: number, query = ''): Promise<FinalTableBoard> =>
  (await g.as(user).get(`/api/final-table/board${query}`)).body
const mates = async (user: number): Promise<MateTable[]> => (await g.as(user).get('/api/final-table/mates')).body
const predict = (user: number, clubIds: readonly number[], more = {}) =>
  g.as(user).put('/api/final-table', { clubIds, ...more })
const rowsOf = ({ entries }: FinalTableBoard) =>
  entries.map(({ rank, id, points, spotOn }) => [rank, id, points, spotOn])

test('before the first cutoff a player saves and changes a final table of the season’s clubs (R285)', async () => {
  expect(await about(ANNA)).toMatchObject({ season: SEASON, state: 'open', closesAt: FIRST_CUTOFF, own: null })
  expect((await about(ANNA)).clubs.map(({ id, lastSeason }) => [id, lastSeason])).toEqual([
    [A, 2],
    [B, 1],
    [C, null],
    [D, null],
  ])
  expect((await g.as(ANNA).get(`/api/final-table?season=${old.season}`)).body).toMatchObject({ state: 'running' })
  for (const clubIds of [
    [A, B, C],
    [A, B, C, C],
    [A, B, C, 9],
  ])
    expect((await predict(ANNA, clubIds)).status).toBe(400)
  expect((await predict(ANNA, [A, B, C, D])).status).toBe(200)
  const { status, body } = await predict(ANNA, [A, C, B, D], { season: SEASON })
  expect([status, body.own.clubIds]).toEqual([200, [A, C, B, D]])
  expect((await about(ANNA)).own).toMatchObject({ clubIds: [A, C, B, D], score: null, path: null })
  expect((await predict(ANNA, [A, C, B, D], { season: '1999-00' })).status).toBe(404)
  expect((await g.as(null).get('/api/final-table')).status).toBe(401)
})

test('before it no answer depends on another player’s order, for league mates and strangers alike (R287)', async () => {
  const seen = async () => {
    const of = async (user: number) => [await about(user), await board(user), await mates(user)]
    return JSON.stringify(await Promise.all([of(ANNA), of(EVE)]))
  }
  expect((await predict(BOB, [D, C, B, A])).status).toBe(200)
  const before = await seen()
  expect((await predict(BOB, [B, A, C, D])).status).toBe(200)
  expect(await seen()).toEqual(before)
  expect(await mates(ANNA)).toEqual([])
  expect(await board(ANNA)).toEqual({ entries: [], total: 0, me: null, offset: 0 })
  expect((await predict(EVE, [D, C, B, A])).status).toBe(200)
})

test('R407: a result before it that is lifted again shows nobody another player’s order', async () => {
  await g.say(finished(last, 1, 0))
  expect(await about(ANNA)).toMatchObject({ state: 'open', closesAt: FIRST_CUTOFF, own: { path: null } })
  expect([await mates(ANNA), (await board(ANNA)).entries]).toEqual([[], []])
  expect((await predict(BOB, [B, A, D, C])).status).toBe(200)
  await g.say(lifted(last))
  expect((await predict(BOB, [B, A, C, D])).status).toBe(200)
})

test('from it on nothing changes, league mates see each other’s, and each can be shared (R285, R287, R416)', async () => {
  g.travel(FIRST_CUTOFF)
  const { status, body } = await predict(ANNA, [D, C, B, A])
  expect([status, body.detail]).toEqual([409, 'The final table closed with the first match of the season'])
  expect(await about(ANNA)).toMatchObject({ state: 'running', own: { clubIds: [A, C, B, D], score: null } })
  expect((await about(ANNA)).own!.path).toMatch(/^\/final-table\/1\/2024-25\/\w/)
  expect(await mates(ANNA)).toMatchObject([{ id: BOB, username: 'player2', clubIds: [B, A, C, D], score: null }])
  expect(await mates(EVE)).toEqual([])
  // Without a result every club is level, so nothing is scored.
  expect(await board(ANNA)).toMatchObject({ entries: [], me: null })
})

test('the board compares everyone’s with the table as it stands (R286, R288)', async () => {
  g.travel('2024-08-17T16:00:00.000Z')
  await g.say(finished(opener, 2, 0), finished(second, 1, 1))
  // A, then C and D level in second place, then B.
  expect((await about(ANNA)).clubs.map(({ id, places }) => [id, places])).toEqual([
    [A, { first: 1, last: 1 }],
    [C, { first: 2, last: 3 }],
    [D, { first: 2, last: 3 }],
    [B, { first: 4, last: 4 }],
  ])
  expect(rowsOf(await board(EVE))).toEqual([
    [1, ANNA, 10 + 10 + 5 + 5, 2],
    [2, BOB, 0 + 5 + 10 + 5, 1],
    [2, EVE, 5 + 10 + 5 + 0, 1],
  ])
  expect(await board(EVE, '?limit=1&around=me')).toMatchObject({
    ...{ total: 3, offset: 2, entries: [{ id: EVE }] },
    me: { id: EVE, username: 'player3' },
  })
  const { score, inPlace } = (await about(ANNA)).own!
  expect(score).toEqual({ points: 30, spotOn: 2, rank: 1 })
  expect(inPlace).toEqual([A, C].map((clubId) => ({ clubId, since: null })))
  expect((await mates(ANNA))[0]!.score).toEqual({ points: 20, spotOn: 1 })
  expect((await about(EVE)).favourites).toEqual({
    champion: { clubId: A, percent: 33 },
    bottom: { clubId: D, percent: 67 },
  })
})

test('a corrected result and a deduction change it, and no other board (R288)', async () => {
  const others = async () => JSON.stringify((await g.as(ANNA).get('/api/leaderboard')).body)
  const before = await others()
  await g.say(corrected(opener, 0, 1))
  // B, then C and D, then A.
  expect(rowsOf(await board(ANNA))[0]).toEqual([1, BOB, 10 + 2 + 10 + 5, 2])
  await g.say({
    stream: `season-${SEASON}`,
    event: {
      type: 'PointsDeducted',
      data: { season: SEASON, teamId: D, points: 6, reason: 'A ruling', source: 'The league' },
    },
  })
  // B, C, A, D.
  expect(rowsOf(await board(ANNA))).toEqual([
    [1, BOB, 10 + 5 + 5 + 10, 2],
    [2, ANNA, 2 + 10 + 2 + 10, 2],
    [3, EVE, 0 + 10 + 2 + 5, 1],
  ])
  expect(await others()).toBe(before)
})

test('it is final when every gameweek has settled, and tells since when clubs are in their places (R281, R288)', async () => {
  // After gameweek 1: B, C, A, D. After gameweek 2 too.
  await g.say(finished(last, 0, 0), settled(SEASON, 1, [1, 2]))
  expect((await about(ANNA)).state).toBe('running')
  expect((await about(BOB)).own!.inPlace).toEqual([B, D].map((clubId) => ({ clubId, since: 1 })))
  await g.say(corrected(last, 0, 9), settled(SEASON, 2, [3]))
  // C, B, A, D.
  expect(await about(ANNA)).toMatchObject({ state: 'final' })
  expect((await about(BOB)).own!.inPlace).toEqual([{ clubId: D, since: 1 }])
})

test('an erased player is on no board (R289)', async () => {
  await g.say(deleted(BOB))
  expect((await board(ANNA)).entries.map(({ id }) => id)).toEqual([ANNA, EVE])
  expect(await mates(ANNA)).toEqual([])
})
