import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LeaderboardPage } from '../../src/areas/boards/contract.ts'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { LiveDay, ProvisionalPage } from '../../src/areas/matches/contract.ts'
import type { Prediction } from '../../src/areas/predictions/contract.ts'
import { predict } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'
import { promised } from '../support/promised.ts'

let app: TestApp
let admin: TestClient
/** Nia says 2-1, Max 0-0, Eve nothing; Nia and Max share a league. */
let [nia, max, eve]: Player[] = []
let league: { id: number; joinCode: string }
let open: typeof league
let match: Fixture

const rule = (path: string, body: object = {}) => admin.post(`/api/admin/fixtures/${match.id}/${path}`, body)
const score = async (homeScore: number, awayScore: number) =>
  expect((await rule('score', { homeScore, awayScore })).status).toBe(200)
const live = (reader: Player): Promise<LiveDay> => reader.get('/api/live')
const board = (reader: Player, path = '/api/leaderboard/provisional'): Promise<ProvisionalPage> => reader.get(path)
const wait = (ms: number) => app.clock.advance(ms)

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  ;[nia, max, eve] = await players(app, ['nia', 'max', 'eve'])
  const all: Fixture[] = await nia!.get('/api/fixtures')
  const gameweek = all.find(({ isOpen }) => isOpen)!.gameweek + 1
  const week = all.filter((fixture) => fixture.gameweek === gameweek)
  match = week[0]!
  await predict(nia!, match.id, 2, 1)
  await predict(max!, match.id, 0, 0)
  // Ranked, without a pick of this match.
  await predict(eve!, week.at(-1)!.id, 1, 0)
  league = await leagueOf(nia!)
  await joinedBy(league, max!)
  open = await leagueOf(nia!, { type: 'public' })
  await joinedBy(open, max!)
}, 120_000)
afterAll(() => app?.close())

describe('a match under way', () => {
  test('R274: is started and scored by administrators with two taps, and by nobody else', async () => {
    expect((await rule('kick-off')).status).toBe(409)
    app.clock.set(match.kickoffTime!)
    expect((await rule('score', { homeScore: 1, awayScore: 0 })).body.detail).toBe('The match has not kicked off')
    for (const path of ['kick-off', 'score'])
      expect((await nia!.call('POST', `/api/admin/fixtures/${match.id}/${path}`, {})).status).toBe(403)
    expect((await board(nia!)).provisional).toBeNull()
    expect((await live(nia!)).provisional).toBeNull()
    const { status, body } = await rule('kick-off')
    expect([status, body.status, body.homeScore, body.awayScore]).toEqual([200, 'LIVE', 0, 0])
  })

  test('R275: shows goals, points and boards as they stand, and changes nothing that is settled', async () => {
    wait(60_000)
    await score(1, 0)
    wait(60_000)
    await score(1, 1)
    wait(60_000)
    await score(2, 1)
    const day = await live(nia!)
    expect(day.fixtures).toMatchObject([{ id: match.id, status: 'LIVE', homeScore: 2, awayScore: 1 }])
    expect(day.goals.map(({ home, away, side, gained, lost }) => [`${home}-${away}`, side, gained, lost])).toEqual([
      ['2-1', 'home', 1, 1],
      ['1-1', 'away', 1, 1],
      ['1-0', 'home', 1, 1],
    ])
    expect(day.provisional).toEqual({ points: 15, totalPoints: 15, ranking: 1, settledRanking: 1 })
    expect((await live(max!)).provisional).toEqual({ points: 0, totalPoints: 0, ranking: 2, settledRanking: 1 })
    const shown = (await board(eve!)).provisional!
    expect(
      shown.entries.map(({ id, ranking, movement, points, totalPoints }) => [
        id,
        ranking,
        movement,
        points,
        totalPoints,
      ]),
    ).toEqual([
      [nia!.id, 1, 0, null, 15],
      [max!.id, 2, -1, null, 0],
      [eve!.id, 2, -1, null, 0],
    ])
    expect(shown.me).toMatchObject({ id: eve!.id, points: 0 })
    const ofLeague = (await board(max!, `/api/leagues/${league.id}/provisional`)).provisional!
    expect(ofLeague.entries.map(({ id, points }) => [id, points])).toEqual([
      [nia!.id, 15],
      [max!.id, 0],
    ])
    expect((await eve!.call('GET', `/api/leagues/${league.id}/provisional`)).status).toBe(404)
    // A public league shows its board to everyone, and points of one match only to members (R272).
    const pointsOf = async (reader: Player) =>
      (await board(reader, `/api/leagues/${open.id}/provisional`)).provisional!.entries.map(({ points }) => points)
    expect([await pointsOf(max!), await pointsOf(eve!)]).toEqual([
      [15, 0],
      [null, null],
    ])
    const settled: LeaderboardPage = await nia!.get('/api/leaderboard')
    expect(settled.entries.map(({ totalPoints }) => totalPoints)).toEqual([0, 0, 0])
    expect(Object.keys(settled)).not.toContain('provisional')
  })

  test('R274: a goal reaches open pages within a second', async () => {
    const socket: Socket = io(app.url, {
      ...{ transports: ['websocket'], reconnection: false },
      extraHeaders: { cookie: max!.cookie, 'x-forwarded-for': '203.0.113.7' },
    })
    try {
      await new Promise((resolve) => socket.once('connect', () => resolve(null)))
      const told = new Promise<{ topic: string; ids?: number[] }>((resolve) =>
        socket.on('change', (change) => change.topic === 'fixtures' && resolve(change)),
      )
      const from = performance.now()
      await score(3, 1)
      expect(await told).toMatchObject({ topic: 'fixtures', ids: [match.id] })
      expect(performance.now() - from).toBeLessThan(promised(1_000))
      expect((await live(max!)).goals[0]).toMatchObject({ home: 3, away: 1 })
    } finally {
      socket.close()
    }
  })

  test('R275: stays for ten minutes after its result, which replaces what was provisional', async () => {
    await score(2, 1)
    expect((await live(nia!)).goals[0]).toMatchObject({ home: 2, away: 1, isTakenBack: true })
    expect((await rule('result', { homeScore: 2, awayScore: 1, reason: 'Full time' })).status).toBe(200)
    expect((await rule('score', { homeScore: 2, awayScore: 2 })).body.detail).toBe(
      'The match has a result. First lift it, or abandon the match',
    )
    expect((await live(nia!)).fixtures).toMatchObject([{ id: match.id, status: 'FINISHED' }])
    expect((await board(nia!)).provisional).toBeNull()
    const own: Prediction[] = await nia!.get('/api/predictions')
    expect(own[0]!.pointsEarned).toBe(15)
    wait(11 * 60_000)
    expect(await live(nia!)).toEqual({ fixtures: [], goals: [], provisional: null })
  })
})
