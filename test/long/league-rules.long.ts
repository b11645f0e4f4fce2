import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AsOf, RankHistory } from '../../src/areas/boards/contract.ts'
import { cutoffBefore } from '../../src/areas/fixtures/cutoff.ts'
import { settledBy } from '../../src/areas/fixtures/gameweek-window.ts'
import { parseOpenfootball } from '../../src/areas/fixtures/sources/openfootball.ts'
import type { LeagueRules, Ruleset, RulesPreview } from '../../src/areas/league-rules/contract.ts'
import { jokerStream } from '../../src/areas/league-rules/events.ts'
import type { DatedRules } from '../../src/areas/league-rules/rules.ts'
import type { LeagueDetail, LeaguePicks, LeagueStatistics, PastLeague } from '../../src/areas/leagues/contract.ts'
import type { Pick } from '../../src/areas/predictions/events.ts'
import { predictionStream } from '../../src/areas/predictions/streams.ts'
import { outcomeOf, type Scoreline } from '../../src/contracts/points.ts'
import { realSeason } from '../support/fixtures-app.ts'
import { memberPoints } from '../support/naive-league-rules.ts'
import {
  club,
  corrected,
  type Fact,
  fact,
  finished,
  registered,
  scheduled,
  season,
  settled,
  startPlay,
  type TestFixture,
  type TestPlay,
} from '../support/play-app.ts'

const SEASON = '2024-25'
const LEAGUE = 1
const [ADMIN, LATE, STRANGER] = [1, 5, 6]
/** Away for three gameweeks: one under rules that count the whole season, one under rules that count from joining. */
const [LEAVER, RETURNER] = [4, 2]
const PLAYERS = [1, 2, 3, 4, LATE, STRANGER]
const MEMBERS = PLAYERS.filter((id) => id !== STRANGER)
const file = realSeason(SEASON)

const difference: Ruleset = { result: 5, goalDifference: 7, exact: 10, joker: true, lateJoiners: 'season' }
const short: Ruleset = { result: 2, goalDifference: 0, exact: 3, joker: false, lateJoiners: 'joining' }
const own: Ruleset = { result: 1, goalDifference: 20, exact: 50, joker: true, lateJoiners: 'joining' }

/** Numbers below `below`, the same in each run. */
function draws(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

interface Match extends Omit<TestFixture, 'gameweek' | 'kickoff'> {
  gameweek: number
  /** null: no date. */
  kickoff: string | null
  /** Its cutoff; a cutoff that has passed does not move. */
  closedAt: string | null
  isCancelled: boolean
  readonly score: { readonly home: number; readonly away: number }
}

const DAY = 86_400_000
const daysLater = (time: string, days: number): string => new Date(Date.parse(time) + days * DAY).toISOString()

describe.skipIf(file === null)('a league of 2024-25 whose rules change three times', () => {
  let g: TestPlay
  let matches: readonly Match[]
  const picks = new Map<string, Pick>()
  const jokers = new Map<string, number>()
  const results = new Map<number, Scoreline>()
  /** Results when each gameweek settled, and its standings as shown then. */
  const then = new Map<number, { results: Map<number, Scoreline>; shown: readonly (readonly number[])[] }>()
  const joined = new Map<number, string>()
  let chosen: DatedRules[] = []

  const as = (user: number) => g.as(user)
  const get = async <T>(path: string, user = ADMIN): Promise<T> => (await as(user).get(path)).body
  const leagueNow = (query = '', user = ADMIN) =>
    get<LeagueDetail>(`/api/leagues/${LEAGUE}?season=${SEASON}${query}`, user)

  /** Points of a member in a match by plain arrays. */
  function pointsOf(userId: number, { fixtureId, gameweek, closedAt }: Match, counted: ReadonlyMap<number, Scoreline>) {
    const pick = picks.get(`${userId} ${fixtureId}`)
    const result = counted.get(fixtureId)
    if (!pick || !result) return 0
    const line = { outcome: pick.result, home: pick.score?.home ?? null, away: pick.score?.away ?? null }
    const match = { season: SEASON, gameweek, closedAt, result }
    const hasJoker = jokers.get(`${userId} ${gameweek}`) === fixtureId
    return memberPoints(chosen, match, line, { joinedAt: joined.get(userId)!, hasJoker })
  }
  const members = () => MEMBERS.filter((id) => joined.has(id))
  const sumOf = (
    userId: number,
    counted: ReadonlyMap<number, Scoreline> = results,
    isIn: (match: Match) => boolean = () => true,
  ) => matches.filter(isIn).reduce((sum, match) => sum + pointsOf(userId, match, counted), 0)
  const totals = (counted?: ReadonlyMap<number, Scoreline>, isIn?: (match: Match) => boolean) =>
    new Map(members().map((id) => [id, sumOf(id, counted, isIn)]))
  const rankIn = (all: ReadonlyMap<number, number>, id: number) =>
    1 + [...all.values()].filter((points) => points > all.get(id)!).length
  const byId = (rows: readonly (readonly number[])[]) => rows.toSorted((a, b) => a[0]! - b[0]!)
  const expected = (all: ReadonlyMap<number, number>) =>
    byId([...all].map(([id, points]) => [id, rankIn(all, id), points]))
  const shownOf = (rows: readonly { id: number | null; ranking: number; totalPoints: number }[]) =>
    byId(rows.map(({ id, ranking, totalPoints }) => [id!, ranking, totalPoints]))

  async function change(rules: Ruleset): Promise<void> {
    const { next } = await get<LeagueRules>(`/api/leagues/${LEAGUE}/rules`)
    const answer = await as(ADMIN).put(`/api/leagues/${LEAGUE}/rules`, { fromGameweek: next!.gameweek, ...rules })
    expect(answer.status).toBe(200)
    expect(answer.body.upcoming).toMatchObject({ fromGameweek: next!.gameweek, rules })
    chosen = chosen.filter(({ fromGameweek }) => fromGameweek < next!.gameweek)
    chosen.push({ season: SEASON, fromGameweek: next!.gameweek, rules, changedAt: g.now() })
  }

  beforeAll(async () => {
    g = await startPlay()
    const draw = draws(11)
    const read = parseOpenfootball(readFileSync(file!, 'utf8'), Date.parse('2025-07-01T00:00:00.000Z')).matches
    const clubs = [...new Set(read.map(({ home }) => home))]
    const clubOf = (name: string) => clubs.indexOf(name) + 1
    matches = read.map((match, index) => ({
      fixtureId: index + 1,
      season: SEASON,
      gameweek: match.gameweek,
      homeTeamId: clubOf(match.home),
      awayTeamId: clubOf(match.away),
      kickoff: match.kickoff!,
      closedAt: cutoffBefore(match.kickoff!),
      isCancelled: false,
      score: match.score!,
    }))
    const bare = ({ score: _, closedAt: _closed, isCancelled: _cancelled, ...fixture }: Match): TestFixture => fixture
    await g.say(season(SEASON), ...clubs.map((_, index) => club(index + 1)), ...matches.map(bare).map(scheduled))
    await g.say(...PLAYERS.map(registered))
    const league = { name: 'Own', description: null, type: 'public', creatorId: ADMIN, joinCode: 'OWNR2222' } as const
    const join = (userId: number): Fact => {
      joined.set(userId, g.now())
      return {
        stream: `league-${LEAGUE}`,
        event: { type: 'LeagueJoined', data: { leagueId: LEAGUE, userId, how: 'click' } },
      }
    }
    joined.set(ADMIN, g.now())
    await g.say({ stream: `league-${LEAGUE}`, event: { type: 'LeagueCreated', data: { leagueId: LEAGUE, ...league } } })
    await g.say(...[2, 3, 4].map(join))
    let predictionId = 0
    await g.say(
      ...PLAYERS.flatMap((userId) =>
        matches
          .filter(() => draw(10) > 0)
          .map(({ fixtureId }) => {
            const [home, away] = [draw(3), draw(3)] as [number, number]
            const pick: Pick = { result: outcomeOf(home, away), score: draw(5) === 0 ? null : { home, away } }
            picks.set(`${userId} ${fixtureId}`, pick)
            const data = { predictionId: ++predictionId, userId, fixtureId, pick, revision: 1, entry: null }
            return {
              stream: predictionStream(userId, fixtureId),
              event: { type: 'PredictionSubmitted', data } as const,
            }
          }),
      ),
    )
    // Jokers of all gameweeks: those of gameweeks whose rules have none do not count.
    await g.say(
      ...[2, 3, 4, LATE, STRANGER].flatMap((userId) =>
        Array.from({ length: 38 }, (_, index) => index + 1).map((gameweek) => {
          const ofGameweek = matches.filter((match) => match.gameweek === gameweek)
          const { fixtureId } = ofGameweek[draw(ofGameweek.length)]!
          jokers.set(`${userId} ${gameweek}`, fixtureId)
          const key = { leagueId: LEAGUE, userId, season: SEASON, gameweek }
          return { stream: jokerStream(key), event: { type: 'JokerPlaced', data: { ...key, fixtureId } } as const }
        }),
      ),
    )

    const over: Match[] = []
    let pending: Fact[] = []
    const finish = (match: Match, home: number, away: number) =>
      results.set(match.fixtureId, { outcome: outcomeOf(home, away), home, away })
    const byHand = { byHand: true, reason: 'For the test' }
    /** A match of a gameweek, the one with the joker of a player. */
    const ofGameweek = (gameweek: number, player: number): Match =>
      matches.find(({ fixtureId }) => fixtureId === jokers.get(`${player} ${gameweek}`))!
    const reschedule = (match: Match, kickoff: string, closed = false) => {
      Object.assign(match, { kickoff, ...(closed ? {} : { closedAt: cutoffBefore(kickoff) }) })
      const { fixtureId } = match
      return g.say(fact(bare(match), { type: 'FixtureRescheduled', data: { fixtureId, kickoff, closed, ...byHand } }))
    }
    const postpone = (match: Match, closed: boolean) => {
      Object.assign(match, { kickoff: null, ...(closed ? {} : { closedAt: null }) })
      const { fixtureId } = match
      return g.say(fact(bare(match), { type: 'FixturePostponed', data: { fixtureId, closed, ...byHand } }))
    }
    const moveTo = (match: Match, gameweek: number) => {
      match.gameweek = gameweek
      const { fixtureId } = match
      return g.say(fact(bare(match), { type: 'FixtureMovedToGameweek', data: { fixtureId, gameweek } }))
    }
    const cancel = (match: Match) => {
      match.isCancelled = true
      const { fixtureId } = match
      return g.say(fact(bare(match), { type: 'FixtureCancelled', data: { fixtureId, ...byHand } }))
    }
    /** Closes in gameweek 22 under the rules of then; played after those of its gameweek were chosen. */
    const abandoned = ofGameweek(27, 3)
    const undated = ofGameweek(14, 3)
    const moves: Record<number, () => Promise<void>> = {
      4: async () => {
        await moveTo(ofGameweek(9, 3), 12)
        await reschedule(ofGameweek(13, LEAVER), daysLater(ofGameweek(13, LEAVER).kickoff!, 28))
      },
      8: () => postpone(undated, false),
      // Closes before the rules of its gameweek are chosen.
      10: () => reschedule(ofGameweek(17, 3), daysLater(g.now(), 3)),
      18: () => reschedule(undated, daysLater(g.now(), 3)),
      20: () => reschedule(abandoned, daysLater(g.now(), 3)),
      23: async () => {
        await cancel(ofGameweek(25, 3))
        await moveTo(ofGameweek(28, 3), 30)
      },
      28: () => reschedule(abandoned, daysLater(g.now(), 5), true),
    }
    const leave = (userId: number): Fact => {
      joined.delete(userId)
      return {
        stream: `league-${LEAGUE}`,
        event: { type: 'LeagueLeft', data: { leagueId: LEAGUE, userId, how: 'left' } },
      }
    }
    /** The match that is played next; undefined: all are over. */
    const nextMatch = () =>
      matches
        .filter((match) => match.kickoff !== null && !match.isCancelled && !over.includes(match))
        .sort((a, b) => a.kickoff!.localeCompare(b.kickoff!) || a.fixtureId - b.fixtureId)[0]
    for (let match = nextMatch(); match; match = nextMatch()) {
      const { gameweek, score } = match
      if (match === abandoned && !then.has(26)) {
        g.travel(match.kickoff!)
        await postpone(match, true)
        continue
      }
      pending.push(finished(bare(match), score.home, score.away))
      finish(match, score.home, score.away)
      over.push(match)
      if (then.has(gameweek)) continue
      const deciding = settledBy(
        matches
          .filter((each) => each.gameweek === gameweek)
          .map((each) => ({
            id: each.fixtureId,
            kickoff: each.kickoff === null ? null : Date.parse(each.kickoff),
            done: each.isCancelled || over.includes(each),
          })),
      )
      if (deciding === null) continue
      g.travel(match.kickoff!)
      await g.say(...pending, settled(SEASON, gameweek, [...deciding]))
      pending = []
      then.set(gameweek, { results: new Map(results), shown: shownOf((await leagueNow()).standings) })
      const nth = then.size
      if (nth === 6) await change(difference)
      if (nth === 14) {
        // Replaced before it begins.
        await change(own)
        await change(short)
      }
      if (nth === 18) await g.say(join(LATE))
      if (nth === 22) {
        // Taken back before it begins.
        await change(own)
        expect((await as(ADMIN).delete(`/api/leagues/${LEAGUE}/rules`)).status).toBe(204)
        chosen.pop()
      }
      if (nth === 25) await change(own)
      if (nth === 9) await g.say(leave(LEAVER))
      if (nth === 12) await g.say(join(LEAVER))
      if (nth === 19) await g.say(leave(RETURNER))
      if (nth === 21) await g.say(join(RETURNER))
      await moves[nth]?.()
      if (nth > 4 && nth % 2 === 0) {
        const wrong = over[draw(over.length)]!
        const data = { fixtureId: wrong.fixtureId, byHand: true, reason: 'Ineligible player' }
        if (nth % 6 === 2) {
          pending.push(fact(bare(wrong), { type: 'MatchAwarded', data: { ...data, result: 'draw' } }))
          results.set(wrong.fixtureId, { outcome: 'draw', home: null, away: null })
        } else if (nth % 6 === 4) {
          pending.push(fact(bare(wrong), { type: 'FixtureCancelled', data }))
          results.delete(wrong.fixtureId)
        } else {
          pending.push(corrected(bare(wrong), wrong.score.home + 1, wrong.score.away))
          finish(wrong, wrong.score.home + 1, wrong.score.away)
        }
      }
    }
    await g.say(...pending)
    expect([then.size, over.length]).toEqual([38, 379])
  }, 300_000)
  afterAll(() => g?.stop())

  test('R321 the history names the ranges of gameweeks, and nothing is left to change', async () => {
    const rules = await get<LeagueRules>(`/api/leagues/${LEAGUE}/rules`)
    const [first, second, third] = chosen.map(({ fromGameweek }) => fromGameweek) as [number, number, number]
    expect(rules).toMatchObject({ hasOwnRules: true, current: own, upcoming: null, next: null, mayChange: true })
    expect(rules.history.map(({ fromGameweek, toGameweek, rules: of }) => [fromGameweek, toGameweek, of])).toEqual([
      [third, null, own],
      [second, third - 1, short],
      [first, second - 1, difference],
      [1, first - 1, { result: 5, goalDifference: 0, exact: 15, joker: false, lateJoiners: 'season' }],
    ])
    expect((await get<LeagueRules>(`/api/leagues/${LEAGUE}/rules`, STRANGER)).mayChange).toBe(false)
  })

  test('R320 standings of the season and of every gameweek equal plain arrays; the overall board is untouched', async () => {
    const board = await leagueNow()
    expect(shownOf(board.standings)).toEqual(expected(totals()))
    expect(board.me!.totalPoints).toBe(sumOf(ADMIN))
    const late = board.standings.find(({ id }) => id === LATE)!
    expect(late.pointsSinceJoining).toBe(sumOf(LATE, results, ({ kickoff }) => kickoff! > joined.get(LATE)!))
    for (let gameweek = 1; gameweek <= 38; gameweek++) {
      const { standings } = await leagueNow(`&gameweek=${gameweek}`)
      expect(shownOf(standings), `${gameweek}`).toEqual(
        expected(totals(results, (match) => match.gameweek === gameweek)),
      )
    }
    const overall = (await get<{ entries: { id: number; totalPoints: number }[] }>('/api/leaderboard')).entries
    const classic = (userId: number) => {
      const before = chosen
      chosen = []
      const points = sumOf(userId)
      chosen = before
      return points
    }
    for (const id of [2, 3, 4]) {
      expect(overall.find((row) => row.id === id)!.totalPoints).toBe(classic(id))
      expect(classic(id)).not.toBe(sumOf(id))
    }
  })

  test('R320 recent points, statistics, ranks in lists and after each gameweek follow', async () => {
    const { standings, latestGameweek } = await leagueNow('&recent=true')
    for (const { id, recent } of standings)
      expect(recent).toEqual(
        [4, 3, 2, 1, 0].map((back) => sumOf(id, results, ({ gameweek }) => gameweek === latestGameweek! - back)),
      )
    const statistics = await get<LeagueStatistics>(`/api/leagues/${LEAGUE}/statistics`)
    const all = totals()
    expect(
      byId(statistics.members.map(({ id, totalPoints, weeklyPoints }) => [id, totalPoints, weeklyPoints])),
    ).toEqual(byId(members().map((id) => [id, all.get(id)!, sumOf(id, results, ({ gameweek }) => gameweek === 38)])))
    for (const user of members()) {
      const [listed] = await get<{ standing: object }[]>('/api/user/leagues?standing=true', user)
      expect(listed!.standing).toEqual({ ranking: rankIn(all, user), totalPoints: all.get(user) })
    }
    const { gameweeks, players } = await get<RankHistory>(`/api/leagues/${LEAGUE}/ranks?season=${SEASON}`, 2)
    for (const { id, ranks } of players)
      expect(ranks).toEqual(
        gameweeks.map((last) =>
          rankIn(
            totals(results, ({ gameweek }) => gameweek <= last),
            id,
          ),
        ),
      )
  })

  test('R325 the picks of a gameweek have the points of the league and show jokers that count', async () => {
    for (const gameweek of [3, 10, 20, 33]) {
      const { rows } = await get<LeaguePicks>(`/api/leagues/${LEAGUE}/picks?season=${SEASON}&gameweek=${gameweek}`, 2)
      expect(rows).toHaveLength(MEMBERS.length)
      const hasJoker = chosen.findLast(({ fromGameweek }) => fromGameweek <= gameweek)?.rules.joker ?? false
      for (const { id, picks: shown, totalPoints } of rows) {
        expect(totalPoints).toBe(sumOf(id, results, (match) => match.gameweek === gameweek))
        for (const { fixtureId, pointsEarned, joker } of shown) {
          const match = matches.find((each) => each.fixtureId === fixtureId)!
          expect(pointsEarned).toBe(results.has(fixtureId) ? pointsOf(id, match, results) : null)
          expect(joker).toBe(hasJoker && jokers.get(`${id} ${gameweek}`) === fixtureId)
        }
      }
    }
  })

  const ownSum = ({ asOf }: { asOf: AsOf }) => asOf.changes.reduce((sum, { ownPoints }) => sum + (ownPoints ?? 0), 0)

  test('R326 boards after each gameweek, as published then and as corrected, equal plain arrays', async () => {
    for (const [gameweek, { results: published, shown }] of then) {
      const of = (view: string) =>
        get<PastLeague & { asOf: AsOf }>(`/api/leagues/${LEAGUE}?season=${SEASON}&asOf=${gameweek}&view=${view}`, 2)
      const before = await of('published')
      expect(shownOf(before.standings), `${gameweek}`).toEqual(expected(totals(published)))
      // Members at that time had the same numbers then. Rejoining counts as joining.
      const rowsThen = new Map(shown.map(([id, , points]) => [id, points]))
      for (const { id, totalPoints } of before.standings)
        if (rowsThen.has(id!) && id !== RETURNER) expect([id, totalPoints]).toEqual([id, rowsThen.get(id!)])
      const counts = (match: Match) => published.has(match.fixtureId) || match.gameweek <= gameweek
      const corrected = await of('corrected')
      expect(shownOf(corrected.standings), `${gameweek}`).toEqual(expected(totals(results, counts)))
      expect(ownSum(corrected), `${gameweek}`).toBe(corrected.me!.totalPoints - corrected.me!.published.totalPoints)
    }
  })

  test('R323 the preview shows the last gameweek by other rules beside the points that counted', async () => {
    const query = 'result=5&goalDifference=0&exact=15&joker=false&lateJoiners=season'
    const { gameweek, rows, me } = await get<RulesPreview>(`/api/leagues/${LEAGUE}/rules/preview?${query}`)
    expect(gameweek).toBe(38)
    const counted = totals(results, (match) => match.gameweek === 38)
    const saved = chosen
    chosen = []
    const classic = totals(results, (match) => match.gameweek === 38)
    chosen = saved
    expect(byId(rows.map((row) => [row.id, row.ranking, row.points, row.newRanking, row.newPoints]))).toEqual(
      byId(members().map((id) => [id, rankIn(counted, id), counted.get(id)!, rankIn(classic, id), classic.get(id)!])),
    )
    expect(me!.id).toBe(ADMIN)
    expect((await as(STRANGER).get(`/api/leagues/${LEAGUE}/rules/preview?${query}`)).status).toBe(404)
  })

  test('verify finds no difference', async () => {
    for (const group of ['leagues', 'play'])
      expect((await g.engine.verify([group]))[0]).toMatchObject({ name: group, same: true })
  })
})
