import { type Kysely, sql } from 'kysely'
import type { LeagueStatistics } from '../contracts/leagues.ts'
import { createKept } from '../kernel/kept.ts'
import type { SeenLeague } from './queries.ts'
import type { RankedRow, Standings } from './standings.ts'

/** Time of the newest message in a league's chat; null: none. */
export type LastMessageAt = (leagueId: number) => Promise<string | null>

const WEEK_MS = 7 * 86_400_000
/** The trend moves with the clock, which no version tells: an answer is computed anew after a minute. */
const FRESH_MS = 60_000
const MOST_KEPT = 200

/** Statistics of a league in a season (null: there is none yet) at a time (ISO 8601). */
export type LeagueStatisticsOf = (league: SeenLeague, season: string | null, at: string) => Promise<LeagueStatistics>

export function createStatistics({
  db,
  standings,
  lastMessageAt,
}: {
  readonly db: Kysely<unknown>
  readonly standings: Pick<Standings, 'all'>
  readonly lastMessageAt: LastMessageAt
}): LeagueStatisticsOf {
  const kept = createKept<Omit<LeagueStatistics, 'lastActivity'> & { lastPrediction: string | null }>(MOST_KEPT)
  return async (league, season, at) => {
    const minute = Math.floor(Date.parse(at) / FRESH_MS)
    const [{ lastPrediction, ...rest }, lastMessage] = await Promise.all([
      kept.get(`${league.id} ${season}`, `${league.version} ${minute}`, async () =>
        statisticsOf(db, league, season, at, await standings.all(league, { season, gameweek: null })),
      ),
      lastMessageAt(league.id),
    ])
    return { ...rest, lastActivity: later(lastPrediction, lastMessage) }
  }
}

async function statisticsOf(
  db: Kysely<unknown>,
  league: SeenLeague,
  season: string | null,
  at: string,
  rows: readonly RankedRow[],
): Promise<Omit<LeagueStatistics, 'lastActivity'> & { lastPrediction: string | null }> {
  const ids = rows.map((row) => row.id)
  const [activity, streaks, weekly] = await Promise.all([
    activityOf(db, ids, at),
    streaksOf(db, ids, season),
    weeklyPointsOf(db, ids, season),
  ])
  const members = rows.map((row) => ({
    id: row.id,
    role: row.id === league.admin_id ? ('admin' as const) : ('member' as const),
    user: personOf(row),
    totalPredictions: row.predictions,
    correctPredictions: row.correct,
    settledPredictions: row.settled,
    streak: streaks.get(row.id) ?? 0,
    totalPoints: row.points,
    weeklyPoints: weekly.get(row.id) ?? 0,
  }))
  const [first] = members
  const accurate = mostAccurate(members)
  const leader = members.reduce<(typeof members)[number] | undefined>(
    (best, member) => (member.weeklyPoints > (best?.weeklyPoints ?? 0) ? member : best),
    undefined,
  )
  return {
    id: league.id,
    name: league.name,
    description: league.description,
    memberCount: members.length,
    totalPredictions: members.reduce((sum, member) => sum + member.totalPredictions, 0),
    averageAccuracy: meanAccuracy(members),
    activityTrend: trendOf(activity.last, activity.before),
    createdAt: league.created_at,
    lastPrediction: activity.newest,
    topScorer: first && first.totalPoints > 0 ? { user: first.user, totalPoints: first.totalPoints } : null,
    mostAccurate: accurate && {
      user: accurate.user,
      totalPredictions: accurate.totalPredictions,
      correctPredictions: accurate.correctPredictions,
      settledPredictions: accurate.settledPredictions,
    },
    weeklyLeader: leader ? { user: leader.user, weeklyPoints: leader.weeklyPoints } : null,
    members,
  }
}

const personOf = ({ username }: RankedRow) => ({ username: username ?? 'Deleted user' })

interface Counts {
  readonly correctPredictions: number
  readonly settledPredictions: number
}

/** Mean of the members' accuracies in percent, 0 to 100; those without a settled prediction are left out. */
export function meanAccuracy(members: readonly Counts[]): number {
  const known = members.filter(({ settledPredictions }) => settledPredictions > 0)
  if (known.length === 0) return 0
  const sum = known.reduce((all, each) => all + (100 * each.correctPredictions) / each.settledPredictions, 0)
  return sum / known.length
}

/** By the exact fraction, then by more settled predictions, then by the standings; null: nobody has a correct one. */
export function mostAccurate<M extends Counts>(members: readonly M[]): M | null {
  return members.reduce<M | null>((best, each) => {
    if (each.correctPredictions === 0) return best
    if (best === null) return each
    const difference =
      each.correctPredictions * best.settledPredictions - best.correctPredictions * each.settledPredictions
    return difference > 0 || (difference === 0 && each.settledPredictions > best.settledPredictions) ? each : best
  }, null)
}

/** Predictions of the last 7 days against those of the 7 before: more than 10 % up or down (decisions.md). */
export function trendOf(last: number, before: number): LeagueStatistics['activityTrend'] {
  if (10 * last > 11 * before) return 'increasing'
  return 10 * last < 9 * before ? 'decreasing' : 'stable'
}

const later = (a: string | null, b: string | null): string | null => {
  if (a === null || b === null) return a ?? b
  return Date.parse(a) < Date.parse(b) ? b : a
}

async function activityOf(db: Kysely<unknown>, ids: readonly number[], at: string) {
  const now = Date.parse(at)
  const [week, twoWeeks] = [WEEK_MS, 2 * WEEK_MS].map((ms) => new Date(now - ms).toISOString())
  const { rows } = await sql<{ last: number; before: number; newest: string | null }>`
    select count(*) filter (where created_at > ${week}) as last,
      count(*) filter (where created_at > ${twoWeeks} and created_at <= ${week}) as before, max(updated_at) as newest
    from read.predictions where user_id = any(${[...ids]}::int[]) and created_at <= ${at}
  `.execute(db)
  return rows[0]!
}

async function streaksOf(db: Kysely<unknown>, ids: readonly number[], season: string | null) {
  const { rows } = await sql<{ user_id: number; streak: number }>`
    select user_id, current_streak as streak from read.streaks where user_id = any(${[...ids]}::int[]) and season = ${season}
  `.execute(db)
  return new Map(rows.map(({ user_id, streak }) => [user_id, streak]))
}

/** Match points of the latest completed gameweek: the settled one with the highest number. */
async function weeklyPointsOf(db: Kysely<unknown>, ids: readonly number[], season: string | null) {
  const { rows } = await sql<{ user_id: number; points: number }>`
    select user_id, points from read.gameweek_rows
    where season = ${season} and user_id = any(${[...ids]}::int[])
      and gameweek = (select max(gameweek) from read.settled_gameweeks where season = ${season})
  `.execute(db)
  return new Map(rows.map(({ user_id, points }) => [user_id, points]))
}
