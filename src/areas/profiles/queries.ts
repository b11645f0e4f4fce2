import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../contracts/common.ts'
import { type PersonRow, personColumns, personOf } from '../../slice/person.ts'
import { HttpProblem } from '../../slice/problem.ts'
import { type ReadDb, wide } from '../../slice/read-models.ts'
import type { Score, ScoreOf } from '../accounts/queries.ts'
import { accuracyOf } from '../boards/accuracy.ts'
import type { Profile, ProfileStats } from './contract.ts'

const DAY_MS = 86_400_000
const [WEEK_MS, MONTH_MS] = [7 * DAY_MS, 30 * DAY_MS]

/** Dependencies of the profile queries. */
export interface ProfileReads {
  readonly db: ReadDb
  readonly scoreOf: ScoreOf
  /** Returns the current season at a time (ISO 8601); null: there is none yet. */
  seasonAt(at: string): Promise<string | null>
}

interface RecordRow extends Pick<Profile, 'currentStreak' | 'bestStreak'> {
  readonly score: Score
}

type ProfileRow = Omit<Profile, 'id' | keyof Person | Exclude<keyof ReturnType<typeof recordOf>, keyof RecordRow>> &
  RecordRow &
  PersonRow & {
    /** null: not projected yet. */
    readonly id: number | null
  }

/** Select list of a record. The statement must also join `streaks`. */
const recordColumns = (score: RawBuilder<unknown>) => sql`
  (select row_to_json(x) from (${score}) x) as score, coalesce(s.current_streak, 0) as "currentStreak",
  coalesce(s.best_streak, 0) as "bestStreak"`

const streaks = (userId: number, season: string | null) =>
  sql`left join read.streaks s on s.user_id = ${userId}::int and s.season = ${season}`

/** Statement of `ownProfile`. */
export const profileRows = (
  userId: number,
  season: string | null,
  score: RawBuilder<unknown>,
): RawBuilder<ProfileRow> =>
  sql<ProfileRow>`
    select p.id, ${personColumns('p')}, f.first_name as "firstName", f.last_name as "lastName", f.bio, f.location, f.phone,
      f.favorite_team as "favoriteTeam", r.email, r.email is not null and r.email_confirmed_at is not null as "emailConfirmed",
      r.security_question as "securityQuestion", p.registered_at as "joinedAt", ${recordColumns(score)}
    from app.credentials c
    left join read.people p on p.id = c.user_id and p.deleted_at is null
    left join read.profiles f on f.user_id = p.id
    left join read.recovery r on r.user_id = p.id
    ${streaks(userId, season)}
    where c.user_id = ${userId}::bigint`

/** Returns a player's profile for that player only (docs/threats.md T48); undefined: not projected yet. */
export async function ownProfile(
  { db, scoreOf, seasonAt }: ProfileReads,
  userId: number,
  at: string,
): Promise<Profile | undefined> {
  const [season, score] = await Promise.all([seasonAt(at), scoreOf(userId)])
  const { rows } = await profileRows(userId, season, score).execute(db)
  const [row] = rows
  // The account was deleted during the request.
  if (!row) throw new HttpProblem(401, 'Not authenticated')
  const { id, username, display_name, profile_image, score: _, ...own } = row
  if (id === null) return undefined
  return { id, ...own, ...personOf(row), ...recordOf(row) }
}

function recordOf({
  score: { achievementCount: _, accuracy: averageAccuracy, ...score },
  currentStreak,
  bestStreak,
}: RecordRow) {
  return { ...score, averageAccuracy, currentStreak, bestStreak }
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

/** Statement of `profileStats`. */
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
      from read.predictions m
      where m.season = ${season} and m.user_id = ${userId}::int and m.created_at > ${month} and m.created_at <= ${at}
    ) made ${streaks(userId, season)}`
}

/** Returns a player's statistics of the current season (docs/rules.md R132). */
export async function profileStats(
  { db, scoreOf, seasonAt }: ProfileReads,
  userId: number,
  at: string,
): Promise<ProfileStats> {
  const [season, score] = await Promise.all([seasonAt(at), scoreOf(userId)])
  const { rows } = await statsRows(userId, season, at, score).execute(db)
  const row = rows[0]!
  return {
    ...recordOf(row),
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

/** Returns whether a club has this id. */
export async function isClub(db: ReadDb, id: number): Promise<boolean> {
  return (await db.selectFrom('read.teams').select('id').where('id', '=', wide(id)).executeTakeFirst()) !== undefined
}
