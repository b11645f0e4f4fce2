import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CompetitionType } from '../contracts/competitions.ts'
import type { FeedbackCategory, FeedbackPriority, FeedbackStatus } from '../contracts/feedback.ts'
import type { Outcome } from '../contracts/fixtures.ts'
import type { TeamRole } from '../contracts/league-teams.ts'
import type { LeagueType } from '../contracts/leagues.ts'
import type { NotificationKind } from '../contracts/notifications.ts'

/** A document whose form is its area's own to say. */
type Json = object

/** The rows of the views in `read`. A test compares them with PostgreSQL; what the columns mean is in docs/read-models.md. */
export interface ReadModels {
  'read.people': {
    id: number
    username: string | null
    username_key: string | null
    role: 'user' | 'admin'
    registered_at: string
    last_login_at: string | null
    deleted_at: string | null
  }
  'read.lockouts': {
    key: string
    ip: string | null
    failed_attempts: number
    locked_at: string
    locked_until: string
    unlocked_at: string | null
  }
  'read.teams': {
    id: number
    slug: string
    name: string
    short_name: string
    code: string
    field: string
    band: string
    letters: string
  }
  'read.seasons': {
    season: string
    name: string
    anchor: string | null
    baseline_gameweek: number | null
  }
  'read.deductions': {
    id: string
    season: string
    team_id: number
    points: number
    reason: string
    source: string
    at: string
  }
  'read.fixtures': {
    id: number
    season: string
    gameweek: number
    home_team_id: number
    away_team_id: number
    kickoff: string | null
    cutoff: string | null
    closed: boolean
    status: 'scheduled' | 'postponed' | 'finished' | 'awarded' | 'abandoned' | 'cancelled'
    started_at: string | null
    home_score: number | null
    away_score: number | null
    awarded_result: Outcome | null
    result: Outcome | null
    by_hand: boolean
    settled_at: string | null
  }
  'read.settled_gameweeks': {
    season: string
    gameweek: number
    settled_at: string
    fixture_ids: number[]
    last_kickoff: string | null
    ranked: boolean
    winner: number | null
  }
  'read.predictions': {
    id: number
    user_id: number
    fixture_id: number
    season: string
    gameweek: number
    result: Outcome
    home_score: number | null
    away_score: number | null
    points: number | null
    created_at: string
    updated_at: string
    settled_at: string | null
  }
  'read.void_picks': {
    user_id: number
    fixture_id: number
  }
  'read.ledger': {
    id: string
    type: 'match' | 'achievement' | 'competition'
    user_id: number
    season: string
    fixture_id: number | null
    at: string
    points: number
    reason: string | null
  }
  'read.totals': {
    season: string
    user_id: number
    points: number
    booked: number
    exact: number
    correct: number
    settled: number
    predictions: number
    accuracy: number
    match_points: number
  }
  'read.gameweek_rows': {
    season: string
    gameweek: number
    user_id: number
    points: number
    exact: number
    correct: number
    settled: number
    predictions: number
    accuracy: number
  }
  'read.histograms': {
    season: string
    gameweek: number
    points: number
    players: number
  }
  'read.rank_snapshots': {
    season: string
    gameweek: number
    user_id: number
    rank: number
  }
  'read.leaderboard': {
    rank: number
    season: string
    user_id: number
    points: number
    booked: number
    exact: number
    correct: number
    settled: number
    predictions: number
    accuracy: number
  }
  'read.streaks': {
    user_id: number
    season: string
    current_streak: number
    best_streak: number
  }
  'read.leagues': {
    id: number
    name: string
    description: string | null
    type: LeagueType
    status: 'active' | 'closed'
    creator_id: number
    admin_id: number
    join_code: string
    created_at: string
    members: number
    revision: number
    teams_revision: number
  }
  'read.league_members': {
    league_id: number
    user_id: number
    joined_at: string
    revision: number
  }
  'read.league_members_to_leave': {
    league_id: number
    user_id: number
  }
  'read.league_teams': {
    id: number
    league_id: number
    name: string
    description: string | null
    captain_id: number
    max_members: number
    color: string
    created_at: string
    disbanded_at: string | null
  }
  'read.league_team_stints': {
    team_id: number
    user_id: number
    revision: number
    league_id: number
    role: TeamRole
    joined_at: string
    left_at: string | null
  }
  'read.competitions': {
    id: number
    stream: string
    season: string
    kind: CompetitionType
    name: string
    description: string | null
    first_gameweek: number | null
    last_gameweek: number | null
    from_kickoff: string | null
    to_kickoff: string | null
    start_date: string
    end_date: string
    prize_pool: number
    max_participants: number | null
    participants: number
    ended_at: string | null
  }
  'read.competition_participants': {
    competition_id: number
    user_id: number
    number: number
    joined_at: string
  }
  'read.competition_rounds': {
    competition_id: number
    round: number
    gameweek: number
    decided: boolean
  }
  'read.competition_ties': {
    competition_id: number
    round: number
    tie: number
    home: number
    away: number | null
    home_points: number | null
    away_points: number | null
    winner: number | null
  }
  'read.competition_round_players': {
    competition_id: number
    round: number
    place: number
    user_id: number
    points: number
    out: boolean
  }
  'read.competition_prizes': {
    competition_id: number
    user_id: number
    place: number | null
    points: number
  }
  'read.messages': {
    id: number
    number: number
    user_id: number
    room_kind: 'league' | 'competition'
    room_id: number
    content: string | null
    created_at: string
    is_edited: boolean
    is_deleted: boolean
  }
  'read.message_reports': {
    id: number
    message_id: number
    reporter_id: number
    reason: string | null
    created_at: string
  }
  'read.achievements': {
    user_id: number
    achievement: string
    unlock_id: string
    unlocked_at: string
    season: string
    name: string
    points: number
  }
  'read.achievement_counts': {
    user_id: number
    unlocked: number
  }
  'read.achievement_badges': {
    user_id: number
    achievement: string
    earned_by: string | null
    earned_at: string | null
    season: string | null
    simulated: boolean
    held: boolean
    order_number: number | null
    lost: Json | null
    unlock_id: string | null
    unlocked_at: string | null
    unlock_season: string | null
    unlock_name: string | null
    unlock_points: number | null
    unlock_earned_by: string | null
  }
  'read.achievements_due': {
    user_id: number
    achievement: string
    earned_by: string | null
    earned_at: string | null
    season: string | null
    simulated: boolean
    unlock_id: string | null
    lost: Json | null
  }
  'read.achievement_orders': {
    number: number
    id: string
    ordered_at: string
    only_achievement: string | null
    achievements: number
    users: number
  }
  'read.achievement_cards': {
    season: string
    user_id: number
    picks: Buffer
  }
  'read.achievement_deeds': {
    user_id: number
    deeds: Json
  }
  'read.achievement_seasons': {
    season: string
    state: Json
  }
  'read.feedback': {
    id: number
    user_id: number | null
    category: FeedbackCategory
    title: string
    description: string
    priority: FeedbackPriority
    status: FeedbackStatus
    admin_response: string | null
    answered_by_user_id: number | null
    answered_at: string | null
    created_at: string
    updated_at: string
    votes: number
  }
  'read.feedback_votes': {
    feedback_id: number
    user_id: number
  }
  'read.notification_mutes': {
    user_id: number
    kind: NotificationKind
  }
}

/** The database as queries know it: a name that no view has does not compile. */
export type ReadDb = Kysely<ReadModels>

/** An id that came from outside: one too large for its column finds no row, where PostgreSQL would refuse it as an integer. */
export const wide = (id: number): RawBuilder<number> => sql<number>`${id}::bigint`

/** To be equal to: any of these ids, however large. */
export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::bigint[])`
