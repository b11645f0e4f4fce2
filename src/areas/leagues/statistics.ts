import { type RawBuilder, sql } from 'kysely'
import { createCache } from '../../kernel/cache.ts'
import { personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type PointsOf, pointsSource } from '../league-rules/queries.ts'
import type { LeagueStatistics } from './contract.ts'
import type { SeenLeague } from './queries.ts'
import type { RankedRow, Standings } from './standings.ts'
import { streaksOf } from './streaks.ts'
import { trendOf } from './trend.ts'

const WEEK_MS = 7 * 86_400_000
/** More than the clocks of two nodes may differ. */
const CLOCKS_MS = 3_600_000
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

export function createStatistics({
  db,
  standings,
}: {
  readonly db: ReadDb
  readonly standings: Pick<Standings, 'rows'>
}): LeagueStatisticsOf {
  const cache = createCache({ max: MOST_CACHED })
  return async (league, season, at) => {
    const minute = Math.floor(Date.parse(at) / FRESH_MS)
    const { lastPrediction, ...rest } = await cache.get(
      `${league.id} ${season}`,
      `${league.version} ${minute}`,
      async () => {
        const [rows, { rows: form }] = await Promise.all([
          standings.rows(league, { season, gameweek: null }),
          formRows(league, season, at).execute(db),
        ])
        return statisticsOf(league, rows, form)
      },
    )
    return { ...rest, lastActivity: later(lastPrediction, league.last_message_at) }
  }
}

function statisticsOf(
  league: SeenLeague,
  rows: readonly RankedRow[],
  form: readonly FormRow[],
): Omit<LeagueStatistics, 'lastActivity'> & { lastPrediction: string | null } {
  const formOf = new Map(form.map((each) => [each.id, each]))
  const members = rows.map((row) => {
    const { id, totalPredictions, correctPredictions, settledPredictions, totalPoints } = row
    const { streak = 0, weeklyPoints = 0 } = formOf.get(id) ?? {}
    return {
      ...{ id, totalPredictions, correctPredictions, settledPredictions, totalPoints, streak, weeklyPoints },
      role: id === league.admin_id ? ('admin' as const) : ('member' as const),
      user: { id, ...personOf(row) },
    }
  })
  const [first] = members
  const { last = 0, before = 0, newest: lastPrediction = null } = form[0] ?? {}
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
    activityTrend: trendOf(last, before),
    createdAt: league.created_at,
    lastPrediction,
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

/** A member’s form, with the activity of the whole league, which is the same in all rows. */
interface FormRow {
  readonly id: number
  /** Correct predictions in a row up to the member’s latest settled match. */
  readonly streak: number
  /** Match points of the latest completed gameweek: the settled one with the highest number. */
  readonly weeklyPoints: number
  /** Predictions of the last 7 days, and of the 7 days before, in all seasons. */
  readonly last: number
  readonly before: number
  /** Time of the newest prediction; null: none. */
  readonly newest: string | null
}

/** Members with their form, from sums and few predictions: ten thousand members have millions of them (docs/decisions/0062). */
export function formRows(league: PointsOf, season: string | null, at: string): RawBuilder<FormRow> {
  const latest = sql<number>`(select max(gameweek) from read.settled_gameweeks where season = ${season})`
  const { with: points, weeks } = pointsSource(league, season, { gameweek: latest })
  const ids = sql`any(array(select user_id from read.league_members where league_id = ${league.id}))`
  const before = (ms: number) => new Date(Date.parse(at) - ms).toISOString()
  const [week, twoWeeks] = [before(WEEK_MS), before(2 * WEEK_MS)]
  // The index has the time of the last change. It may precede the first pick by as much as the clocks of two nodes differ.
  const changed = before(2 * WEEK_MS + CLOCKS_MS)
  return sql`
    with ${points} ${streaksOf(ids, season)}, activity as materialized (
      select count(*) filter (where p.created_at > ${week})::int as last,
        count(*) filter (where p.created_at > ${twoWeeks} and p.created_at <= ${week})::int as before
      from read.predictions p where p.user_id = ${ids} and p.updated_at > ${changed} and p.created_at <= ${at}
    ), newest as materialized (
      select max(n.updated_at) as newest from read.league_members m cross join lateral (
        select t.updated_at from read.predictions t where t.user_id = m.user_id and t.created_at <= ${at}
        order by t.updated_at desc limit 1
      ) n where m.league_id = ${league.id}
    )
    select m.user_id as id, coalesce(s.streak, 0) as streak, coalesce(w.points, 0)::int as "weeklyPoints", a.last, a.before, n.newest
    from read.league_members m
    cross join activity a
    cross join newest n
    left join streaks s on s.user_id = m.user_id
    left join ${weeks} w on w.season = ${season} and w.gameweek = ${latest} and w.user_id = m.user_id
    where m.league_id = ${league.id}`
}
