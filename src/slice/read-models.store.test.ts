import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyReadTables, testDatabase } from '../../test/support/postgres.ts'
import type { ReadModels } from './read-models.ts'

type Base<T> = T extends string
  ? 'text' | 'uuid' | 'timestamp with time zone'
  : T extends number
    ? 'smallint' | 'integer' | 'bigint' | 'double precision'
    : T extends boolean
      ? 'boolean'
      : T extends number[]
        ? 'integer[]'
        : T extends Buffer
          ? 'bytea'
          : 'jsonb'
/** What a column of a TypeScript type may be in PostgreSQL. The compiler wants every column here, and none that is not declared. */
type Column<T> = null extends T ? `${Base<NonNullable<T>>} | null` : Base<T>
type Columns = { readonly [V in keyof ReadModels]: { readonly [C in keyof ReadModels[V]]: Column<ReadModels[V][C]> } }

const declared: Columns = {
  'read.people': {
    id: 'bigint',
    username: 'text | null',
    username_key: 'text | null',
    role: 'text',
    registered_at: 'timestamp with time zone',
    last_login_at: 'timestamp with time zone | null',
    deleted_at: 'timestamp with time zone | null',
  },
  'read.lockouts': {
    key: 'text',
    ip: 'text | null',
    failed_attempts: 'integer',
    locked_at: 'timestamp with time zone',
    locked_until: 'timestamp with time zone',
    unlocked_at: 'timestamp with time zone | null',
  },
  'read.teams': {
    id: 'integer',
    slug: 'text',
    name: 'text',
    short_name: 'text',
    code: 'text',
    field: 'text',
    band: 'text',
    letters: 'text',
  },
  'read.seasons': {
    season: 'text',
    name: 'text',
    anchor: 'text | null',
    baseline_gameweek: 'smallint | null',
  },
  'read.deductions': {
    id: 'uuid',
    season: 'text',
    team_id: 'integer',
    points: 'integer',
    reason: 'text',
    source: 'text',
    at: 'timestamp with time zone',
  },
  'read.fixtures': {
    id: 'integer',
    season: 'text',
    gameweek: 'smallint',
    home_team_id: 'integer',
    away_team_id: 'integer',
    kickoff: 'timestamp with time zone | null',
    cutoff: 'timestamp with time zone | null',
    closed: 'boolean',
    status: 'text',
    started_at: 'timestamp with time zone | null',
    home_score: 'smallint | null',
    away_score: 'smallint | null',
    awarded_result: 'text | null',
    result: 'text | null',
    by_hand: 'boolean',
    settled_at: 'timestamp with time zone | null',
  },
  'read.settled_gameweeks': {
    season: 'text',
    gameweek: 'smallint',
    settled_at: 'timestamp with time zone',
    fixture_ids: 'integer[]',
    last_kickoff: 'timestamp with time zone | null',
    ranked: 'boolean',
    winner: 'integer | null',
  },
  'read.predictions': {
    id: 'integer',
    user_id: 'integer',
    fixture_id: 'integer',
    season: 'text',
    gameweek: 'smallint',
    result: 'text',
    home_score: 'smallint | null',
    away_score: 'smallint | null',
    points: 'integer | null',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    settled_at: 'timestamp with time zone | null',
  },
  'read.void_picks': {
    user_id: 'integer',
    fixture_id: 'integer',
  },
  'read.ledger': {
    id: 'text',
    type: 'text',
    user_id: 'integer',
    season: 'text',
    fixture_id: 'integer | null',
    at: 'timestamp with time zone',
    points: 'integer',
    reason: 'text | null',
  },
  'read.totals': {
    season: 'text',
    user_id: 'integer',
    points: 'integer',
    booked: 'integer',
    exact: 'integer',
    correct: 'integer',
    settled: 'integer',
    predictions: 'integer',
    accuracy: 'double precision',
    match_points: 'integer',
  },
  'read.gameweek_rows': {
    season: 'text',
    gameweek: 'smallint',
    user_id: 'integer',
    points: 'integer',
    exact: 'integer',
    correct: 'integer',
    settled: 'integer',
    predictions: 'integer',
    accuracy: 'double precision',
  },
  'read.histograms': {
    season: 'text',
    gameweek: 'smallint',
    points: 'integer',
    players: 'integer',
  },
  'read.rank_snapshots': {
    season: 'text',
    gameweek: 'smallint',
    user_id: 'integer',
    rank: 'integer',
  },
  'read.leaderboard': {
    rank: 'bigint',
    season: 'text',
    user_id: 'integer',
    points: 'integer',
    booked: 'integer',
    exact: 'integer',
    correct: 'integer',
    settled: 'integer',
    predictions: 'integer',
    accuracy: 'double precision',
  },
  'read.streaks': {
    user_id: 'integer',
    season: 'text',
    current_streak: 'integer',
    best_streak: 'integer',
  },
  'read.leagues': {
    id: 'integer',
    name: 'text',
    description: 'text | null',
    type: 'text',
    status: 'text',
    creator_id: 'integer',
    admin_id: 'integer',
    join_code: 'text',
    created_at: 'timestamp with time zone',
    members: 'integer',
    revision: 'integer',
    teams_revision: 'integer',
  },
  'read.league_members': {
    league_id: 'integer',
    user_id: 'integer',
    joined_at: 'timestamp with time zone',
    revision: 'integer',
  },
  'read.league_members_to_leave': {
    league_id: 'integer',
    user_id: 'integer',
  },
  'read.league_teams': {
    id: 'integer',
    league_id: 'integer',
    name: 'text',
    description: 'text | null',
    captain_id: 'integer',
    max_members: 'smallint',
    color: 'text',
    created_at: 'timestamp with time zone',
    disbanded_at: 'timestamp with time zone | null',
  },
  'read.league_team_stints': {
    team_id: 'integer',
    user_id: 'integer',
    revision: 'integer',
    league_id: 'integer',
    role: 'text',
    joined_at: 'timestamp with time zone',
    left_at: 'timestamp with time zone | null',
  },
  'read.competitions': {
    id: 'integer',
    stream: 'text',
    season: 'text',
    kind: 'text',
    name: 'text',
    description: 'text | null',
    first_gameweek: 'smallint | null',
    last_gameweek: 'smallint | null',
    from_kickoff: 'timestamp with time zone | null',
    to_kickoff: 'timestamp with time zone | null',
    start_date: 'timestamp with time zone',
    end_date: 'timestamp with time zone',
    prize_pool: 'integer',
    max_participants: 'integer | null',
    participants: 'integer',
    ended_at: 'timestamp with time zone | null',
  },
  'read.competition_participants': {
    competition_id: 'integer',
    user_id: 'integer',
    number: 'integer',
    joined_at: 'timestamp with time zone',
  },
  'read.competition_rounds': {
    competition_id: 'integer',
    round: 'smallint',
    gameweek: 'smallint',
    decided: 'boolean',
  },
  'read.competition_ties': {
    competition_id: 'integer',
    round: 'smallint',
    tie: 'smallint',
    home: 'integer',
    away: 'integer | null',
    home_points: 'integer | null',
    away_points: 'integer | null',
    winner: 'integer | null',
  },
  'read.competition_round_players': {
    competition_id: 'integer',
    round: 'smallint',
    place: 'integer',
    user_id: 'integer',
    points: 'integer',
    out: 'boolean',
  },
  'read.competition_prizes': {
    competition_id: 'integer',
    user_id: 'integer',
    place: 'smallint | null',
    points: 'integer',
  },
  'read.messages': {
    id: 'integer',
    number: 'integer',
    user_id: 'integer',
    room_kind: 'text',
    room_id: 'integer',
    content: 'text | null',
    created_at: 'timestamp with time zone',
    is_edited: 'boolean',
    is_deleted: 'boolean',
  },
  'read.message_reports': {
    id: 'integer',
    message_id: 'integer',
    reporter_id: 'integer',
    reason: 'text | null',
    created_at: 'timestamp with time zone',
  },
  'read.achievements': {
    user_id: 'integer',
    achievement: 'text',
    unlock_id: 'uuid',
    unlocked_at: 'timestamp with time zone',
    season: 'text',
    name: 'text',
    points: 'integer',
  },
  'read.achievement_counts': {
    user_id: 'integer',
    unlocked: 'integer',
  },
  'read.achievement_badges': {
    user_id: 'integer',
    achievement: 'text',
    earned_by: 'uuid | null',
    earned_at: 'timestamp with time zone | null',
    season: 'text | null',
    simulated: 'boolean',
    held: 'boolean',
    order_number: 'integer | null',
    lost: 'jsonb | null',
    unlock_id: 'uuid | null',
    unlocked_at: 'timestamp with time zone | null',
    unlock_season: 'text | null',
    unlock_name: 'text | null',
    unlock_points: 'integer | null',
    unlock_earned_by: 'text | null',
  },
  'read.achievements_due': {
    user_id: 'integer',
    achievement: 'text',
    earned_by: 'uuid | null',
    earned_at: 'timestamp with time zone | null',
    season: 'text | null',
    simulated: 'boolean',
    unlock_id: 'uuid | null',
    lost: 'jsonb | null',
  },
  'read.achievement_orders': {
    number: 'integer',
    id: 'uuid',
    ordered_at: 'timestamp with time zone',
    only_achievement: 'text | null',
    achievements: 'integer',
    users: 'integer',
  },
  'read.achievement_cards': {
    season: 'text',
    user_id: 'integer',
    picks: 'bytea',
  },
  'read.achievement_deeds': {
    user_id: 'integer',
    deeds: 'jsonb',
  },
  'read.achievement_seasons': {
    season: 'text',
    state: 'jsonb',
  },
  'read.feedback': {
    id: 'integer',
    user_id: 'integer | null',
    category: 'text',
    title: 'text',
    description: 'text',
    priority: 'text',
    status: 'text',
    admin_response: 'text | null',
    answered_by_user_id: 'integer | null',
    answered_at: 'timestamp with time zone | null',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    votes: 'integer',
  },
  'read.feedback_votes': {
    feedback_id: 'integer',
    user_id: 'integer',
  },
  'read.notification_mutes': {
    user_id: 'integer',
    kind: 'text',
  },
}

/** Columns that never are null though their table would allow it: what the view selects, or how it is computed, forbids it. */
const NEVER_NULL = [
  'read.totals.accuracy',
  'read.gameweek_rows.accuracy',
  'read.leaderboard.accuracy',
  'read.achievements.unlock_id',
  'read.achievements.unlocked_at',
  'read.achievements.season',
]

interface Found {
  readonly view: string
  readonly name: string
  readonly type: string
  /** Null where a view of several tables, or of what it computes, does not say. */
  readonly nullable: boolean | null
}

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase(emptyReadTables)
})
afterAll(() => database.drop())

test('the declared rows are those of the views: names, types, and what may be null', async () => {
  const { rows } = await sql<Found>`
    select 'read.' || v.relname as view, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, (
      select not bool_and(t.attnotnull) from information_schema.view_table_usage u
      join pg_attribute t on t.attrelid = format('%I.%I', u.table_schema, u.table_name)::regclass and t.attname = a.attname
      where u.view_schema = 'read' and u.view_name = v.relname and (
        select count(*) from information_schema.view_table_usage o where o.view_schema = 'read' and o.view_name = v.relname) = 1
    ) as nullable
    from pg_class v join pg_attribute a on a.attrelid = v.oid and a.attnum > 0
    where v.relnamespace = 'read'::regnamespace order by v.oid, a.attnum
  `.execute(database.db)
  const saysNull = (view: string, name: string): boolean =>
    (declared as Record<string, Record<string, string>>)[view]?.[name]?.endsWith(' | null') ?? false
  const found: Record<string, Record<string, string>> = {}
  for (const { view, name, type, nullable } of rows) {
    const isNullable = NEVER_NULL.includes(`${view}.${name}`) ? false : (nullable ?? saysNull(view, name))
    found[view] = { ...found[view], [name]: isNullable ? `${type} | null` : type }
  }
  expect(found).toEqual(declared)
  // Of most columns the tables know it.
  expect(rows.filter(({ nullable }) => nullable !== null).length).toBeGreaterThan(rows.length * 0.8)
})
