import { type RawBuilder, sql } from 'kysely'
import { createCache } from '../../kernel/cache.ts'
import { personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type PointsOf, pointsSource } from '../league-rules/queries.ts'
import type { LeagueStatistics } from './contract.ts'
import type { SeenLeague } from './queries.ts'
import { type StandingRow, standingRows } from './standings.ts'
import { trendOf } from './trend.ts'

const WEEK_MS = 7 * 86_400_000
/** The trend changes with the clock, which the version does not contain: statistics are recomputed every minute. */
const FRESH_MS = 60_000
const MOST_CACHED = 200

/** Statistics of a league in a season (null: none yet) at a time (ISO 8601). */
type LeagueStatisticsOf = (
  league: SeenLeague & {
    /** Time of the newest chat message; null: none. */
    readonly last_message_at: string | null
  },
  season: string | null,
  at: string,
) => Promise<LeagueStatistics>

export function createStatistics({ db }: { readonly db: ReadDb }): LeagueStatisticsOf {
  const cache = createCache({ max: MOST_CACHED })
  return async (league, season, at) => {
    const minute = Math.floor(Date.parse(at) / FRESH_MS)
    const { lastPrediction, ...rest } = await cache.get(
      `${league.id} ${season}`,
      `${league.version} ${minute}`,
      async () => {
        const { rows } = await activeRows(league, season, at).execute(db)
        return statisticsOf(league, rows)
      },
    )
    return { ...rest, lastActivity: later(lastPrediction, league.last_message_at) }
  }
}

function statisticsOf(
  league: SeenLeague,
  rows: readonly ActiveRow[],
): Omit<LeagueStatistics, 'lastActivity'> & { lastPrediction: string | null } {
  const members = rows.map(
    ({ id, totalPredictions, correctPredictions, settledPredictions, totalPoints, streak, weeklyPoints, ...row }) => ({
      ...{ id, totalPredictions, correctPredictions, settledPredictions, totalPoints, streak, weeklyPoints },
      role: id === league.admin_id ? ('admin' as const) : ('member' as const),
      user: { id, ...personOf(row) },
    }),
  )
  const sumOf = (part: 'last' | 'before') => rows.reduce((sum, each) => sum + each[part], 0)
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
    activityTrend: trendOf(sumOf('last'), sumOf('before')),
    createdAt: league.created_at,
    lastPrediction: rows.reduce<string | null>((all, { newest }) => later(all, newest), null),
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

interface Counts {
  readonly correctPredictions: number
  readonly settledPredictions: number
}

/** Mean of the members’ accuracies in percent, 0 to 100, without members who have no settled prediction. */
export function meanAccuracy(members: readonly Counts[]): number {
  const known = members.filter(({ settledPredictions }) => settledPredictions > 0)
  if (known.length === 0) return 0
  const sum = known.reduce((all, each) => all + (100 * each.correctPredictions) / each.settledPredictions, 0)
  return sum / known.length
}

/** The most accurate by exact fraction, then settled predictions, then order; null: no correct prediction. */
export function mostAccurate<M extends Counts>(members: readonly M[]): M | null {
  return members.reduce<M | null>((best, each) => {
    if (each.correctPredictions === 0) return best
    if (best === null) return each
    const difference =
      each.correctPredictions * best.settledPredictions - best.correctPredictions * each.settledPredictions
    return difference > 0 || (difference === 0 && each.settledPredictions > best.settledPredictions) ? each : best
  }, null)
}

const later = (a: string | null, b: string | null): string | null => {
  if (a === null || b === null) return a ?? b
  return Date.parse(a) < Date.parse(b) ? b : a
}

/** A member with recent activity. */
interface ActiveRow extends StandingRow {
  /** Predictions of the last 7 days, and of the 7 days before. */
  readonly last: number
  readonly before: number
  readonly newest: string | null
  /** Correct predictions in a row up to the member’s latest settled match. */
  readonly streak: number
  /** Match points of the latest completed gameweek: the settled one with the highest number. */
  readonly weeklyPoints: number
}

/** Standings with activity, in one pass over the members’ predictions: ten thousand members have millions of them. */
export function activeRows(league: PointsOf, season: string | null, at: string): RawBuilder<ActiveRow> {
  const now = Date.parse(at)
  const [week, twoWeeks] = [WEEK_MS, 2 * WEEK_MS].map((ms) => new Date(now - ms).toISOString())
  const source = pointsSource(league, season)
  return standingRows(league, { season, gameweek: null }, source, {
    with: sql`, ordered as (
        select id, row_number() over (order by kickoff, id)::int as nth from read.fixtures
        where season = ${season} and result is not null
      ), activity as (
        select p.user_id,
          count(*) filter (where p.created_at > ${week} and p.created_at <= ${at}) as last,
          count(*) filter (where p.created_at > ${twoWeeks} and p.created_at <= ${week}) as before,
          max(p.updated_at) filter (where p.created_at <= ${at}) as newest,
          array_agg(o.nth) filter (where o.nth is not null and p.verdict in ('exact', 'correct')) as hits,
          max(o.nth) filter (where p.verdict = 'wrong') as missed
        from read.predictions p left join ordered o on o.id = p.fixture_id
        where p.user_id = any(array(select user_id from read.league_members where league_id = ${league.id})) group by p.user_id
      )`,
    columns: sql`coalesce(a.last, 0) as last, coalesce(a.before, 0) as before, a.newest, coalesce(w.points, 0) as "weeklyPoints",
        (select count(*) from unnest(a.hits) as hit where a.missed is null or hit > a.missed) as streak`,
    joins: sql`left join activity a on a.user_id = r.id
        left join ${source.weeks} w on w.season = ${season} and w.user_id = r.id
          and w.gameweek = (select max(gameweek) from read.settled_gameweeks where season = ${season})`,
  })
}
