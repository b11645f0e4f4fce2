import { beforeAll, expect, test } from 'vitest'
import { LEAGUES } from '../../src/areas/leagues/area.ts'
import { createLeagueRanks } from '../../src/areas/leagues/league-ranks.ts'
import { ownLeaguesIn, seenLeague } from '../../src/areas/leagues/queries.ts'
import { createStandings } from '../../src/areas/leagues/standings.ts'
import { createStatistics } from '../../src/areas/leagues/statistics.ts'
import { TEAMS } from '../../src/areas/teams/area.ts'
import { teamsOf } from '../../src/areas/teams/queries.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import type { SimulatedCompetitions } from './competition-season.ts'
import { readToEnd } from './event-log-contract.ts'
import { named } from './named.ts'

const season = '2024-25'
const DAY = 86_400_000

interface Match {
  readonly id: number
  readonly gameweek: number
  readonly kickoff: number
  readonly home: number
  readonly away: number
}
interface Scored {
  readonly userId: number
  readonly match: Match
  readonly points: number
  readonly madeAt: number
  readonly changedAt: number
}
interface Stay {
  readonly userId: number
  readonly from: number
  readonly to: number
}

/**
 * Statistics, standings and records of a league of the season's bystanders, whose only points are of matches, against a
 * calculation from raw predictions and results.
 */
export function checkLeague(of: () => SimulatedCompetitions): void {
  let game: Awaited<ReturnType<typeof playLeague>>
  beforeAll(async () => {
    game = await playLeague(of())
  }, 240_000)

  test('statistics agree with a calculation from raw predictions, in the middle and at the end', async () => {
    const { db, scored, joined, leagueId } = game
    const statisticsOf = createStatistics({ db, standings: createStandings({ db }) })
    const league = { ...(await seenLeague(db, leagueId, joined[0]!.userId))!, last_message_at: null }
    for (const at of ['2025-05-26T12:00:00.000Z', '2025-01-15T12:00:00.000Z', '2024-12-29T09:00:00.000Z']) {
      const statistics = await statisticsOf(league, season, at)
      const now = Date.parse(at)
      const made = scored.map(({ madeAt }) => madeAt)
      const within = (from: number, to: number) => made.filter((each) => each > from && each <= to).length
      const [last, before] = [within(now - 7 * DAY, now), within(now - 14 * DAY, now - 7 * DAY)]
      const trend = last > before * 1.1 ? 'increasing' : last < before * 0.9 ? 'decreasing' : 'stable'
      expect([statistics.activityTrend, at]).toEqual([trend, at])
      const newest = Math.max(...scored.filter(({ madeAt }) => madeAt <= now).map(({ changedAt }) => changedAt))
      expect(statistics.lastActivity).toBe(new Date(newest).toISOString())
    }
    const statistics = await statisticsOf(league, season, '2025-05-26T12:00:00.000Z')
    const rows = rawRows(game)
    expect(statistics.members.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(statistics.members).toEqual(rows.map(({ exact: _, ...row }) => row))
    expect(statistics.memberCount).toBe(joined.length)
    expect(statistics.totalPredictions).toBe(scored.length)
    const settled = rows.filter((row) => row.settledPredictions > 0)
    const mean = settled.reduce((sum, row) => sum + row.correctPredictions / row.settledPredictions, 0) / settled.length
    expect(statistics.averageAccuracy).toBeCloseTo(100 * mean, 9)
    expect(statistics.topScorer).toEqual({ user: rows[0]!.user, totalPoints: rows[0]!.totalPoints })
    const weekly = Math.max(...rows.map((row) => row.weeklyPoints))
    const leader = rows.find((row) => row.weeklyPoints === weekly)!
    expect(weekly).toBeGreaterThan(0)
    expect(statistics.weeklyLeader).toEqual({ user: leader.user, weeklyPoints: weekly })
    const best = Math.max(...settled.map((row) => row.correctPredictions / row.settledPredictions))
    const { mostAccurate } = statistics
    expect(mostAccurate!.correctPredictions / mostAccurate!.settledPredictions).toBe(best)
    expect(rows.some((row) => row.streak > 1)).toBe(true)
  })

  test('standings of the season and of a gameweek, with points since joining', async () => {
    const { db, scored, joined, leagueId } = game
    const league = (await seenLeague(db, leagueId, joined[0]!.userId))!
    const standings = createStandings({ db })
    for (const gameweek of [null, 15, 29]) {
      const counting = scored.filter(({ match }) => gameweek === null || match.gameweek === gameweek)
      const { standings: shown } = await standings.page(league, { season, gameweek }, { limit: 100, offset: 0 }, 0)
      expect(shown).toHaveLength(joined.length)
      for (const row of shown) {
        const mine = counting.filter(({ userId }) => userId === row.id)
        const from = joined.find(({ userId }) => userId === row.id)!.from
        expect(row).toMatchObject({
          totalPoints: sum(mine),
          pointsSinceJoining: sum(mine.filter(({ match }) => match.kickoff > from)),
          exactScores: mine.filter(({ points }) => points === 15).length,
          totalPredictions: mine.length,
          ranking: 1 + shown.filter((other) => other.totalPoints > row.totalPoints).length,
          joinedAt: new Date(from).toISOString(),
        })
      }
      const late = shown.filter((row) => row.pointsSinceJoining < row.totalPoints)
      if (gameweek === null) expect(late.length).toBeGreaterThan(5)
    }
  })

  test('the five gameweeks up to one, and a reader’s rank in each of their leagues without its standings', async () => {
    const { db, scored, joined, leagueId } = game
    const standings = createStandings({ db })
    const places = createLeagueRanks({ db })
    const pointsIn = (id: number, week: number) =>
      sum(scored.filter(({ userId, match }) => userId === id && match.gameweek === week))
    for (const [recent, weeks] of [
      [29, [25, 26, 27, 28, 29]],
      [3, [1, 2, 3]],
    ] as const) {
      const league = (await seenLeague(db, leagueId, joined[0]!.userId))!
      const page = { limit: 20, offset: 10, recent }
      const { standings: rows, me } = await standings.page(league, { season, gameweek: null }, page, joined[0]!.userId)
      for (const row of [...rows, me!])
        expect([row.id, row.recent]).toEqual([row.id, weeks.map((week) => pointsIn(row.id, week))])
    }
    for (const { userId } of joined.slice(0, 10)) {
      const league = (await seenLeague(db, leagueId, userId))!
      const { me } = await standings.page(league, { season, gameweek: null }, { limit: 1, offset: 0 }, userId)
      // The leagues of the simulation are older.
      const { rows: own, total } = await ownLeaguesIn(db, userId, { limit: 10, offset: 0 }, season)
      const rows = own.filter(({ id }) => id === leagueId)
      expect([total, rows.map(({ points }) => points)]).toEqual([own.length, [me!.totalPoints]])
      const wanted = rows.map((row) => ({ ...row, userId }))
      const standing = { ranking: me!.ranking, totalPoints: me!.totalPoints }
      expect(await places.rankings(wanted, season)).toEqual([standing])
    }
  })

  test('teams: contributions of the time in the team, and a record by settled gameweek from the founding on', async () => {
    const { db, leagueId, teams, matches } = game
    const shown = await teamsOf(db, { id: leagueId, own_rules: false }, season)
    expect(shown.map(({ id }) => id)).toEqual(teams.map(({ id }) => id))
    const weeks = [...Map.groupBy(matches, ({ gameweek }) => gameweek)].map(([gameweek, week]) => {
      const kickoffs = week.map(({ kickoff }) => kickoff).sort((a, b) => a - b)
      const median = (kickoffs[4]! + kickoffs[5]!) / 2
      const held = week.filter(({ kickoff }) => Math.abs(kickoff - median) <= 4 * DAY)
      return { gameweek, held, begins: Math.min(...held.map(({ kickoff }) => kickoff)) }
    })
    expect(weeks).toHaveLength(38)
    const records = new Map(teams.map(({ id }) => [id, { wins: 0, draws: 0, losses: 0 }]))
    for (const { gameweek, held, begins } of weeks) {
      const perMember = teams.flatMap((team) => {
        const inIt = team.stays.filter(({ from, to }) => held.some(({ kickoff }) => kickoff > from && kickoff <= to))
        const users = new Set(inIt.map(({ userId }) => userId))
        if (begins <= team.founded || users.size === 0) return []
        const points = team.stays
          .filter(({ userId }) => users.has(userId))
          .reduce((all, stay) => all + pointsOf(game, stay, (match) => match.gameweek === gameweek), 0)
        // 720720 is a multiple of every number to 16.
        return [{ id: team.id, value: (points * 720_720) / users.size }]
      })
      // A team alone has nobody to be compared with (R34).
      if (perMember.length < 2) continue
      const total = perMember.reduce((all, { value }) => all + value, 0)
      for (const { id, value } of perMember) {
        const difference = value * perMember.length - total
        records.get(id)![difference > 0 ? 'wins' : difference < 0 ? 'losses' : 'draws'] += 1
      }
    }
    for (const team of teams) {
      const row = shown.find(({ id }) => id === team.id)!
      const begins = new Map(weeks.map((week) => [week.gameweek, week.begins]))
      const counts = (match: Match) => begins.get(match.gameweek)! > team.founded
      expect(row).toMatchObject(records.get(team.id)!)
      expect(row.totalPoints).toBe(team.stays.reduce((all, stay) => all + pointsOf(game, stay, counts), 0))
      for (const member of row.members) {
        const mine = team.stays.filter(({ userId }) => userId === member.userId)
        expect(member.contributedPoints).toBe(mine.reduce((all, stay) => all + pointsOf(game, stay, counts), 0))
      }
    }
    const played = shown.map(({ wins, draws, losses }) => wins + draws + losses)
    expect(played[0]).toBeGreaterThan(30)
    expect(played[0]).toBeLessThan(38)
    expect(played.at(-1)).toBeLessThan(30)
    expect(shown.every(({ wins, losses }) => wins > 0 && losses > 0)).toBe(true)
  })

  test('verify reports no difference of leagues', async () => {
    const [verified] = await game.engine.verify(['leagues'])
    expect(verified!.tables.filter(({ differences }) => differences > 0)).toEqual([])
  })
}

const sum = (scored: readonly { points: number }[]): number => scored.reduce((all, { points }) => all + points, 0)

/** Points earned during a membership of a team, from matches that count. */
const pointsOf = (
  { scored }: { scored: readonly Scored[] },
  { userId, from, to }: Stay,
  counts: (m: Match) => boolean,
) =>
  sum(
    scored.filter(
      ({ userId: of, match }) => of === userId && match.kickoff > from && match.kickoff <= to && counts(match),
    ),
  )

/** The statistics' rows, counted by hand. */
function rawRows({ scored, joined, adminId, names }: Awaited<ReturnType<typeof playLeague>>) {
  const rows = joined.map(({ userId }) => {
    const mine = scored
      .filter((each) => each.userId === userId)
      .sort((a, b) => a.match.kickoff - b.match.kickoff || a.match.id - b.match.id)
    let streak = 0
    for (const { points } of mine) streak = points > 0 ? streak + 1 : 0
    return {
      id: userId,
      role: userId === adminId ? 'admin' : 'member',
      user: { id: userId, ...named(names.get(userId)!) },
      totalPredictions: mine.length,
      correctPredictions: mine.filter(({ points }) => points > 0).length,
      settledPredictions: mine.length,
      streak,
      totalPoints: sum(mine),
      weeklyPoints: sum(mine.filter(({ match }) => match.gameweek === 38)),
      exact: mine.filter(({ points }) => points === 15).length,
    }
  })
  const accuracy = (row: (typeof rows)[number]) => row.correctPredictions / (row.settledPredictions || 1)
  return rows.sort(
    (a, b) => b.totalPoints - a.totalPoints || b.exact - a.exact || accuracy(b) - accuracy(a) || a.id - b.id,
  )
}

/** All bystanders join one league, some late; four teams have changing members. */
async function playLeague({ database, container: inUse, bystanders, answered }: SimulatedCompetitions) {
  const { db } = database
  const container = inUse()
  const engine = container.get(TYPES.Engine)
  // Joins carry their intended time; the order in the log does not affect points.
  const context = (at: number): CommandContext => ({
    actor: null,
    at: new Date(at).toISOString(),
    correlationId: 'season',
    causationId: 'season',
    source: 'simulation',
  })
  const [leagues, leagueTeams] = [container.get(LEAGUES.Leagues), container.get(TEAMS.LeagueTeams)]
  const users = bystanders
  const began = Date.parse('2024-08-16T19:00:00Z')
  const joinedAt = (index: number) => (index % 5 === 4 ? began + index * 4 * DAY + 1 : began - 5 * DAY + index)
  const adminId = users[0]!
  const made = await leagues.create(
    { name: 'Bystanders', description: null, type: 'public' },
    adminId,
    context(joinedAt(0)),
  )
  if (!made.ok) throw new Error(made.rejected)
  const { leagueId } = made
  for (const [index, userId] of users.entries())
    if (index > 0)
      expect(await leagues.joinByClick(leagueId, userId, context(joinedAt(index)))).toMatchObject({ ok: true })

  const teams = []
  for (const number of [0, 1, 2, 3]) {
    const founded = number === 0 ? began - DAY : began + number * 40 * DAY
    const mine = users.filter((_, index) => index % 5 === number).slice(0, 7)
    const style = { description: null, maxMembers: 5, teamColor: '#3b82f6' }
    const created = await leagueTeams.create(leagueId, { name: `Team ${number}`, ...style }, mine[0]!, context(founded))
    if (!created.ok) throw new Error(created.rejected)
    const team = { leagueId, teamId: created.teamId }
    const stays: Stay[] = [{ userId: mine[0]!, from: founded, to: Number.POSITIVE_INFINITY }]
    for (const [nth, userId] of mine.slice(1, 5).entries()) {
      const from = founded + nth * 9 * DAY
      expect(await leagueTeams.join(team, userId, context(from))).toMatchObject({ ok: true })
      stays.push({ userId, from, to: Number.POSITIVE_INFINITY })
    }
    // One leaves and returns later; another joins the free place in the middle of a Saturday.
    const [away, back] = [founded + 60 * DAY, founded + 81 * DAY]
    const leaver = stays[2]!
    const self = { id: leaver.userId, role: 'user' } as const
    expect(await leagueTeams.endMembership(team, leaver.userId, self, context(away))).toMatchObject({ ok: true })
    stays[2] = { ...leaver, to: away }
    expect(await leagueTeams.join(team, leaver.userId, context(back))).toMatchObject({ ok: true })
    stays.push({ userId: leaver.userId, from: back, to: Number.POSITIVE_INFINITY })
    teams.push({ id: created.teamId, founded, stays })
  }
  await answered()

  const raw = await database.pool.query<Match & { homeGoals: number; awayGoals: number; kickoff: string }>(
    'select id, gameweek, kickoff, home_score as "homeGoals", away_score as "awayGoals" from read.fixtures order by id',
  )
  const matches = raw.rows.map(
    (row): Match => ({
      id: row.id,
      gameweek: row.gameweek,
      kickoff: Date.parse(row.kickoff),
      home: row.homeGoals,
      away: row.awayGoals,
    }),
  )
  const byId = new Map(matches.map((match) => [match.id, match]))
  const sign = (home: number, away: number) => (home > away ? 'home' : home < away ? 'away' : 'draw')
  // Points from the picks in the log, not from any table that counts.
  const scored = new Map<string, Scored>()
  const types = ['PredictionSubmitted', 'PredictionUpdated']
  const { events } = await readToEnd(container.get(TYPES.Log), null, { types }, 4_000)
  for (const { type, data, metadata } of events) {
    const { userId, fixtureId, pick } = data as { userId: number; fixtureId: number; pick: any }
    if (!users.includes(userId)) continue
    const match = byId.get(fixtureId)!
    const exact = pick.score && pick.score.home === match.home && pick.score.away === match.away
    const points = exact ? 15 : pick.result === sign(match.home, match.away) ? 5 : 0
    const at = Date.parse(metadata.at)
    const madeAt = type === 'PredictionSubmitted' ? at : scored.get(`${userId} ${fixtureId}`)!.madeAt
    scored.set(`${userId} ${fixtureId}`, { userId, match, points, madeAt, changedAt: at })
  }
  const people = await database.pool.query<{ id: number; username: string }>('select id, username from read.people')
  return {
    db,
    engine,
    leagueId,
    adminId,
    teams,
    matches,
    scored: [...scored.values()],
    joined: users.map((userId, index) => ({ userId, from: joinedAt(index) })),
    names: new Map(people.rows.map(({ id, username }) => [id, username])),
  }
}
