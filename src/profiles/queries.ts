import { type RawBuilder, sql } from 'kysely'
import type { ScoreOf } from '../accounts/queries.ts'
import { accuracyOf } from '../boards/accuracy.ts'
import type { Profile, ProfileStats } from '../contracts/profile.ts'
import { type PersonRow, personColumns, personOf } from '../slice/person.ts'
import { type ReadDb, wide } from '../slice/read-models.ts'

/** The boards' numbers of one player. */
type Score = ReturnType<ScoreOf['read']> & { readonly exactScores: number }

const DAY_MS = 86_400_000
const [WEEK_MS, MONTH_MS] = [7 * DAY_MS, 30 * DAY_MS]

/** What a profile is read with. */
export interface ProfileReads {
  readonly db: ReadDb
  readonly scoreOf: ScoreOf<unknown, Score>
  /** The current season at a time (ISO 8601); null: there is none yet. */
  seasonAt(at: string): Promise<string | null>
}

interface RecordRow {
  readonly score: unknown
  readonly current_streak: number
  readonly best_streak: number
}

interface ProfileRow extends RecordRow, PersonRow {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly bio: string | null
  readonly location: string | null
  readonly phone: string | null
  readonly favorite_team: number | null
  readonly email: string | null
  readonly email_confirmed: boolean
  readonly security_question: string | null
  readonly joined_at: string
}

/** What was played: a select list beside `streaks`. */
const recordColumns = (score: RawBuilder<unknown>) => sql`
  (select row_to_json(x) from (${score}) x) as score, coalesce(s.current_streak, 0) as current_streak,
  coalesce(s.best_streak, 0) as best_streak`

const streaks = (userId: number, season: string | null) =>
  sql`left join read.streaks s on s.user_id = ${userId}::int and s.season = ${season}`

/** All that somebody sees of their own profile, as a query. */
export const profileRows = (
  userId: number,
  season: string | null,
  score: RawBuilder<unknown>,
): RawBuilder<ProfileRow> =>
  sql<ProfileRow>`
    select ${personColumns('p')}, f.first_name, f.last_name, f.bio, f.location, f.phone, f.favorite_team, r.email,
      r.email_confirmed_at is not null as email_confirmed, r.security_question, p.registered_at as joined_at, ${recordColumns(score)}
    from read.people p
    left join read.profiles f on f.user_id = p.id
    left join read.recovery r on r.user_id = p.id
    ${streaks(userId, season)}
    where p.id = ${userId}::bigint and p.deleted_at is null`

/** The profile of a player, for themselves alone (docs/threats.md T48); undefined: not projected yet, or not any more. */
export async function ownProfile(
  { db, scoreOf, seasonAt }: ProfileReads,
  userId: number,
  at: string,
): Promise<Profile | undefined> {
  const [season, score] = await Promise.all([seasonAt(at), scoreOf.query(userId)])
  const { rows } = await profileRows(userId, season, score).execute(db)
  const [row] = rows
  return (
    row && {
      id: userId,
      ...personOf(row),
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      emailConfirmed: row.email !== null && row.email_confirmed,
      securityQuestion: row.security_question,
      bio: row.bio,
      location: row.location,
      phone: row.phone,
      favoriteTeam: row.favorite_team,
      joinedAt: row.joined_at,
      ...recordOf(row, scoreOf),
    }
  )
}

function recordOf({ score, current_streak, best_streak }: RecordRow, scoreOf: ScoreOf<unknown, Score>) {
  const { totalPoints, totalPredictions, correctPredictions, settledPredictions, exactScores, accuracy, rank } =
    scoreOf.read(score)
  return {
    ...{ totalPoints, totalPredictions, correctPredictions, settledPredictions, exactScores, rank },
    averageAccuracy: accuracy,
    currentStreak: current_streak,
    bestStreak: best_streak,
  }
}

interface StatsRow extends RecordRow {
  readonly week: number
  readonly month: number
  readonly gameweeks: readonly {
    readonly gameweek: number
    readonly points: number
    readonly correct: number
    readonly settled: number
    readonly field_points: number
    readonly field_correct: number
    readonly field_settled: number
  }[]
}

/** What somebody has played lately and gameweek by gameweek, as a query. */
export function statsRows(
  userId: number,
  season: string | null,
  at: string,
  score: RawBuilder<unknown>,
): RawBuilder<StatsRow> {
  const [week, month] = [WEEK_MS, MONTH_MS].map((ms) => new Date(Date.parse(at) - ms).toISOString())
  return sql<StatsRow>`
    select ${recordColumns(score)}, made.week, made.month, (
      select coalesce(json_agg(g order by g.gameweek), '[]') from (
        select g.gameweek, g.points, g.correct, g.settled, h.points as field_points, c.correct as field_correct, c.settled as field_settled
        from read.gameweek_rows g
        cross join lateral (
          select round(sum(x.points * x.players)::numeric / sum(x.players), 1) as points
          from read.histograms x where x.season = g.season and x.gameweek = g.gameweek
        ) h
        cross join lateral (
          select coalesce(sum(x.picks), 0)::int as settled, coalesce(sum(x.picks) filter (where x.result = m.result), 0)::int as correct
          from read.fixtures m join read.pick_counts x on x.fixture_id = m.id
          where m.season = g.season and m.gameweek = g.gameweek
        ) c
        where g.season = ${season} and g.user_id = ${userId}::int and g.settled > 0
      ) g
    ) as gameweeks
    from (
      select count(*) filter (where m.created_at > ${week})::int as week, count(*)::int as month
      from read.predictions m where m.user_id = ${userId}::int and m.created_at > ${month} and m.created_at <= ${at}
    ) made ${streaks(userId, season)}`
}

/** How a player has been doing in the current season (docs/rules.md R132). */
export async function profileStats(
  { db, scoreOf, seasonAt }: ProfileReads,
  userId: number,
  at: string,
): Promise<ProfileStats> {
  const [season, score] = await Promise.all([seasonAt(at), scoreOf.query(userId)])
  const { rows } = await statsRows(userId, season, at, score).execute(db)
  const row = rows[0]!
  return {
    ...recordOf(row, scoreOf),
    weeklyPredictions: row.week,
    monthlyPredictions: row.month,
    recentPerformance: row.gameweeks.map((each) => ({
      week: each.gameweek,
      accuracy: accuracyOf(each.correct, each.settled),
      points: each.points,
      field: { accuracy: accuracyOf(each.field_correct, each.field_settled), points: each.field_points },
    })),
  }
}

/** Whether an id is a club's. */
export async function isClub(db: ReadDb, id: number): Promise<boolean> {
  return (await db.selectFrom('read.teams').select('id').where('id', '=', wide(id)).executeTakeFirst()) !== undefined
}
