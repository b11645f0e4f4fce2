import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LeaderboardEntry } from '../../src/areas/boards/contract.ts'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { Joker, LeagueJoker, LeagueRules, Ruleset, RulesPreview } from '../../src/areas/league-rules/contract.ts'
import type { LeagueDetail, LeaguePicks } from '../../src/areas/leagues/contract.ts'
import type { MatchPicks, ProvisionalPage } from '../../src/areas/matches/contract.ts'
import type { Notification } from '../../src/areas/notifications/contract.ts'
import { NOTIFICATION_REACTOR } from '../../src/areas/notifications/reactor.ts'
import { TYPES } from '../../src/identifiers.ts'
import { predict } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'
import { until } from '../support/projections.ts'

let app: TestApp
let admin: TestClient
/** Ann's public league has Ben; Eve is in none. Ann says 2-1 each, Ben 1-0. */
let [ann, ben, eve]: Player[] = []
let league: { id: number; joinCode: string }
let gameweek: number
/** The matches of the next gameweek, by cutoff. */
let matches: Fixture[]

const close: Ruleset = { result: 5, goalDifference: 7, exact: 10, joker: true, lateJoiners: 'season' }
const rulesPath = () => `/api/leagues/${league.id}/rules`
const rulesFor = (reader: Player): Promise<LeagueRules> => reader.get(rulesPath())
const change = (by: Player, more: object = {}) =>
  by.call('PUT', rulesPath(), { fromGameweek: gameweek, ...close, ...more })
const jokerPath = (of = gameweek) => `/api/leagues/${league.id}/jokers/${of}`
const place = (by: Player, fixtureId: number, of = gameweek) => by.call('PUT', jokerPath(of), { fixtureId })
const detail = async (call: Promise<{ status: number; body: { detail: string } }>) => {
  const { status, body } = await call
  return [status, body.detail]
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  ;[ann, ben, eve] = await players(app, ['ann', 'ben', 'eve'])
  league = await leagueOf(ann!, { name: 'Back Post Club', type: 'public' })
  await joinedBy(league, ben!)
  gameweek = (await rulesFor(ann!)).next!.gameweek
  const all: Fixture[] = await ann!.get('/api/fixtures')
  matches = all
    .filter((fixture) => fixture.gameweek === gameweek)
    .sort((a, b) => a.cutoffTime!.localeCompare(b.cutoffTime!) || a.id - b.id)
  for (const { id } of matches) await predict(ann!, id, 2, 1)
  for (const { id } of matches) await predict(ben!, id, 1, 0)
}, 120_000)
afterAll(() => app?.close())

describe('the rules of a league', () => {
  test('R320: are those of the game at first; wrong numbers are named', async () => {
    const rules = await rulesFor(eve!)
    expect(rules).toMatchObject({ hasOwnRules: false, mayChange: false, upcoming: null, jokers: [] })
    expect(rules.current).toEqual({ result: 5, goalDifference: 0, exact: 15, joker: false, lateJoiners: 'season' })
    expect(rules.next).toEqual({ season: 'demo', gameweek, begins: matches[0]!.cutoffTime })
    const { status, body } = await change(ann!, { exact: 3 })
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'exact', message: 'The exact score must pay at least as much as goal difference, 7.' }],
    ])
    for (const wrong of [{ result: 51 }, { result: -1 }, { exact: 10.5 }, { lateJoiners: 'never' }])
      expect((await change(ann!, wrong)).status).toBe(400)
    const hidden = await leagueOf(ann!)
    expect((await eve!.call('GET', `/api/leagues/${hidden.id}/rules`)).status).toBe(404)
  })

  test('R322: wait for the next gameweek, and can be taken back; every other member is notified', async () => {
    expect(await detail(change(ben!))).toEqual([403, 'Only the admin of the league can do this'])
    expect((await change(eve!)).status).toBe(403)
    expect(await detail(change(ann!, { fromGameweek: gameweek + 1 }))).toEqual([
      409,
      `New rules start with gameweek ${gameweek}.`,
    ])
    const { status, body } = await change(ann!)
    expect(status).toBe(200)
    expect(body).toMatchObject({ hasOwnRules: true, mayChange: true, current: { exact: 15 } })
    expect(body.upcoming).toMatchObject({ fromGameweek: gameweek, rules: close, changedBy: ann!.username })
    expect((await rulesFor(ben!)).upcoming).toEqual(body.upcoming)
    expect(((await ben!.get(`/api/leagues/${league.id}`)) as LeagueDetail).hasOwnRules).toBe(true)
    expect((await ann!.call('DELETE', rulesPath())).status).toBe(204)
    expect(await detail(ann!.call('DELETE', rulesPath()))).toEqual([
      409,
      'There is no change to take back. Rules stay once their gameweek has begun.',
    ])
    expect(await rulesFor(ann!)).toMatchObject({ hasOwnRules: false, upcoming: null })
    expect((await change(ann!)).status).toBe(200)
    const head = await app.container.get(TYPES.Log).head()
    expect(await app.container.get(TYPES.Engine).waitForReactor(NOTIFICATION_REACTOR, head, 60_000)).toBe(true)
    const told = ((await ben!.get('/api/notifications')) as Notification[]).filter(({ kind }) => kind === 'league')
    expect(told.map(({ title, link }) => [title, link])).toEqual([
      [`New rules from gameweek ${gameweek}`, rulesPath().replace('/api', '')],
      ['New rules taken back', rulesPath().replace('/api', '')],
      [`New rules from gameweek ${gameweek}`, rulesPath().replace('/api', '')],
    ])
    expect(told[0]!.text).toBe(
      `${ann!.username} changed the rules of Back Post Club: the result pays 5, goal difference 7, the exact score 10, one joker a gameweek. What you have stays.`,
    )
  })
})

describe('a joker', () => {
  const jokersOf = (reader: Player): Promise<LeagueJoker[]> => reader.get(`/api/user/jokers?gameweek=${gameweek}`)

  test('R324: is set, moved and taken off before the cutoff, by members where the rules have one', async () => {
    const [first, second] = matches.map(({ id }) => id) as [number, number]
    const key: Joker = { leagueId: league.id, season: 'demo', gameweek, fixtureId: null, isMovable: true }
    expect(await jokersOf(ben!)).toEqual([{ ...key, leagueName: 'Back Post Club' }])
    expect((await place(ben!, second)).body).toEqual({ ...key, fixtureId: second })
    expect((await place(ben!, first)).status).toBe(200)
    expect((await ben!.call('DELETE', jokerPath())).status).toBe(204)
    expect((await rulesFor(ben!)).jokers).toEqual([key])
    expect((await place(ben!, first)).status).toBe(200)
    expect((await rulesFor(ben!)).jokers).toEqual([{ ...key, fixtureId: first }])
    expect(await detail(place(ben!, first, gameweek - 1))).toEqual([
      409,
      `This league has no joker in gameweek ${gameweek - 1}`,
    ])
    expect(await detail(place(ben!, first, gameweek + 1))).toEqual([
      409,
      `This match is not in gameweek ${gameweek + 1}`,
    ])
    expect(await detail(place(ben!, 999_999))).toEqual([404, 'There is no such fixture'])
    expect(await detail(place(eve!, first))).toEqual([404, 'You are not a member of this league'])
    expect(await jokersOf(eve!)).toEqual([])
  })

  test('R325: no answer to others depends on it before the cutoff of its match', async () => {
    const [first, second] = matches.map(({ id }) => id) as [number, number]
    const paths = [
      ...['', '/rules', '/statistics', '/ranks', '/provisional', '/teams', `/picks?gameweek=${gameweek}`].map(
        (more) => `/api/leagues/${league.id}${more}`,
      ),
      `/api/user/jokers?gameweek=${gameweek}`,
      `/api/fixtures/${first}`,
      `/api/fixtures/${first}/picks?league=${league.id}`,
      `/api/players/${ben!.id}`,
    ]
    const seen = async () => {
      const readers = [ann!, eve!, { call: (method: string, to: string) => admin.request(method, to) }]
      const answers = readers.flatMap((reader) => paths.map((path) => reader.call('GET', path)))
      // A problem has an id of its request.
      return (await Promise.all(answers)).map(({ status, body: { instance: _, ...body } }) =>
        JSON.stringify([status, body]),
      )
    }
    const before = await seen()
    expect((await place(ben!, second)).status).toBe(200)
    expect(await seen()).toEqual(before)
    expect((await place(ben!, first)).status).toBe(200)
  })

  test('R324: stays on its match from the cutoff on; R325: league mates see it then', async () => {
    const [first, second] = matches as [Fixture, Fixture]
    app.clock.set(new Date(Date.parse(first.cutoffTime!) - 1).toISOString())
    expect((await place(ben!, first.id)).status).toBe(200)
    app.clock.set(first.cutoffTime!)
    expect(await detail(place(ben!, second.id))).toEqual([409, `Your joker of gameweek ${gameweek} is played`])
    expect(await detail(ben!.call('DELETE', jokerPath()))).toEqual([
      409,
      `Your joker of gameweek ${gameweek} is played`,
    ])
    expect(await detail(place(ann!, first.id))).toEqual([409, 'Prediction period has ended'])
    expect((await rulesFor(ben!)).jokers[0]).toMatchObject({ fixtureId: first.id, isMovable: false })
    const { rows }: LeaguePicks = await ann!.get(`/api/leagues/${league.id}/picks?gameweek=${gameweek}`)
    const ofFirst = (id: number) => rows.find((row) => row.id === id)!.picks.find((each) => each.fixtureId === first.id)
    expect([ofFirst(ben!.id)!.joker, ofFirst(ann!.id)!.joker]).toEqual([true, false])
    const picks: MatchPicks = await ann!.get(`/api/fixtures/${first.id}/picks?league=${league.id}`)
    expect(picks.scoring).toEqual({ result: 5, goalDifference: 7, exact: 10 })
    expect(picks.mates.map(({ id, joker }) => [id, joker])).toEqual([
      [ann!.id, false],
      [ben!.id, true],
    ])
    const all: MatchPicks = await ann!.get(`/api/fixtures/${first.id}/picks`)
    expect([all.scoring, all.mates[0]!.joker]).toEqual([undefined, undefined])
  })

  test('R322: the gameweek has begun: its rules stay, and new ones start with the next', async () => {
    expect(await detail(change(ann!, { exact: 12 }))).toEqual([
      409,
      `It is too late for gameweek ${gameweek}. These rules would start with gameweek ${gameweek + 1}.`,
    ])
    expect((await ann!.call('DELETE', rulesPath())).status).toBe(409)
    const rules = await rulesFor(ben!)
    expect(rules).toMatchObject({ current: close, upcoming: null, next: { gameweek: gameweek + 1 } })
    expect(rules.history.map(({ fromGameweek, toGameweek }) => [fromGameweek, toGameweek])).toEqual([
      [gameweek, null],
      [1, gameweek - 1],
    ])
  })

  test('R320: doubles its match in the league, as it stands and settled, and nowhere else', async () => {
    const [first] = matches as [Fixture]
    const rule = async (path: string, body: object) =>
      expect((await admin.post(`/api/admin/fixtures/${first.id}/${path}`, body)).status).toBe(200)
    app.clock.set(first.kickoffTime!)
    await rule('kick-off', {})
    await rule('score', { homeScore: 1, awayScore: 0 })
    const team = (
      await ben!.call('POST', `/api/leagues/${league.id}/teams`, { name: 'Late', maxMembers: 5, teamColor: '#aa0000' })
    ).body
    const standing = async () => {
      const { provisional }: ProvisionalPage = await ann!.get(`/api/leagues/${league.id}/provisional`)
      return provisional?.entries.map(({ id, ranking, points, totalPoints }) => [id, ranking, points, totalPoints])
    }
    expect(await standing()).toEqual([
      [ben!.id, 1, 20, 20],
      [ann!.id, 2, 7, 7],
    ])
    await rule('result', { homeScore: 3, awayScore: 2, reason: 'played' })
    expect(await standing()).toBeUndefined()
    const { standings }: LeagueDetail = await eve!.get(`/api/leagues/${league.id}`)
    expect(standings.map(({ id, ranking, totalPoints }) => [id, ranking, totalPoints])).toEqual([
      [ben!.id, 1, 14],
      [ann!.id, 2, 7],
    ])
    expect((await ben!.get('/api/user/leagues?standing=true'))[0].standing).toEqual({ ranking: 1, totalPoints: 14 })
    const [common] = (await ben!.get(`/api/players/${ann!.id}`)).leagues
    expect([common.theirs, common.yours]).toEqual([
      { ranking: 2, totalPoints: 7 },
      { ranking: 1, totalPoints: 14 },
    ])
    const overall: LeaderboardEntry[] = await ben!.get(`/api/leaderboard/gameweek/${gameweek}`)
    expect(overall.map(({ totalPoints }) => totalPoints)).toEqual([5, 5])
    // The team was founded after the kickoff.
    expect((await ben!.get(`/api/leagues/${league.id}/teams`))[0]).toMatchObject({ id: team.id, totalPoints: 0 })
    const query = 'result=5&goalDifference=0&exact=15&joker=false&lateJoiners=season'
    const preview: RulesPreview = await ben!.get(`/api/leagues/${league.id}/rules/preview?${query}`)
    expect(preview.rows).toHaveLength(preview.gameweek === null ? 0 : 2)
  })
})

test('T120: the stored answer to a change of rules names no earlier admin after the erasure of their account', async () => {
  const { pool } = app.container.get(TYPES.Database)
  const later = { fromGameweek: gameweek + 1, ...close, exact: 12 }
  expect((await ann!.call('DELETE', `/api/leagues/${league.id}/members/${ann!.id}`)).status).toBe(204)
  const changed = () => ben!.call('PUT', rulesPath(), later, { 'idempotency-key': 'rules-of-ben' })
  const by = (rules: LeagueRules) => rules.history.find(({ fromGameweek }) => fromGameweek === gameweek)!.changedBy
  const { body } = await changed()
  expect(by(body)).toBe(ann!.username)
  expect((await admin.request('DELETE', `/api/admin/users/${ann!.id}`)).status).toBe(204)
  const named = 'select from app.idempotency_keys where strpos(body::text, $1) > 0'
  await until('no answer names her', async () => (await pool.query(named, [ann!.username])).rowCount === 0)
  expect(by((await changed()).body)).toBeNull()
})
