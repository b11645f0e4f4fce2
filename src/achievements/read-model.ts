import { type Rows, rows } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof achievementRows> {}
}

export const achievementRows = rows({
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
})
