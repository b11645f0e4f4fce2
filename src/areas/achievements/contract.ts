import * as z from 'zod/mini'
import { Id, IsoTime } from '../../contracts/common.ts'

export const AchievementCategory = z.enum(['predictions', 'accuracy', 'points', 'streaks', 'social'])
export type AchievementCategory = z.infer<typeof AchievementCategory>

export const Rarity = z.enum(['common', 'rare', 'epic', 'legendary'])
export type Rarity = z.infer<typeof Rarity>

/** The fourteen icons of achievements, by their names in the icon set. */
export const AchievementIcon = z.enum([
  'Trophy',
  'Target',
  'TrendingUp',
  'Crown',
  'Crosshair',
  'Award',
  'Eye',
  'CheckCircle',
  'Zap',
  'Star',
  'Medal',
  'Gem',
  'Lock',
  'Calendar',
])
export type AchievementIcon = z.infer<typeof AchievementIcon>

/** Of an achievement: short, for ever, e.g. `first-success`. */
export const AchievementId = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'There is no such achievement'))

/** `GET /api/achievements`: what there is to earn, in the order of the page. */
export const Achievement = z.object({
  id: AchievementId,
  category: AchievementCategory,
  name: z.string(),
  description: z.string(),
  icon: AchievementIcon,
  /** Credited in the ledger; may be 0. */
  points: z.int(),
  rarity: Rarity,
})
export type Achievement = z.infer<typeof Achievement>

/** `GET /api/user/achievements`: all of them, as the reader has them. */
export const UserAchievement = z.extend(Achievement, {
  isUnlocked: z.boolean(),
  /** When it was earned; absent while locked. */
  unlockedAt: z.optional(IsoTime),
  /** `7 of 10`; null where counting makes no sense. `value` is at most `of`. */
  progress: z.nullable(z.object({ value: z.int(), of: z.int() })),
})
export type UserAchievement = z.infer<typeof UserAchievement>

/** An achievement that the reader has not been told of before. */
export const NewAchievement = z.object({
  /** Of this unlocking: an achievement taken back and earned again is told again. */
  unlockId: z.string(),
  achievementId: AchievementId,
  unlockedAt: IsoTime,
})
export type NewAchievement = z.infer<typeof NewAchievement>

/** `POST /api/user/achievements/check`: each new one is told at most once, oldest first. */
export const AchievementCheck = z.object({ achievements: z.array(NewAchievement) })
export type AchievementCheck = z.infer<typeof AchievementCheck>

/** `POST /api/admin/achievements/retroactive`; an empty body runs it for all. */
export const RetroactiveOrder = z.object({
  /** Shows who would get what and changes nothing. */
  dryRun: z._default(z.boolean(), false),
  /** One achievement only. */
  only: z.optional(AchievementId),
})
export type RetroactiveOrder = z.infer<typeof RetroactiveOrder>

/** What a player gets, or would get. */
export const RetroactiveResult = z.object({
  userId: Id,
  username: z.string(),
  unlockedCount: z.int(),
  achievements: z.array(z.object({ achievementId: AchievementId, name: z.string(), earnedAt: IsoTime })),
})
export type RetroactiveResult = z.infer<typeof RetroactiveResult>

/** The answer to an order. */
export const RetroactiveReport = z.object({
  dryRun: z.boolean(),
  /** `running`: more than fits into one answer's time; it goes on, also through a restart. */
  state: z.enum(['completed', 'running']),
  totalUnlocked: z.int(),
  usersAffected: z.int(),
  /** How many players each achievement goes to. */
  achievements: z.array(z.object({ achievementId: AchievementId, name: z.string(), players: z.int() })),
  /** By player, most first; at most 1,000. */
  results: z.array(RetroactiveResult),
})
export type RetroactiveReport = z.infer<typeof RetroactiveReport>

/** `GET /api/admin/achievements/retroactive`. */
export const RetroactiveStatus = z.object({
  /** The history is being folded for a changed catalogue; `total` null: not known. */
  folding: z.nullable(z.object({ done: z.int(), total: z.nullable(z.int()) })),
  /** Earned before their achievement was there, and not unlocked yet. */
  waiting: z.object({ achievements: z.int(), users: z.int() }),
  /** The latest run. */
  run: z.nullable(
    z.object({
      orderedAt: IsoTime,
      only: z.nullable(AchievementId),
      total: z.int(),
      done: z.int(),
      users: z.int(),
      state: z.enum(['completed', 'running']),
    }),
  ),
})
export type RetroactiveStatus = z.infer<typeof RetroactiveStatus>
