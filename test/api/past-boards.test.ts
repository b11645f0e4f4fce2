import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LeaderboardEntry, LeaderboardPage, PastBoard, PastView } from '../../src/areas/boards/contract.ts'
import { settledBy } from '../../src/areas/fixtures/gameweek-window.ts'
import { parseOpenfootball } from '../../src/areas/fixtures/sources/openfootball.ts'
import type { PastLeague } from '../../src/areas/leagues/contract.ts'
import type { Pick } from '../../src/areas/predictions/events.ts'
import { predictionStream } from '../../src/areas/predictions/streams.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { realSeason } from '../support/fixtures-app.ts'
import { type NaivePastRow, NaivePlay } from '../support/naive-play.ts'
import type { PlayEvent } from '../support/play.ts'
import {
  club,
  corrected,
  deleted,
  type Fact,
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

const SEASON = '2024-25'
const CORRECTIONS = 30
const [PLAYERS, LATE, GONE, RICH] = [8, 8, 5, 3]
const MEMBERS = [1, 2, 3, 7, LATE]
/** One who is away for three gameweeks, and one who leaves for good. */
const [RETURNER, FORMER] = [7, 6]
const LEAGUE = 1
/** A league with rules of its own from gameweek 5 on; player 2 is its only member. */
const RULED = 2
const file = realSeason(SEASON)

/** Numbers below `below`, the same in each run. */
function draws(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

/** A match whose gameweek and date change. */
interface Moving extends Omit<TestFixture, 'gameweek' | 'kickoff'> {
  gameweek: number
  /** null: no date. */
  kickoff: string | null
  isCancelled: boolean
}

const DAY = 86_400_000

const join = (userId: number): Fact => ({
  stream: `league-${LEAGUE}`,
  event: { type: 'LeagueJoined', data: { leagueId: LEAGUE, userId, how: 'click' } },
})
const leave = (userId: number): Fact => ({
  stream: `league-${LEAGUE}`,
  event: { type: 'LeagueLeft', data: { leagueId: LEAGUE, userId, how: 'left' } },
})

describe.skipIf(file === null)('the boards of 2024-25 with thirty corrections', () => {
  let g: TestPlay
  const naive = new NaivePlay()
  /** The board as the API showed it when each gameweek settled. */
  const shown = new Map<number, readonly LeaderboardEntry[]>()
  const board = async (query: string, reader = 1) => (await g.as(reader).get(`/api/leaderboard?limit=100${query}`)).body
  const past = (gameweek: number, view: PastView, more = '', reader = 1): Promise<PastBoard> =>
    board(`&asOf=${gameweek}&view=${view}${more}`, reader)

  beforeAll(async () => {
    g = await startPlay()
    const draw = draws(7)
    const { matches } = parseOpenfootball(readFileSync(file!, 'utf8'), Date.parse('2025-07-01T00:00:00.000Z'))
    const clubs = [...new Set(matches.map(({ home }) => home))]
    const clubOf = (name: string) => clubs.indexOf(name) + 1
    const fixtures = matches.map((match, index): Moving & { score: { home: number; away: number } } => ({
      isCancelled: false,
      fixtureId: index + 1,
      season: SEASON,
      gameweek: match.gameweek,
      homeTeamId: clubOf(match.home),
      awayTeamId: clubOf(match.away),
      kickoff: match.kickoff!,
      score: match.score!,
    }))
    const bare = ({ score: _, isCancelled: _cancelled, ...fixture }: (typeof fixtures)[number]): TestFixture => fixture
    let predictionId = 0
    const picks = (userId: number, from: number) =>
      fixtures
        .filter(({ gameweek }) => gameweek >= from && draw(10) > 0)
        .map(({ fixtureId }) => {
          const [home, away] = [draw(3), draw(3)] as [number, number]
          const result = home > away ? 'home' : home < away ? 'away' : 'draw'
          const pick: Pick = { result, score: draw(4) === 0 ? null : { home, away } }
          const data = { predictionId: ++predictionId, userId, fixtureId, pick, revision: 1, entry: null }
          return { stream: predictionStream(userId, fixtureId), event: { type: 'PredictionSubmitted', data } as const }
        })
    const say = async (...facts: readonly Fact[]) => {
      await g.say(...facts)
      const at = g.now()
      for (const { event } of facts) naive.apply({ ...event, metadata: { at } } as unknown as RecordedEvent)
    }
    const players = Array.from({ length: PLAYERS }, (_, index) => index + 1)
    await say(season(SEASON), ...clubs.map((_, index) => club(index + 1)), ...fixtures.map(bare).map(scheduled))
    await say(...players.map(registered), ...players.filter((id) => id !== LATE).flatMap((id) => picks(id, 1)))
    const league = { name: 'Past', description: null, type: 'public', creatorId: 1, joinCode: 'PAST2222' } as const
    const ruled = { ...league, leagueId: RULED, name: 'Ruled', creatorId: 2, joinCode: 'PAST3333' } as const
    const rules = { result: 2, goalDifference: 4, exact: 7, joker: false, lateJoiners: 'season' } as const
    await say(
      { stream: `league-${LEAGUE}`, event: { type: 'LeagueCreated', data: { leagueId: LEAGUE, ...league } } },
      { stream: `league-${RULED}`, event: { type: 'LeagueCreated', data: ruled } },
      {
        stream: `league-${RULED}`,
        event: { type: 'LeagueRulesChanged', data: { leagueId: RULED, season: SEASON, fromGameweek: 5, rules } },
      },
      ...[...MEMBERS.slice(1), FORMER].map(join),
    )

    const done = new Set<number>()
    const over: typeof fixtures = []
    let pending: Fact[] = []
    const nth = (gameweek: number, index: number) => fixtures.filter((each) => each.gameweek === gameweek)[index]!
    const change = (fixture: (typeof fixtures)[number], to: Partial<Moving>, type: PlayEvent['type'], data: object) => {
      Object.assign(fixture, to)
      const event = { type, data: { fixtureId: fixture.fixtureId, ...data } } as PlayEvent
      return say(fact(bare(fixture), event))
    }
    const byHand = { byHand: true, reason: 'For the test' }
    const postponed = nth(14, 0)
    const date = (fixture: (typeof fixtures)[number], days: number) => {
      const kickoff = new Date(Date.parse(g.now()) + days * DAY).toISOString()
      return change(fixture, { kickoff }, 'FixtureRescheduled', { kickoff, closed: false, ...byHand })
    }
    const moves: Record<number, () => Promise<void>> = {
      4: () => change(nth(9, 3), { gameweek: 11 }, 'FixtureMovedToGameweek', { gameweek: 11 }),
      // Played far ahead of its gameweek, and long after it.
      6: () => date(nth(13, 2), 2),
      7: () => date(nth(12, 4), 50),
      9: () => change(postponed, { kickoff: null }, 'FixturePostponed', { closed: false, ...byHand }),
      12: () => say(leave(RETURNER), leave(FORMER)),
      14: () => change(nth(16, 5), { isCancelled: true }, 'FixtureCancelled', byHand),
      15: () => say(join(RETURNER)),
      22: () => date(postponed, 4),
    }
    const nextFixture = () =>
      fixtures
        .filter((each) => each.kickoff !== null && !each.isCancelled && !done.has(each.fixtureId))
        .sort((a, b) => a.kickoff!.localeCompare(b.kickoff!) || a.fixtureId - b.fixtureId)[0]
    for (let fixture = nextFixture(); fixture; fixture = nextFixture()) {
      const { gameweek, fixtureId, score } = fixture
      pending.push(finished(bare(fixture), score.home, score.away))
      over.push(fixture)
      done.add(fixtureId)
      if (shown.has(gameweek)) continue
      const deciding = settledBy(
        fixtures
          .filter((each) => each.gameweek === gameweek)
          .map((each) => ({
            id: each.fixtureId,
            kickoff: each.kickoff === null ? null : Date.parse(each.kickoff),
            done: each.isCancelled || done.has(each.fixtureId),
          })),
      )
      if (deciding === null) continue
      g.travel(fixture.kickoff!)
      await say(...pending, settled(SEASON, gameweek, [...deciding]))
      shown.set(gameweek, (await board('')).entries)
      pending = []
      const nthSettled = shown.size
      await moves[nthSettled]?.()
      if (nthSettled === 10) pending.push(prize(RICH, SEASON, 7))
      if (nthSettled === 19) pending.push(...picks(LATE, 21))
      if (nthSettled === 20) pending.push(deleted(GONE))
      if (nthSettled > 4 && nthSettled <= 4 + CORRECTIONS) {
        const wrong = over[draw(over.length)]!
        const data = { fixtureId: wrong.fixtureId, byHand: true, reason: 'Ineligible player' }
        if (nthSettled % 5 === 3)
          pending.push(fact(bare(wrong), { type: 'MatchAwarded', data: { ...data, result: 'away' } }))
        else if (nthSettled % 5 === 4) pending.push(fact(bare(wrong), { type: 'FixtureCancelled', data }))
        else pending.push(corrected(bare(wrong), wrong.score.home + 1 + (nthSettled % 2), wrong.score.away))
      }
    }
    await say(...pending)
  }, 300_000)
  afterAll(() => g?.stop())

  const accuracy = ({ correct, settled: of }: NaivePastRow) => (of === 0 ? 0 : correct / of)
  const inOrder = (rows: readonly NaivePastRow[]) =>
    rows.toSorted(
      (a, b) =>
        b.points - a.points ||
        b.exact - a.exact ||
        accuracy(b) - accuracy(a) ||
        Math.abs(a.userId) - Math.abs(b.userId),
    )
  const published = (gameweek: number) => naive.settled.find((each) => each.gameweek === gameweek)!.rows
  const plain = (rows: readonly NaivePastRow[], gameweek: number) => {
    const then = new Map(published(gameweek).map((row) => [row.userId, row]))
    return inOrder(rows).map((row) => ({
      id: row.userId < 0 ? null : row.userId,
      username: row.userId < 0 ? 'Deleted player' : `player${row.userId}`,
      ranking: row.rank,
      totalPoints: row.points,
      exactScores: row.exact,
      correctPredictions: row.correct,
      settledPredictions: row.settled,
      published: { ranking: then.get(row.userId)!.rank, totalPoints: then.get(row.userId)!.points },
    }))
  }
  const gameweeks = Array.from({ length: 38 }, (_, index) => index + 1)

  test('R315 as published equal the boards of then, and plain arrays', async () => {
    expect([...shown.keys()].sort((a, b) => a - b)).toEqual(gameweeks)
    for (const gameweek of gameweeks) {
      const { entries, total } = await past(gameweek, 'published')
      expect(entries, `${gameweek}`).toMatchObject(plain(published(gameweek), gameweek))
      expect(total).toBe(entries.length)
      const then = shown.get(gameweek)!
      const of = ({
        ranking,
        totalPoints,
        exactScores,
        accuracy: share,
      }: (typeof entries)[number] | LeaderboardEntry) => ({
        ...{ ranking, totalPoints, exactScores, share },
      })
      expect(entries.map(of)).toEqual(then.map(of))
      expect(entries.map(({ id }) => id ?? GONE)).toEqual(then.map(({ id }) => id))
    }
  })

  test('R316 as corrected equal plain arrays, with the changes that made the difference', async () => {
    const different: number[] = []
    for (const gameweek of gameweeks) {
      const { entries, asOf } = await past(gameweek, 'corrected')
      const expected = plain(naive.correctedBoard(SEASON, gameweek), gameweek)
      expect(entries, `${gameweek}`).toMatchObject(expected)
      expect(entries).toHaveLength(expected.length)
      expect(asOf.changes.map(({ fixtureId }) => fixtureId).toSorted((a, b) => a - b)).toEqual(
        naive.changedSince(SEASON, gameweek),
      )
      const changed = entries.filter((entry) => entry.totalPoints !== entry.published.totalPoints).length
      expect(asOf.changedPlayers).toBe(changed)
      if (changed > 0) different.push(gameweek)
    }
    expect(different.length).toBeGreaterThan(25)
  })

  test('R317 the changes say what counted, what counts, why, and what it did to the reader', async () => {
    const { asOf, me } = await past(30, 'corrected', '', 2)
    expect(asOf.changes.length).toBeGreaterThan(0)
    for (const change of asOf.changes)
      if (change.before !== null) expect(['VAR', 'Ineligible player']).toContain(change.reason)
    const own = asOf.changes.reduce((sum, { ownPoints }) => sum + (ownPoints ?? 0), 0)
    expect(me!.totalPoints - me!.published.totalPoints).toBe(own)
    expect((await past(30, 'published', '', 2)).asOf).toEqual({ ...asOf, view: 'published', changedPlayers: null })
  })

  test('R318 a deleted player stays without a name, in both views', async () => {
    for (const view of ['published', 'corrected'] as const) {
      const { entries } = await past(12, view)
      expect(entries.filter(({ id }) => id === null)).toMatchObject([
        { username: 'Deleted player', profileImage: null },
      ])
      expect((await past(30, view)).entries.filter(({ id }) => id === null)).toEqual([])
    }
  })

  test('pages, the page around the reader and names are parts of the board', async () => {
    const { entries } = await past(25, 'corrected')
    const part = async (query: string, reader = 1): Promise<PastBoard> =>
      (await g.as(reader).get(`/api/leaderboard?asOf=25${query}`)).body
    expect((await part('&limit=4&offset=5')).entries).toEqual(entries.slice(5, 9))
    expect((await part('&limit=4&offset=50')).entries).toEqual([])
    for (const reader of [1, 2, 7]) {
      const around = await part('&limit=5&around=me', reader)
      const at = entries.findIndex(({ id }) => id === reader)
      expect(around.offset).toBe(Math.max(0, Math.min(at - 2, entries.length - 5)))
      expect(around.entries).toEqual(entries.slice(around.offset, around.offset! + 5))
      expect(around.me).toEqual(entries[at])
    }
    const found = (await part('&search=player')).entries.map(({ id }) => id)
    expect(found.toSorted((a, b) => a! - b!)).toEqual([1, 2, 3, 4, 6, 7, 8])
  })

  test('the latest board without changes equals the current one of then; an open gameweek is a 404', async () => {
    const current: LeaderboardPage = await board('')
    const { entries } = await past(38, 'corrected')
    expect(entries.map(({ id, totalPoints }) => [id, totalPoints])).toEqual(
      current.entries.map(({ id, totalPoints }) => [id, totalPoints]),
    )
    await g.say(season('2025-26'))
    expect((await g.as(1).get(`/api/leaderboard?season=2025-26&asOf=1`)).status).toBe(404)
    const list = (await g.as(1).get(`/api/leaderboard/gameweeks?season=${SEASON}`)).body
    expect(list.map((each: { gameweek: number }) => each.gameweek)).toEqual(gameweeks)
    expect(list[20].changes).toBe(naive.changedSince(SEASON, 21).length)
  })

  test.each(['/api/leaderboard', `/api/leagues/${LEAGUE}`])('R278 %s refuses gameweek beside asOf', async (path) => {
    const { status, body } = await g.as(2).get(`${path}?asOf=12&gameweek=12`)
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { path: 'gameweek', message: 'Choose gameweek or asOf: a board as of a gameweek is of the season' },
    ])
  })

  test('R319 standings of a league equal plain arrays: present members by match points', async () => {
    for (const gameweek of [3, 12, 21, 38])
      for (const view of ['published', 'corrected'] as const) {
        const body: PastLeague = (await g.as(2).get(`/api/leagues/${LEAGUE}?asOf=${gameweek}&view=${view}`)).body
        const { booked } = naive.settled.find((each) => each.gameweek === gameweek)!
        const rows = view === 'published' ? published(gameweek) : naive.correctedBoard(SEASON, gameweek)
        const none = { points: 0, exact: 0, correct: 0, settled: 0, predictions: 0, rank: 0 }
        const members = MEMBERS.map((userId) => {
          const row = rows.find((each) => each.userId === userId) ?? { ...none, userId }
          return { ...row, points: row.points - (booked.get(userId) ?? 0) }
        })
        expect(body.standings.map(({ id, ranking, totalPoints }) => [id, ranking, totalPoints])).toEqual(
          inOrder(members).map(({ userId, points }) => [
            ...[userId, 1 + members.filter((each) => each.points > points).length, points],
          ]),
        )
        expect(body.me?.id).toBe(2)
        expect(body.asOf).toMatchObject({ gameweek, view })
      }
  })

  test('R317, R326 in a league with its own rules, the changes of its member have the points of the league', async () => {
    const of = async (path: string): Promise<PastLeague> => (await g.as(2).get(`${path}?asOf=30&view=corrected`)).body
    const [classic, own] = [await of(`/api/leagues/${LEAGUE}`), await of(`/api/leagues/${RULED}`)]
    const points = ({ asOf }: PastLeague) => asOf.changes.map(({ ownPoints }) => ownPoints)
    const sum = points(own).reduce<number>((total, each) => total + (each ?? 0), 0)
    expect(own.me!.totalPoints - own.me!.published.totalPoints).toBe(sum)
    expect(points(own)).not.toEqual(points(classic))
    expect(points(own).map((each) => each === null)).toEqual(points(classic).map((each) => each === null))
  })

  test('verify finds no difference', async () => {
    const [verified] = await g.engine.verify(['play'])
    expect(verified).toMatchObject({ name: 'play', same: true })
  })
})
