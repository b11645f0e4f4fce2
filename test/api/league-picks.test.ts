import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RankHistory } from '../../src/areas/boards/contract.ts'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { SETTLEMENT_REACTOR } from '../../src/areas/fixtures/settlement-reactor.ts'
import type { LeaguePicks } from '../../src/areas/leagues/contract.ts'
import { TYPES } from '../../src/identifiers.ts'
import { predict } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'

let app: TestApp
let admin: TestClient
/** Ann and Ben share a public league; Eve is in none. */
let [ann, ben, eve]: Player[] = []
let league: { id: number; joinCode: string }
/** The matches of the next whole gameweek, by cutoff. Ann says 2-1 each, Ben 0-0 in the first three. */
let matches: Fixture[]
let gameweek: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  ;[ann, ben, eve] = await players(app, ['ann', 'ben', 'eve'])
  const all: Fixture[] = await ann!.get('/api/fixtures')
  gameweek = all.find(({ isOpen }) => isOpen)!.gameweek + 1
  matches = all
    .filter((fixture) => fixture.gameweek === gameweek)
    .sort((a, b) => a.cutoffTime!.localeCompare(b.cutoffTime!) || a.id - b.id)
  for (const { id } of matches.toReversed()) await predict(ann!, id, 2, 1)
  for (const { id } of matches.slice(0, 3)) await predict(ben!, id, 0, 0)
  league = await leagueOf(ann!, { name: 'Back Post Club', type: 'public' })
  await joinedBy(league, ben!)
}, 120_000)
afterAll(() => app?.close())

const path = (more = '') => `/api/leagues/${league.id}/picks?gameweek=${gameweek}${more}`
const read = (reader: Pick<Player, 'get'>, more = ''): Promise<LeaguePicks> => reader.get(path(more))
const shown = ({ rows }: LeaguePicks) => rows.map(({ id, picks }) => [id, picks.length])

describe('the picks of a league', () => {
  test('R152: nothing before a cutoff, not even one’s own; from it on, every member’s pick to every member', async () => {
    const [first, last] = [matches[0]!, matches.at(-1)!].map(({ cutoffTime }) => Date.parse(cutoffTime!))
    for (const moment of [first! - 1, first!, last! - 1, last!]) {
      app.clock.set(new Date(moment).toISOString())
      const closed = matches.filter(({ cutoffTime }) => Date.parse(cutoffTime!) <= moment).map(({ id }) => id)
      for (const reader of [ann!, ben!]) {
        const picks = await read(reader)
        expect(picks.fixtures.map(({ id }) => id).sort()).toEqual(matches.map(({ id }) => id).sort())
        for (const { id, picks: told } of picks.rows) {
          const made = id === ann!.id ? matches : matches.slice(0, 3)
          const expected = made.map((match) => match.id).filter((match) => closed.includes(match))
          expect(told.map(({ fixtureId }) => fixtureId)).toEqual(expected.sort((a, b) => a - b))
        }
      }
    }
    const pick = (await read(ben!)).rows.find(({ id }) => id === ann!.id)!.picks[0]
    expect(pick).toEqual({
      ...{ fixtureId: expect.any(Number), predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 },
      ...{ pointsEarned: null, verdict: null },
    })
  })

  test('R152: only league mates see them: not a stranger to a public league, an administrator or a member who has left', async () => {
    for (const reader of [eve!, { call: (method: string, to: string) => admin.request(method, to) }])
      expect((await reader.call('GET', path())).status).toBe(404)
    const [gone] = await players(app, ['gone'])
    await joinedBy(league, gone!)
    expect((await gone!.call('GET', path())).status).toBe(200)
    await gone!.call('DELETE', `/api/leagues/${league.id}/members/${gone!.id}`)
    expect((await gone!.call('GET', path())).status).toBe(404)
    expect((await app.client().request('GET', path())).status).toBe(401)
  })

  test('come by points of the gameweek, with points, and in pages with the reader’s own row', async () => {
    const entered = await admin.post(`/api/admin/fixtures/${matches[0]!.id}/result`, {
      ...{ homeScore: 0, awayScore: 0, reason: 'played' },
    })
    expect(entered.status).toBe(200)
    const whole = await read(ann!)
    expect(whole.rows.map(({ id, ranking, totalPoints }) => [id, ranking, totalPoints])).toEqual([
      [ben!.id, 1, 15],
      [ann!.id, 2, 0],
    ])
    const paid = whole.rows[0]!.picks.find(({ fixtureId }) => fixtureId === matches[0]!.id)
    expect(paid).toMatchObject({ pointsEarned: 15, verdict: 'exact' })
    const page = await read(ann!, '&limit=1')
    expect(shown(page)).toEqual([[ben!.id, 3]])
    expect(page.me).toEqual(whole.rows[1])
  })
})

describe('the ranks of a league', () => {
  const ranks = (reader: Pick<Player, 'get'>): Promise<RankHistory> => reader.get(`/api/leagues/${league.id}/ranks`)

  test('R244: follow its members through the settled gameweeks, the reader first', async () => {
    for (const { id } of matches.slice(1)) {
      const result = { homeScore: 2, awayScore: 1, reason: 'played' }
      expect((await admin.post(`/api/admin/fixtures/${id}/result`, result)).status).toBe(200)
    }
    const head = await app.container.get(TYPES.RawLog).head()
    expect(await app.container.get(TYPES.Engine).waitForReactor(SETTLEMENT_REACTOR, head, 60_000)).toBe(true)
    await app.settled()
    // Earlier gameweeks settled, too, but no member has points from them.
    expect(gameweek).toBeGreaterThan(1)
    const history = await ranks(ben!)
    expect(history.gameweeks).toEqual([gameweek])
    expect(history.players.map(({ id, ranks: each }) => [id, each])).toEqual([
      [ben!.id, [2]],
      [ann!.id, [1]],
    ])
    // A stranger sees the best two.
    expect((await ranks(eve!)).players.map(({ id }) => id)).toEqual([ann!.id, ben!.id])
  })
})
