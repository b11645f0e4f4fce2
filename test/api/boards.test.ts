import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BoardQuery, createBoards } from '../../src/areas/boards/boards.ts'
import type { GameweekWinner, LeaderboardEntry, LeaderboardPage, RankHistory } from '../../src/areas/boards/contract.ts'
import { scoreQuery } from '../../src/areas/boards/score.ts'
import type { Pick } from '../../src/areas/predictions/events.ts'
import { named } from '../support/named.ts'
import {
  club,
  corrected,
  deleted,
  fact,
  finished,
  prize,
  registered,
  scheduled,
  season,
  settled,
  startPlay,
  type TestFixture,
  type TestPlay,
} from '../support/play-app.ts'
import { statementsOf } from '../support/statements.ts'

let running: TestPlay | undefined
afterAll(() => running?.stop())

const matches: readonly TestFixture[] = [1, 2, 3, 4].map((fixtureId) => ({
  fixtureId,
  season: '2024-25',
  gameweek: fixtureId <= 2 ? 1 : 2,
  homeTeamId: fixtureId,
  awayTeamId: fixtureId + 4,
  kickoff: fixtureId <= 2 ? '2024-08-17T14:00:00.000Z' : '2024-08-24T14:00:00.000Z',
}))
const match = (fixtureId: number) => matches[fixtureId - 1]!
const oldMatch: TestFixture = { ...match(1), fixtureId: 9, season: '2023-24', kickoff: '2023-08-12T14:00:00.000Z' }

/** A season with four matches and players 1 to `players`, on its own database. */
async function game(players: number): Promise<TestPlay> {
  await running?.stop()
  running = await startPlay()
  await running.say(
    season('2023-24'),
    season('2024-25'),
    ...Array.from({ length: 8 }, (_, i) => club(i + 1)),
    ...matches.map(scheduled),
    ...Array.from({ length: players }, (_, i) => registered(i + 1)),
  )
  return running
}

/** `2-1`, or a result alone. */
function pickOf(text: string): Pick {
  if (text === 'home' || text === 'draw' || text === 'away') return { result: text, score: null }
  const [home, away] = text.split('-').map(Number) as [number, number]
  return { result: home > away ? 'home' : home < away ? 'away' : 'draw', score: { home, away } }
}

async function predict(g: TestPlay, picks: Record<number, Record<number, string>>) {
  const items = Object.entries(picks).flatMap(([userId, own]) =>
    Object.entries(own).map(([fixtureId, pick]) => ({
      userId: Number(userId),
      fixtureId: Number(fixtureId),
      pick: pickOf(pick),
      context: g.context(Number(userId)),
    })),
  )
  for (const outcome of await g.predictions.saveMany(items)) expect(outcome.ok).toBe(true)
  await g.say()
}

const scoreOf = async (g: TestPlay, userId: number, season: string) =>
  (await scoreQuery(userId, season).execute(g.database.db)).rows[0]!
const ranks = (entries: LeaderboardEntry[]) => entries.map((each) => [each.id, each.ranking, each.totalPoints])
const board = async (g: TestPlay, reader = 1, query = '') => (await g.as(reader).get(`/api/leaderboard${query}`)).body

describe('the leaderboard', () => {
  let g: TestPlay
  beforeAll(async () => {
    g = await game(8)
    await predict(g, {
      1: { 1: 'home' },
      2: { 1: '2-1' },
      3: { 1: 'home', 2: 'draw', 3: '1-1' },
      4: { 1: '1-0', 2: 'home' },
      5: { 1: 'away' },
      6: { 1: '1-0', 2: 'home' },
      7: { 1: '3-1', 2: 'away', 3: 'home' },
    })
    await g.say(finished(match(1), 2, 1), finished(match(2), 0, 1))
  })

  test('shares ranks on equal points (1, 2, 2, 4), ordered by exact scores, accuracy, earliest registration', async () => {
    const { entries, total } = await board(g)
    // 2: 15 points; 7: 10; 1, 3, 4, 6: 5, of which 1 has the better accuracy; 5: none.
    expect(ranks(entries)).toEqual([
      [2, 1, 15],
      [7, 2, 10],
      [1, 3, 5],
      [3, 3, 5],
      [4, 3, 5],
      [6, 3, 5],
      [5, 7, 0],
    ])
    expect(total).toBe(7)
  })

  test('an entry carries counts, accuracy as a rounded percentage of settled predictions, and its divisor', async () => {
    const { entries } = await board(g)
    expect(entries.find((each: LeaderboardEntry) => each.id === 3)).toEqual({
      id: 3,
      ...named('player3'),
      ranking: 3,
      totalPoints: 5,
      exactScores: 0,
      correctPredictions: 1,
      settledPredictions: 2,
      totalPredictions: 3,
      accuracy: 50,
      movement: null,
      achievementCount: 0,
    })
  })

  test('exact scores come before accuracy within a rank', async () => {
    const other = await game(3)
    await predict(other, { 1: { 1: 'home', 2: 'home', 3: 'home' }, 2: { 1: '1-0', 2: 'away', 3: 'away' } })
    await other.say(finished(match(1), 1, 0), finished(match(2), 1, 0), finished(match(3), 1, 0))
    expect(ranks((await board(other)).entries)).toEqual([
      [2, 1, 15],
      [1, 1, 15],
    ])
    g = other
  })
})

describe('pages, the own row and top 100', () => {
  let g: TestPlay
  beforeAll(async () => {
    g = await game(130)
    const pick = (id: number) => (id <= 10 ? '2-1' : id <= 60 ? '1-0' : '0-1')
    await predict(g, Object.fromEntries(Array.from({ length: 120 }, (_, i) => [i + 1, { 1: pick(i + 1) }])))
    await g.say(finished(match(1), 2, 1))
  })

  test('a page holds 50 by default, at most 100', async () => {
    expect((await board(g)).entries).toHaveLength(50)
    expect((await board(g, 1, '?limit=100')).entries).toHaveLength(100)
    for (const query of ['limit=101', 'limit=0', 'offset=-1', 'limit=x', 'limit=1.5']) {
      expect((await g.as(1).get(`/api/leaderboard?${query}`)).status).toBe(400)
    }
  })

  test('pages join without gaps, and ranks continue where a page cuts a rank', async () => {
    const whole = (await board(g, 1, '?limit=100')).entries
    const parts = []
    for (let offset = 0; offset < 100; offset += 7) {
      parts.push(...(await board(g, 1, `?limit=7&offset=${offset}`)).entries)
    }
    expect(parts.slice(0, 100)).toEqual(whole)
    expect(ranks(parts).slice(9, 12)).toEqual([
      [10, 1, 15],
      [11, 11, 5],
      [12, 11, 5],
    ])
    expect(parts.at(-1).ranking).toBe(61)
  })

  test('contains the reader’s own row on every page', async () => {
    const { me, entries } = await board(g, 99, '?limit=1')
    expect(me).toMatchObject({ id: 99, ranking: 61, totalPoints: 0, totalPredictions: 1 })
    expect(entries).toHaveLength(1)
  })

  test('readers at the same moment share their statements, and each has its own row on its own page', async () => {
    const readers = Array.from({ length: 40 }, (_, n) => 91 + n)
    const wanted: readonly { offset: number; around?: 'me' }[] = [
      { offset: 0 },
      { offset: 70 },
      { offset: 0, around: 'me' },
    ]
    const queries = wanted.map(
      (query): BoardQuery => ({
        ...{ limit: 5, withParts: true },
        ...query,
      }),
    )
    const calls = readers.flatMap((reader) => queries.map((query) => ({ reader, query })))
    // Not over HTTP, where the time between two requests decides which of them share a statement.
    const { db } = g.database
    const boards = createBoards({ db, seasons: g.seasons, passed: (group) => g.engine.passed(group) })
    const texts = await statementsOf(async () => {
      const pages = await Promise.all(calls.map(({ reader, query }) => boards.page(reader, query, '2024-25', g.now())))
      for (const [index, { reader, query }] of calls.entries()) {
        const { me, entries, total } = pages[index]!.value as LeaderboardPage
        expect([reader, total, me?.id ?? null]).toEqual([reader, 120, reader <= 120 ? reader : null])
        if (query.around && me) expect(entries).toContainEqual(me)
        if (query.offset > 0) expect(entries[0]?.id).toBe(71)
      }
    }, 'work')
    expect(texts.length).toBeLessThan(calls.length / 2)
  })

  test('players without a prediction are not ranked: me is null', async () => {
    const { me, total } = await board(g, 130)
    expect([me, total]).toEqual([null, 120])
  })

  test('beyond the end is an empty page with its total', async () => {
    expect(await board(g, 130, '?offset=5000')).toEqual({ entries: [], total: 120, me: null })
  })

  const page = async (reader: number, query: string) => {
    const { entries, offset } = await board(g, reader, query)
    return [offset, entries.map(({ id }: LeaderboardEntry) => id)]
  }
  const from = (id: number, count: number) => Array.from({ length: count }, (_, nth) => id + nth)

  test('around=me is the page with the reader in its middle; at the ends of the board it is the first or the last', async () => {
    // Here ids are in the order of the board.
    expect(await page(70, '?around=me&limit=5')).toEqual([67, from(68, 5)])
    expect((await board(g, 70, '?around=me&limit=5')).entries).toEqual(
      (await board(g, 70, '?limit=5&offset=67')).entries,
    )
    expect(await page(2, '?around=me&limit=5')).toEqual([0, from(1, 5)])
    expect(await page(120, '?around=me&limit=5&offset=3')).toEqual([115, from(116, 5)])
    expect(await board(g, 3, '?limit=5')).not.toHaveProperty('offset')
    // An unranked reader gets the first page.
    expect(await page(130, '?around=me&limit=5')).toEqual([0, from(1, 5)])
    expect((await g.as(1).get('/api/leaderboard?around=you')).status).toBe(400)
  })

  test('any page takes two statements, or one if the own row has been read', async () => {
    for (const [query, statements] of [
      ['?limit=9', 2],
      ['?limit=9&offset=72', 1],
      ['?limit=9&around=me', 2],
      ['?limit=9&search=player2&parts=true', 2],
    ] as const) {
      const texts = await statementsOf(() => board(g, 44, query), 'requests')
      expect([query, texts.length]).toEqual([query, statements])
    }
  })

  test('search finds ranked players by the first letters of their names, without case, with their ranks', async () => {
    const named = async (text: string, rest = '') =>
      (await board(g, 1, `?search=${encodeURIComponent(text)}${rest}`)).entries.map(
        ({ id, ranking }: LeaderboardEntry) => [id, ranking],
      )
    expect(await named(' Player11')).toEqual([[11, 11], ...from(110, 10).map((id) => [id, 61])])
    expect(await named('player11', '&limit=2&offset=1')).toEqual([
      [110, 61],
      [111, 61],
    ])
    // An unranked player, a text that is not a prefix, and pattern characters.
    for (const text of ['player130', 'layer1', 'player%', '_layer1']) expect(await named(text)).toEqual([])
    expect(await board(g, 99, '?search=player5')).toMatchObject({ total: 120, me: { id: 99 } })
    expect((await g.as(1).get('/api/leaderboard?search=%20')).status).toBe(400)
  })

  test('a gameweek has the same pages', async () => {
    const { entries, total, me } = await board(g, 99, '?gameweek=1&limit=3&offset=59')
    expect(ranks(entries)).toEqual([
      [60, 11, 5],
      [61, 61, 0],
      [62, 61, 0],
    ])
    expect([total, me.ranking]).toEqual([120, 61])
    expect(await page(99, '?gameweek=1&around=me&limit=3')).toEqual([97, from(98, 3)])
    expect((await g.as(1).get('/api/leaderboard/gameweek/1?limit=3&offset=59')).body).toEqual(entries)
    expect(await board(g, 99, '?gameweek=2')).toEqual({ entries: [], total: 0, me: null })
  })

  test('parts=true returns the sources of the points', async () => {
    await g.say(prize(1, '2024-25', 50), prize(1, '2024-25', -8), prize(1, '2023-24', 30))
    const { entries, me } = await board(g, 2, '?limit=2&parts=true')
    expect(entries.map(({ id, totalPoints, parts }: LeaderboardEntry) => [id, totalPoints, parts])).toEqual([
      [1, 57, { matches: 15, badges: 0, prizes: 42 }],
      [2, 15, { matches: 15, badges: 0, prizes: 0 }],
    ])
    expect(me.parts).toEqual({ matches: 15, badges: 0, prizes: 0 })
    expect((await board(g, 2, '?search=player1&limit=1&parts=true')).entries[0].parts.prizes).toBe(42)
    expect((await board(g, 2, '?limit=1')).entries[0]).not.toHaveProperty('parts')
    // In a gameweek only match points count.
    expect((await board(g, 1, '?gameweek=1&parts=true')).me.parts).toEqual({ matches: 15, badges: 0, prizes: 0 })
    await g.say(prize(1, '2024-25', -42))
  })

  test('top 100 is the first hundred, as an array', async () => {
    const { body } = await g.as(1).get('/api/leaderboard/top100')
    expect(body).toEqual((await board(g, 1, '?limit=100')).entries)
  })

  test('shows a player a pick at once, in the own row and on the page (R56)', async () => {
    const counts = async () => {
      const { entries, me } = await board(g, 60, '?around=me&limit=3')
      return [me.totalPredictions, entries.find(({ id }: LeaderboardEntry) => id === 60).totalPredictions]
    }
    expect(await counts()).toEqual([1, 1])
    await predict(g, { 60: { 3: 'home' } })
    expect(await counts()).toEqual([2, 2])
  })

  test('a deleted user disappears, and the others move up', async () => {
    await g.say(deleted(1))
    const { entries, total } = await board(g, 2)
    expect(entries[0].id).toBe(2)
    expect(total).toBe(119)
    expect(entries.find((each: LeaderboardEntry) => each.id === 1)).toBeUndefined()
  })

  test('signed out is 401, an unknown season 404, a broken one 400', async () => {
    for (const path of [
      '/api/leaderboard',
      '/api/leaderboard/top100',
      '/api/leaderboard/gameweek/1',
      '/api/leaderboard/winners',
      '/api/leaderboard/ranks',
      '/api/leaderboard/seasons',
      '/api/user/points',
    ]) {
      expect((await g.as(null).get(path)).status).toBe(401)
    }
    for (const path of ['/api/leaderboard', '/api/leaderboard/winners', '/api/leaderboard/ranks', '/api/user/points'])
      expect((await g.as(2).get(`${path}?season=1999-00`)).status).toBe(404)
    expect((await g.as(2).get('/api/leaderboard?season=old')).status).toBe(400)
  })
})

describe('the gameweek board', () => {
  test('counts that gameweek alone: match points, predictions and accuracy', async () => {
    const g = await game(4)
    await predict(g, { 1: { 1: '2-1', 3: 'home', 4: 'home' }, 2: { 3: '1-0' }, 3: { 1: 'home' } })
    await g.say(finished(match(1), 2, 1), finished(match(3), 1, 0))
    const { body } = await g.as(1).get('/api/leaderboard/gameweek/2')
    expect(body).toMatchObject([
      { id: 2, ranking: 1, totalPoints: 15, totalPredictions: 1, settledPredictions: 1, accuracy: 100, movement: null },
      { id: 1, ranking: 2, totalPoints: 5, totalPredictions: 2, settledPredictions: 1, accuracy: 100 },
    ])
    expect(body).toHaveLength(2)
    expect((await g.as(1).get('/api/leaderboard/gameweek/2?limit=1&offset=1')).body).toEqual([body[1]])
    expect((await g.as(1).get('/api/leaderboard/gameweek/38')).body).toEqual([])
    expect((await g.as(1).get('/api/leaderboard/gameweek/39')).status).toBe(400)
    expect((await g.as(1).get('/api/leaderboard/gameweek/first')).status).toBe(400)
  })
})

describe('movement', () => {
  test('compares with the board before the current gameweek, also after that gameweek has settled', async () => {
    const g = await game(3)
    await predict(g, {
      1: { 1: '2-1', 3: 'away', 4: 'away' },
      2: { 1: '1-0', 3: '1-0', 4: '1-0' },
      3: { 3: 'home' },
    })
    await g.say(finished(match(1), 2, 1), finished(match(2), 0, 0))
    const movements = async () =>
      Object.fromEntries((await board(g)).entries.map((each: LeaderboardEntry) => [each.id, each.movement]))
    expect(await movements()).toEqual({ 1: null, 2: null, 3: null })
    await g.say(settled('2024-25', 1, [1, 2]))
    await g.say(finished(match(3), 1, 0))
    // Before: 1 first, 2 second, 3 third. Now: 2 has 20, 1 has 15, 3 has 5.
    expect(await movements()).toEqual({ 1: -1, 2: 1, 3: 0 })
    await g.say(finished(match(4), 1, 0), settled('2024-25', 2, [3, 4]))
    expect(await movements()).toEqual({ 1: -1, 2: 1, 3: 0 })
    expect((await board(g, 2)).me.movement).toBe(1)
  })

  test('is null for players who were not ranked then', async () => {
    const g = await game(2)
    await predict(g, { 1: { 1: '2-1' } })
    await g.say(finished(match(1), 2, 1), settled('2024-25', 1, [1]))
    await predict(g, { 2: { 3: '1-0' } })
    await g.say(finished(match(3), 1, 0))
    expect((await board(g)).entries.map((each: LeaderboardEntry) => each.movement)).toEqual([0, null])
  })
})

describe('past gameweeks', () => {
  let g: TestPlay
  beforeAll(async () => {
    g = await game(5)
    await predict(g, {
      1: { 1: '2-1', 2: 'draw', 3: 'home', 4: 'home' },
      2: { 1: 'home', 2: '1-1', 3: '1-0', 4: 'away' },
      3: { 1: '2-1', 2: 'home' },
    })
    // 1 and 2 have 20, 3 has 15.
    await g.say(finished(match(1), 2, 1), finished(match(2), 1, 1))
  })

  const winners = async (reader: number) =>
    (await g.as(reader).get('/api/leaderboard/winners')).body.map((each: GameweekWinner) => [
      each.gameweek,
      each.points,
      each.winner.username,
      each.winners,
      each.ownPoints,
    ])
  const ranksAfter = async (reader: number, query = '') =>
    (await g.as(reader).get(`/api/leaderboard/ranks${query}`)).body as RankHistory

  test('a gameweek in progress has no winner', async () => {
    expect(await winners(1)).toEqual([])
    expect(await ranksAfter(1)).toEqual({ gameweeks: [], players: [] })
  })

  test('each has its winner, the number of players who share its points, and the reader’s points', async () => {
    await g.say(settled('2024-25', 1, [1, 2]))
    await predict(g, { 4: { 4: 'away' } })
    // In this gameweek 2 has 20, 1 and 4 have 5.
    await g.say(finished(match(3), 1, 0), finished(match(4), 0, 2), settled('2024-25', 2, [3, 4]))
    expect((await g.as(1).get('/api/leaderboard/winners')).body[1]).toEqual({
      gameweek: 1,
      points: 20,
      winner: { id: 1, ...named('player1') },
      winners: 2,
      ownPoints: 20,
    })
    expect(await winners(1)).toEqual([
      [2, 20, 'player2', 1, 5],
      [1, 20, 'player1', 2, 20],
    ])
    expect((await winners(3)).map((row: unknown[]) => row[4])).toEqual([null, 15])
  })

  test('ranks after each gameweek, for the reader and the requested rivals', async () => {
    // In total 2 has 40, 1 has 25, 3 has 15, 4 has 5.
    expect(await ranksAfter(1, '?rivals=4,2,5')).toEqual({
      gameweeks: [1, 2],
      players: [
        { id: 1, username: 'player1', ranks: [1, 2] },
        { id: 4, username: 'player4', ranks: [null, 4] },
        { id: 2, username: 'player2', ranks: [1, 1] },
      ],
    })
    expect(await ranksAfter(4)).toEqual({ gameweeks: [2], players: [{ id: 4, username: 'player4', ranks: [4] }] })
    for (const rivals of ['x', '0', '1,', '1,2,3,4,5', '9999999999'])
      expect((await g.as(1).get(`/api/leaderboard/ranks?rivals=${rivals}`)).status).toBe(400)
  })

  test('a corrected result may change the winner of a gameweek; the ranks of then stay', async () => {
    const before = await ranksAfter(1, '?rivals=2,3')
    // In the first gameweek 3 now has 20, 1 has 15, 2 has 5.
    await g.say(corrected(match(2), 3, 0))
    expect(await winners(2)).toEqual([
      [2, 20, 'player2', 1, 20],
      [1, 20, 'player3', 1, 5],
    ])
    expect(await ranksAfter(1, '?rivals=2,3')).toEqual(before)
    expect(ranks((await board(g)).entries)).toEqual([
      [2, 1, 25],
      [3, 2, 20],
      [1, 2, 20],
      [4, 4, 5],
    ])
  })

  test('a deleted winner is replaced by the next', async () => {
    await g.say(deleted(3))
    expect((await winners(2))[1]).toEqual([1, 15, 'player1', 1, 5])
    expect((await ranksAfter(1, '?rivals=3')).players.map(({ id }) => id)).toEqual([1])
  })

  test('each takes one statement', async () => {
    for (const path of ['/api/leaderboard/winners', '/api/leaderboard/ranks?rivals=2,4']) {
      const texts = await statementsOf(() => g.as(1).get(path), 'requests')
      expect([path, texts.length]).toEqual([path, 1])
    }
  })
})

describe('GET /api/user/points', () => {
  test('returns each entry’s match, result and pick, newest first, over all seasons', async () => {
    const g = await game(2)
    await g.say(scheduled(oldMatch))
    g.travel('2023-08-01T00:00:00.000Z')
    await predict(g, { 1: { 9: '0-0' } })
    g.travel('2023-08-12T16:00:00.000Z')
    await g.say(finished(oldMatch, 0, 0))
    g.travel('2024-08-15T12:00:00.000Z')
    await predict(g, { 1: { 1: '2-1', 2: 'draw', 3: '0-2', 4: 'home' }, 2: { 1: '9-9' } })
    g.travel('2024-08-17T16:00:00.000Z')
    await g.say(finished(match(1), 2, 1))
    g.travel('2024-08-17T17:00:00.000Z')
    await g.say(finished(match(2), 3, 3))
    g.travel('2024-08-24T16:00:00.000Z')
    await g.say(
      finished(match(3), 1, 0),
      fact(match(4), { type: 'MatchAwarded', data: { fixtureId: 4, result: 'home', byHand: true, reason: 'x' } }),
    )
    const { body } = await g.as(1).get('/api/user/points')
    expect(body.map((each: { reason: string; points: number }) => [each.reason, each.points])).toEqual([
      ['C4 v C8, awarded to C4: correct result, you predicted a win for C4', 5],
      ['C3 1–0 C7: wrong result, you predicted 0–2', 0],
      ['C2 3–3 C6: correct result, you predicted a draw', 5],
      ['C1 2–1 C5: exact score, you predicted 2–1', 15],
      ['C1 0–0 C5: exact score, you predicted 0–0', 15],
    ])
    expect(body[3]).toMatchObject({
      id: expect.stringMatching(/^match-\d+$/),
      type: 'match',
      fixtureId: 1,
      season: '2024-25',
      createdAt: '2024-08-17T16:00:00.000Z',
    })
    expect((await g.as(1).get('/api/user/points?season=2023-24')).body).toEqual([body[4]])
    expect((await board(g)).me.totalPoints).toBe(25)
    expect((await board(g, 1, '?season=2023-24')).me.totalPoints).toBe(15)
    // R454: boards through time are of seasons with a settled gameweek, and of the current one.
    const seasons = async () => (await g.as(1).get('/api/leaderboard/seasons')).body
    expect(await seasons()).toEqual({ season: '2024-25', seasons: ['2024-25'] })
    await g.say(settled('2023-24', 1, [9]))
    expect(await seasons()).toEqual({ season: '2024-25', seasons: ['2024-25', '2023-24'] })
    expect(await scoreOf(g, 1, '2024-25')).toEqual({
      totalPoints: 25,
      totalPredictions: 4,
      correctPredictions: 3,
      exactScores: 1,
      settledPredictions: 4,
      accuracy: 75,
      rank: 1,
      achievementCount: 0,
    })
    expect(await scoreOf(g, 99, '2024-25')).toMatchObject({ totalPoints: 0, rank: null })
    const { rows } = await g.database.pool.query(
      `select current_streak as current, best_streak as best from read.streaks where user_id = 1 and season = '2024-25'`,
    )
    expect(rows).toEqual([{ current: 1, best: 2 }])
  })

  test('totalPoints is the sum of the ledger also for a player with bookings and no prediction', async () => {
    const g = await game(2)
    await g.say(prize(1, '2024-25', 50), prize(1, '2024-25', -8), prize(1, '2023-24', 30))
    const none = {
      totalPredictions: 0,
      correctPredictions: 0,
      exactScores: 0,
      settledPredictions: 0,
      accuracy: 0,
      achievementCount: 0,
    }
    expect(await scoreOf(g, 1, '2024-25')).toEqual({ totalPoints: 42, ...none, rank: null })
    expect(await scoreOf(g, 1, '2023-24')).toEqual({ totalPoints: 30, ...none, rank: null })
    await predict(g, { 1: { 1: '2-1' } })
    expect(await scoreOf(g, 1, '2024-25')).toMatchObject({ totalPoints: 42, totalPredictions: 1, rank: 1 })
  })

  test('a corrected result replaces the entry in place and moves boards and totals with it', async () => {
    const g = await game(2)
    await predict(g, { 1: { 1: '2-1' }, 2: { 1: '1-1' } })
    await g.say(finished(match(1), 2, 1))
    const before = (await g.as(1).get('/api/user/points')).body
    await g.say(corrected(match(1), 1, 1))
    const after = (await g.as(1).get('/api/user/points')).body
    expect(after).toEqual([{ ...before[0], points: 0, reason: 'C1 1–1 C5: wrong result, you predicted 2–1' }])
    expect(ranks((await board(g)).entries)).toEqual([
      [2, 1, 15],
      [1, 2, 0],
    ])
  })
})

test('an empty store has an empty board', async () => {
  await running?.stop()
  running = await startPlay()
  expect(await board(running)).toEqual({ entries: [], total: 0, me: null })
  expect((await running.as(1).get('/api/leaderboard/top100')).body).toEqual([])
  expect((await running.as(1).get('/api/leaderboard/gameweek/1')).body).toEqual([])
  expect((await running.as(1).get('/api/user/points')).body).toEqual([])
  expect((await running.as(1).get('/api/predictions')).body).toEqual([])
})
