import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import type { PlayerGameweek, PlayerPredictions, Player as Shown } from '../../src/areas/players/contract.ts'
import type { Prediction } from '../../src/areas/predictions/contract.ts'
import { enter, predict, unlocked } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createClient, type TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'
import { sharedBy } from '../support/sharing.ts'

let app: TestApp
let admin: TestClient
/** Nia's page is read: Max shares a league with her, Eve does not. */
let nia: Player
let max: Player
let eve: Player
/** Open matches by kickoff. Nia has predicted the first of two gameweeks, 2-1 each. */
let open: Fixture[]
let own: Prediction[]
/** Fixtures of her shares: public ones, and those for anyone with the link. */
let isPublic: Set<number>
let league: { id: number; joinCode: string }

const now = () => new Date(app.clock.now()).toISOString()
const pageOf = (player: { id: number }, more = '') => `/api/players/${player.id}${more}`
const openGameweek = (after: number) => open.find(({ gameweek }) => gameweek > after)!.gameweek
const of = (gameweek: number) => open.filter((fixture) => fixture.gameweek === gameweek)

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  ;[nia, max, eve] = (await players(app, ['nia', 'max', 'eve'])) as [Player, Player, Player]
  const all: Fixture[] = await nia.get('/api/fixtures')
  open = all.filter(({ isOpen }) => isOpen).sort((a, b) => a.kickoffTime!.localeCompare(b.kickoffTime!) || a.id - b.id)
  const first = openGameweek(0)
  for (const { id } of [...of(first + 1), ...of(first + 2)]) await predict(nia, id, 2, 1)
  for (const { id } of of(first + 1).slice(0, 3)) await predict(max, id, 0, 0)
  league = await leagueOf(nia, { name: 'Back Post Club' })
  await joinedBy(league, max)
  own = await nia.get('/api/predictions')
  const shared = own.filter((_, index) => index % 4 === 0).map(({ id }) => id)
  await sharedBy(nia, shared)
  await sharedBy(
    nia,
    own.filter((_, index) => index % 4 === 1).map(({ id }) => id),
    { isPublic: false },
  )
  isPublic = new Set(own.filter(({ id }) => shared.includes(id)).map(({ fixtureId }) => fixtureId))
}, 120_000)
afterAll(() => app?.close())

describe('a player’s page as others see it (R150)', () => {
  test('name, figures, badges, followers and the leagues of both, and nothing else (T48)', async () => {
    const club = open[0]!.homeTeam
    const told = { bio: 'Row F.', location: 'Leeds' }
    const said = { firstName: 'Nia', lastName: 'Okafor', phone: '07700 900123', favoriteTeam: club.id, ...told }
    expect((await nia.call('PUT', '/api/profile', said)).status).toBe(200)
    await eve.call('PUT', `/api/users/${nia.id}/follow`)
    await unlocked(app)
    const shown: Shown = await max.get(pageOf(nia))
    expect(shown).toMatchObject({
      ...{
        id: nia.id,
        username: nia.username,
        displayName: 'Nia Okafor',
        profileImage: null,
        favoriteTeam: club,
        ...told,
      },
      ...{ totalPredictions: own.length, settledPredictions: 0, exactScores: 0, accuracy: 0, rank: expect.any(Number) },
      ...{ followers: 1, isFollowing: false, joinedAt: expect.stringMatching(/^2026-11-21T/) },
      leagues: [
        {
          ...{ id: league.id, name: 'Back Post Club' },
          theirs: { ranking: 1, totalPoints: 0 },
          yours: { ranking: 1, totalPoints: 0 },
        },
      ],
      yours: { totalPredictions: 3, currentStreak: 0, bestStreak: 0 },
    })
    expect(shown.badges.length).toBeGreaterThan(0)
    expect(shown.badges[0]).toMatchObject({
      name: expect.any(String),
      unlockedAt: expect.stringMatching(/^2026-11-21/),
    })
    expect(JSON.stringify(shown)).not.toContain('900123')
    expect((await eve.get(pageOf(nia))).isFollowing).toBe(true)
    // A new field has to be added here, as it is visible to all.
    const record = 'totalPoints totalPredictions correctPredictions settledPredictions exactScores accuracy rank'
    const fields = `id username displayName profileImage joinedAt favoriteTeam bio location ${record} currentStreak bestStreak`
    const rest = 'badges followers isFollowing leagues yours'
    for (const reader of [nia, max, eve, admin])
      expect(Object.keys(await reader.get(pageOf(nia)))).toEqual(`${fields} ${rest}`.split(' '))
  })

  test('a private league is named to its members only', async () => {
    expect((await eve.get(pageOf(nia))).leagues).toEqual([])
    expect((await admin.get(pageOf(nia))).leagues).toEqual([])
    // On one's own page the comparison has no content, as on others' pages without common data.
    expect((await nia.get(pageOf(nia))).leagues).toEqual([])
  })

  test('reading requires a session, and an unknown or deleted player is a 404 (R154)', async () => {
    const [gone] = (await players(app, ['gone'])) as [Player]
    await joinedBy(league, gone)
    expect((await admin.delete(`/api/admin/users/${gone.id}?reason=asked`)).status).toBe(204)
    for (const more of ['', '/gameweeks', '/predictions']) {
      expect((await createClient(app.url).request('GET', pageOf(nia, more))).status, more).toBe(401)
      for (const id of [gone.id, 999_999_999, 9_999_999_999])
        expect((await max.call('GET', pageOf({ id }, more))).body, more).toMatchObject({
          ...{ status: 404, detail: 'Player not found' },
        })
      expect((await max.call('GET', `/api/players/nia${more}`)).status, more).toBe(400)
      expect((await max.call('GET', pageOf(nia, `${more}?season=1999-00`))).status, more).toBe(404)
    }
  })
})

/** Nia's picks as a reader sees them, by fixture. */
async function picksFor(
  reader: Pick<Player, 'get'>,
): Promise<Map<number, PlayerPredictions['picks'][number]['theirs']>> {
  const found = new Map()
  for (const gameweek of new Set(own.map(({ fixture }) => fixture.gameweek))) {
    const told: PlayerPredictions = await reader.get(pageOf(nia, `/predictions?gameweek=${gameweek}`))
    for (const { fixture, theirs } of told.picks) if (theirs) found.set(fixture.id, theirs)
  }
  return found
}

describe('picks of others', () => {
  test('are shown after their cutoff: all of them to league mates, public shares to others (R152, R153)', async () => {
    const cutoffs = [...new Set(own.map(({ fixture }) => Date.parse(fixture.cutoffTime!)))].sort((a, b) => a - b)
    const [first, last] = [cutoffs[0]!, cutoffs.at(-1)!]
    const between = fc.sample(fc.integer({ min: first - 3_600_000, max: last + 3_600_000 }), { numRuns: 5, seed: 14 })
    // Around some cutoffs, and at random times.
    const edges = [first, cutoffs[1]!, last].flatMap((cutoff) => [cutoff - 1, cutoff])
    let revealed = 0
    for (const moment of [...edges, ...between].sort((a, b) => a - b)) {
      app.clock.set(new Date(moment).toISOString())
      const passed = own
        .filter(({ fixture }) => Date.parse(fixture.cutoffTime!) <= moment)
        .map((pick) => pick.fixtureId)
      const open = passed.filter((id) => isPublic.has(id))
      for (const [reader, expected] of [
        ...([
          [nia, passed],
          [max, passed],
        ] as const),
        ...([
          [eve, open],
          [admin, open],
        ] as const),
      ]) {
        const told = await picksFor(reader)
        expect([...told.keys()].sort(), now()).toEqual([...expected].sort())
        for (const pick of told.values())
          expect(pick).toEqual({
            ...{ predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 },
            ...{ pointsEarned: null, verdict: null },
          })
        revealed += told.size
      }
    }
    expect(revealed).toBeGreaterThan(own.length)
  })

  test('are next to the reader’s own, with the matches of the gameweek that are still sealed', async () => {
    const week = of(openGameweek(0) + 1)
    app.clock.set(week[1]!.cutoffTime!)
    const passed = week.filter(({ cutoffTime }) => cutoffTime! <= now())
    expect(passed.length).toBeLessThan(week.length)
    const told: PlayerPredictions = await max.get(pageOf(nia, '/predictions'))
    expect(told).toMatchObject({ gameweek: week[0]!.gameweek, shown: 'all' })
    expect(told.picks.map(({ fixture, yours }) => [fixture.id, yours?.predictedResult ?? null])).toEqual(
      passed.map(({ id }, index) => [id, index < 3 ? 'draw' : null]),
    )
    expect(told.sealed.map(({ id }) => id)).toEqual(week.slice(passed.length).map(({ id }) => id))
    // A player without predictions has none to show.
    const none: PlayerPredictions = await nia.get(pageOf(max, `/predictions?gameweek=${week[0]!.gameweek + 1}`))
    expect(none).toMatchObject({ shown: 'all', picks: [] })
    expect((await max.get(pageOf(eve, '/predictions'))).picks).toEqual([])
  })

  test('stay sealed with a match that moves before its cutoff, and revealed with one that moves after it', async () => {
    const week = of(openGameweek(0) + 2)
    const [late, moved, dateless] = [week[0]!, week.at(-1)!, week.at(-2)!]
    app.clock.set(late.cutoffTime!)
    const rule = (fixture: Fixture, act: string, body: object = {}) =>
      admin.post(`/api/admin/fixtures/${fixture.id}/${act}`, { reason: 'Seen', ...body })
    const later = new Date(Date.parse(moved.kickoffTime!) + 20 * 86_400_000).toISOString()
    expect((await rule(late, 'reschedule', { kickoffTime: later })).status).toBe(200)
    expect((await rule(moved, 'reschedule', { kickoffTime: later })).status).toBe(200)
    expect((await rule(dateless, 'postpone')).status).toBe(200)
    app.clock.set(new Date(Date.parse(later) - 3_600_000).toISOString())
    const told = await picksFor(max)
    expect([late, moved, dateless].map(({ id }) => told.has(id))).toEqual([true, false, false])
    expect((await picksFor(eve)).has(moved.id)).toBe(false)

    // R400: the result of a match without a date reveals its picks, and one that is lifted does not open it again.
    const result = { homeScore: 1, awayScore: 0 }
    expect((await rule(dateless, 'result', result)).status).toBe(200)
    expect((await picksFor(max)).has(dateless.id)).toBe(true)
    expect((await admin.request('DELETE', `/api/admin/fixtures/${dateless.id}/result`)).status).toBe(204)
    expect((await rule(dateless, 'reschedule', { kickoffTime: later })).status).toBe(200)
    expect((await picksFor(max)).has(dateless.id)).toBe(true)
    const after: Fixture[] = await nia.get('/api/fixtures')
    expect(after.find(({ id }) => id === dateless.id)!.isOpen).toBe(false)
  })
})

test('points by gameweek are next to the reader’s own (R151)', async () => {
  const week = of(openGameweek(0) + 1)
  for (const { id } of week.slice(0, 2)) await enter(admin, id, 2, 1)
  await enter(admin, week[2]!.id, 0, 0)
  await enter(admin, week[3]!.id, 3, 0)
  const weeks: PlayerGameweek[] = await max.get(pageOf(nia, '/gameweeks'))
  expect(weeks).toEqual([{ gameweek: week[0]!.gameweek, theirs: 35, yours: 15 }])
  expect(await eve.get(pageOf(nia, '/gameweeks'))).toEqual([{ ...weeks[0], yours: null }])
  expect(await nia.get(pageOf(eve, '/gameweeks'))).toEqual([{ ...weeks[0], theirs: null, yours: 35 }])
  const shown: Shown = await max.get(pageOf(nia))
  expect(shown).toMatchObject({
    ...{ exactScores: 2, correctPredictions: 3, settledPredictions: 4, accuracy: 75, currentStreak: 1, bestStreak: 2 },
    yours: { exactScores: 1, settledPredictions: 3, accuracy: 33, currentStreak: 1, bestStreak: 1 },
    leagues: [{ theirs: { ranking: 1, totalPoints: 35 }, yours: { ranking: 2, totalPoints: 15 } }],
  })
  const told: PlayerPredictions = await max.get(pageOf(nia, `/predictions?gameweek=${week[0]!.gameweek}`))
  expect(told.picks.slice(0, 4).map(({ theirs }) => [theirs!.pointsEarned, theirs!.verdict])).toEqual([
    ...[
      [15, 'exact'],
      [15, 'exact'],
      [0, 'wrong'],
      [5, 'correct'],
    ],
  ])
})
