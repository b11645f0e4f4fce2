import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '../../src/areas/fixtures/events.ts'
import { parseOpenfootball } from '../../src/areas/fixtures/sources/openfootball.ts'
import { leagueStream } from '../../src/areas/leagues/events.ts'
import type { Pick } from '../../src/areas/predictions/events.ts'
import { predictionStream } from '../../src/areas/predictions/streams.ts'
import { outcomeOf } from '../../src/contracts/points.ts'
import { createRandom } from '../../src/kernel/random.ts'
import { realSeason } from '../support/fixtures-app.ts'
import { type NaivePick, type NaiveSeason, naiveAnalytics } from '../support/naive-analytics.ts'
import {
  club,
  corrected,
  deleted,
  fact,
  finished,
  registered,
  scheduled,
  season as seasonOf,
  settled,
  startPlay,
  type TestFixture,
  type TestPlay,
} from '../support/play-app.ts'
import { statementsOf } from '../support/statements.ts'

const DAY = 86_400_000
const CLUBS = Array.from({ length: 20 }, (_, index) => index + 1)
const PLAYERS = Array.from({ length: 12 }, (_, index) => index + 1)
/** A user without picks and leagues. */
const STRANGER = 13
const LEAGUES = [
  { id: 1, name: 'Everybody', type: 'public', members: PLAYERS },
  { id: 2, name: 'Friends', type: 'private', members: [1, 2, 3] },
  { id: 3, name: 'Secret Society', type: 'private', members: [4, 5] },
  { id: 4, name: 'Newcomers', type: 'public', members: [6, STRANGER - 1] },
] as const

let g: TestPlay
beforeAll(async () => {
  g = await startPlay()
  await g.say(...CLUBS.map(club), ...[...PLAYERS, STRANGER].map(registered), ...LEAGUES.flatMap(founded))
})
afterAll(() => g?.stop())

function founded({ id, name, type, members: [creatorId, ...others] }: (typeof LEAGUES)[number]) {
  const stream = leagueStream(id)
  const data = { leagueId: id, name, description: null, type, creatorId, joinCode: `CODE${id}` }
  return [
    { stream, event: { type: 'LeagueCreated', data } as const },
    ...others.map((userId) => ({
      stream,
      event: { type: 'LeagueJoined', data: { leagueId: id, userId, how: 'click' } } as const,
    })),
  ]
}

/** Users deleted so far, whose picks and memberships are gone. */
const gone = new Set<number>()
const leaguesNow = () => LEAGUES.map((league) => ({ ...league, members: league.members.filter((id) => !gone.has(id)) }))
async function leaves(...userIds: readonly number[]) {
  await g.say(...userIds.map(deleted))
  for (const userId of userIds) gone.add(userId)
}

const seasons: string[] = []
function opened(name: string) {
  seasons.push(name)
  return seasonOf(name)
}
const seasonsNow = () => [...seasons].sort().reverse()

let predictionId = 0
function picked(userId: number, fixtureId: number, pick: Pick) {
  predictionId += 1
  const data = { predictionId, userId, fixtureId, pick, revision: 1, entry: null }
  return { stream: predictionStream(userId, fixtureId), event: { type: 'PredictionSubmitted', data } as const }
}

const analyticsOf = async (reader: number, season: string) =>
  (await g.as(reader).get(`/api/analytics/predictions?season=${season}`)).body

const timeOf = (ms: number) => new Date(ms).toISOString()
const cutoffOf = ({ kickoff }: TestFixture) => (kickoff === null ? null : timeOf(Date.parse(kickoff) - 300_000))

/** A pick as a crowd makes it: more home wins than others, small scores, some without a score. */
function pickBy(random: ReturnType<typeof createRandom>): Pick {
  const [home, away] = [random.poisson(1.6), random.poisson(1.1)].map((goals) => Math.min(9, goals)) as [number, number]
  const result = outcomeOf(home, away)
  return random.next() < 0.25 ? { result, score: null } : { result, score: { home, away } }
}

/** Appends the picks of most players at these times, if before the cutoff, and returns them as plain rows. */
async function saysPicks(
  seed: string,
  matches: readonly TestFixture[],
  times: readonly number[],
): Promise<NaivePick[]> {
  const random = createRandom(seed)
  const picks: NaivePick[] = []
  for (const [nth, time] of times.entries()) {
    g.travel(timeOf(time))
    const now: NaivePick[] = matches.flatMap((match) =>
      PLAYERS.filter((userId) => !gone.has(userId) && (userId + match.fixtureId) % times.length === nth).flatMap(
        (userId) => {
          const { result, score } = pickBy(random)
          // Player 7 rarely predicts.
          const isLeftOut = random.next() < (userId === 7 ? 0.9 : 0.15)
          if (isLeftOut || (match.kickoff !== null && Date.parse(cutoffOf(match)!) <= time)) return []
          const { fixtureId } = match
          return { userId, fixtureId, result, score: score && [score.home, score.away], savedAt: g.now() }
        },
      ),
    )
    await g.say(
      ...now.map(({ userId, fixtureId, result, score }) =>
        picked(userId, fixtureId, { result, score: score && { home: score[0], away: score[1] } }),
      ),
    )
    picks.push(...now)
  }
  return picks
}

/**
 * A season of six clubs up to the middle of its third gameweek, with matches that are played, awarded, cancelled,
 * without a date, closed, and open.
 */
async function lived(name: string, nth: number): Promise<NaiveSeason> {
  const random = createRandom(`results ${name}`)
  const start = Date.parse('2024-08-15T12:00:00.000Z') + nth * 60 * DAY
  g.travel(timeOf(start))
  const matches: TestFixture[] = [1, 2, 3, 4].flatMap((gameweek) =>
    [0, 1, 2].map((index) => ({
      fixtureId: 1000 * (nth + 1) + 10 * gameweek + index,
      season: name,
      gameweek,
      homeTeamId: 1 + ((gameweek + index) % 3),
      awayTeamId: 4 + ((gameweek + 2 * index + nth) % 3),
      kickoff: gameweek === 4 && index === 2 ? null : timeOf(start + 7 * gameweek * DAY + index * 3_600_000),
    })),
  )
  await g.say(opened(name), ...matches.map(scheduled))
  const times = [0, 4, 6.2, 6.9, 13.5, 20.9].map((days) => start + days * DAY)
  const picks = await saysPicks(`picks ${name}`, matches, times)
  g.travel(timeOf(start + 21 * DAY + 3_600_000))
  const results = new Map<number, { readonly result: Outcome; readonly score: readonly [number, number] | null }>()
  const [awarded, cancelled] = [matches[2 + nth]!, matches[1]!]
  for (const match of matches.filter(({ gameweek, fixtureId }) => gameweek < 3 && fixtureId !== cancelled.fixtureId)) {
    if (match === awarded) {
      const ruling = { byHand: true, reason: 'Abandoned' }
      await g.say(
        fact(match, { type: 'MatchAwarded', data: { fixtureId: match.fixtureId, result: 'away', ...ruling } }),
      )
      results.set(match.fixtureId, { result: 'away', score: null })
      continue
    }
    const [home, away] = [random.poisson(1.5), random.poisson(1.2)] as const
    // A wrong result first, then its correction.
    await g.say(finished(match, away, home), corrected(match, home, away))
    results.set(match.fixtureId, { result: outcomeOf(home, away), score: [home, away] })
  }
  const byHand = { byHand: true, reason: 'Snow' }
  await g.say(
    fact(cancelled, { type: 'FixtureCancelled', data: { fixtureId: cancelled.fixtureId, ...byHand } }),
    settled(name, 1, [matches[0]!.fixtureId]),
    settled(name, 2, [matches[3]!.fixtureId]),
  )
  return {
    season: name,
    seasons: seasonsNow(),
    clubs: [...new Set(matches.flatMap((match) => [match.homeTeamId, match.awayTeamId]))],
    matches: matches.map((match) => ({
      ...{ id: match.fixtureId, gameweek: match.gameweek, home: match.homeTeamId, away: match.awayTeamId },
      cutoff: cutoffOf(match),
      isCancelled: match === cancelled,
      ...(results.get(match.fixtureId) ?? { result: null, score: null }),
    })),
    picks,
    leagues: leaguesNow(),
    settled: [1, 2],
  }
}

describe('every number', () => {
  test.each(['2024-25', '2025-26', '2026-27'].map((name, nth) => ({ name, nth })))(
    'R181 R182 R183 R184: is what plain loops over picks and matches count, season $name',
    async ({ name, nth }) => {
      const game = await lived(name, nth)
      for (const reader of [1, 5, 7, STRANGER]) {
        const answer = await analyticsOf(reader, name)
        expect(answer).toEqual(naiveAnalytics(game, reader, g.now()))
        expect(answer.users.settledPredictions).toBeGreaterThan(30)
        expect(answer.users.totalPredictions).toBeGreaterThan(answer.users.settledPredictions)
        expect(JSON.stringify(answer).includes('Secret Society')).toBe(reader === 5)
      }
      if (nth < 2) return
      await leaves(4, 12)
      const without = { ...game, picks: game.picks.filter(({ userId }) => !gone.has(userId)), leagues: leaguesNow() }
      expect(await analyticsOf(1, name)).toEqual(naiveAnalytics(without, 1, g.now()))
    },
  )

  test.skipIf(realSeason('2023-24') === null)('of a real season with all its results too', async () => {
    const { matches } = parseOpenfootball(readFileSync(realSeason('2023-24')!, 'utf8'), Date.now())
    const clubs = [...new Set(matches.map(({ home }) => home))]
    const fixtures = matches.map((match, index) => ({
      fixtureId: 10_001 + index,
      season: '2023-24',
      gameweek: match.gameweek,
      homeTeamId: 1 + clubs.indexOf(match.home),
      awayTeamId: 1 + clubs.indexOf(match.away),
      kickoff: match.kickoff,
    }))
    const before = Date.parse('2023-08-01T12:00:00.000Z')
    g.travel(timeOf(before))
    await g.say(opened('2023-24'), ...fixtures.map(scheduled))
    const picks = await saysPicks('a real season', fixtures, [before])
    g.travel('2024-08-01T12:00:00.000Z')
    await g.say(
      ...fixtures.map((fixture, index) => finished(fixture, matches[index]!.score!.home, matches[index]!.score!.away)),
      ...[37, 38].map((gameweek) => settled('2023-24', gameweek, [])),
    )
    const game: NaiveSeason = {
      season: '2023-24',
      seasons: seasonsNow(),
      clubs: CLUBS,
      matches: fixtures.map((fixture, index) => {
        const { home, away } = matches[index]!.score!
        return {
          ...{ id: fixture.fixtureId, gameweek: fixture.gameweek, home: fixture.homeTeamId, away: fixture.awayTeamId },
          ...{ cutoff: cutoffOf(fixture), isCancelled: false, result: outcomeOf(home, away), score: [home, away] },
        }
      }),
      picks,
      leagues: leaguesNow(),
      settled: [37, 38],
    }
    for (const reader of [1, STRANGER])
      expect(await analyticsOf(reader, '2023-24')).toEqual(naiveAnalytics(game, reader, g.now()))
  })
})

describe('R180: only picks that can no longer change are counted', () => {
  const name = '2030-31'
  const match = (fixtureId: number, over: Partial<TestFixture> = {}): TestFixture => ({
    ...{ fixtureId, season: name, gameweek: 1, homeTeamId: fixtureId % 20, awayTeamId: 20 },
    kickoff: '2030-08-17T14:00:00.000Z',
    ...over,
  })
  const [first, early, undated] = [match(31_001), match(31_002), match(31_003, { kickoff: null })]
  const homeWin: Pick = { result: 'home', score: { home: 2, away: 1 } }
  /** Picks and matches that count, and those of them with a result. */
  async function shown() {
    const { users } = await analyticsOf(1, name)
    const { totalPredictions, matches, settledPredictions, settledMatches } = users
    return [totalPredictions, matches, settledPredictions, settledMatches]
  }

  beforeAll(async () => {
    g.travel('2030-08-01T12:00:00.000Z')
    await g.say(opened(name), ...[first, early, undated].map(scheduled))
    await g.say(
      ...[first, early, undated].flatMap(({ fixtureId }) => [
        picked(1, fixtureId, homeWin),
        picked(2, fixtureId, homeWin),
      ]),
    )
  })

  test('by the clock: none a millisecond before the cutoff, all of them at the cutoff', async () => {
    g.travel('2030-08-17T13:54:59.999Z')
    expect(await shown()).toEqual([0, 0, 0, 0])
    const { users, teams } = await analyticsOf(1, name)
    expect(users.scores).toEqual([])
    expect(
      teams.clubs.every(({ settledPredictions }: { settledPredictions: number }) => settledPredictions === 0),
    ).toBe(true)

    g.travel('2030-08-17T13:55:00.000Z')
    expect(await shown()).toEqual([4, 2, 0, 0])
    expect((await analyticsOf(1, name)).users.scores).toMatchObject([
      { homeScore: 2, awayScore: 1, totalPredictions: 4, settledPredictions: 0, exactScores: 0, matches: 0 },
    ])
  })

  test('the last pick before a cutoff counts once it is in the tables', async () => {
    g.travel('2030-08-17T13:54:59.990Z')
    const last = picked(3, first.fixtureId, homeWin)
    g.travel('2030-08-17T13:55:00.010Z')
    expect(await shown()).toEqual([4, 2, 0, 0])
    g.travel('2030-08-17T13:54:59.990Z')
    await g.say(last)
    g.travel('2030-08-17T13:55:00.020Z')
    expect(await shown()).toEqual([5, 2, 0, 0])
  })

  test('a result counts at once, is corrected, and is lifted', async () => {
    await g.say(finished(first, 2, 1))
    expect(await shown()).toEqual([5, 2, 3, 1])
    expect((await analyticsOf(3, name)).users).toMatchObject({
      points: 45,
      accuracy: 100,
      me: { correctPredictions: 1 },
    })
    await g.say(corrected(first, 0, 1))
    expect((await analyticsOf(3, name)).users).toMatchObject({ points: 0, accuracy: 0, me: { correctPredictions: 0 } })
    const data = { fixtureId: first.fixtureId, homeScore: null, awayScore: null, reason: 'Played again' }
    await g.say(fact(first, { type: 'ResultLifted', data }))
    expect(await shown()).toEqual([5, 2, 0, 0])
  })

  test('a match that is over before its cutoff accepts no more picks either', async () => {
    await g.say(finished(undated, 1, 0))
    expect(await shown()).toEqual([7, 3, 2, 1])
  })

  test('a deleted player leaves no pick behind', async () => {
    await g.say(finished(early, 1, 1))
    await leaves(2)
    expect(await shown()).toEqual([4, 3, 2, 2])
  })
})

test('a season without a match has no data, an unknown one is a 404, and without a session it is a 401', async () => {
  await g.say(opened('2031-32'))
  const { users, teams } = await analyticsOf(1, '2031-32')
  expect([users.totalPredictions, users.gameweeks, users.topUsers, teams.clubs]).toEqual([0, [], [], []])
  expect((await g.as(1).get('/api/analytics/predictions?season=1999-00')).status).toBe(404)
  expect((await g.as(null).get('/api/analytics/predictions')).status).toBe(401)
})

test('R185: it is one statement for each reader, and one more for all of them after a change; picks of open matches change nothing', async () => {
  const count = async (reader: number) => (await statementsOf(() => analyticsOf(reader, '2024-25'), 'requests')).length
  g.travel('2024-09-10T12:00:00.000Z')
  await analyticsOf(1, '2024-25')
  expect(await count(1)).toBe(1)
  // The player with few picks gets one more, for an open match.
  await g.say(picked(7, 1041, { result: 'draw', score: null }))
  expect(await count(1)).toBe(1)
  await g.say(settled('2024-25', 3, []))
  expect(await count(1)).toBe(2)
  expect(await count(5)).toBe(1)
})
