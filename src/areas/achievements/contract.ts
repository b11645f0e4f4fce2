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

/** Id of an achievement, which never changes, e.g. `first-success`. */
export const AchievementId = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'There is no such achievement'))

/** `GET /api/achievements`: all achievements, in the order of the page. */
export const Achievement = z.object({
  id: AchievementId,
  category: AchievementCategory,
  name: z.string(),
  description: z.string(),
  icon: AchievementIcon,
  /** Points credited in the ledger; may be 0. */
  points: z.int(),
  rarity: Rarity,
})
export type Achievement = z.infer<typeof Achievement>

/** `GET /api/user/achievements`: all achievements with the reader's state. */
export const UserAchievement = z.extend(Achievement, {
  isUnlocked: z.boolean(),
  /** When it was earned; absent while locked. */
  unlockedAt: z.optional(IsoTime),
  /** `7 of 10`; null where progress has no meaning. `value` is at most `of`. */
  progress: z.nullable(z.object({ value: z.int(), of: z.int() })),
})
export type UserAchievement = z.infer<typeof UserAchievement>

/** An unlock that has not been returned to the reader before. */
export const NewAchievement = z.object({
  /** Id of this unlock. An achievement that is revoked and earned again has a new one. */
  unlockId: z.string(),
  achievementId: AchievementId,
  unlockedAt: IsoTime,
})
export type NewAchievement = z.infer<typeof NewAchievement>

/** `POST /api/user/achievements/check`: new unlocks, oldest first. Each is returned at most once. */
export const AchievementCheck = z.object({ achievements: z.array(NewAchievement) })
export type AchievementCheck = z.infer<typeof AchievementCheck>

/** `POST /api/admin/achievements/retroactive`; an empty body runs it for all achievements. */
export const RetroactiveOrder = z.object({
  /** Returns the unlocks without making them. */
  dryRun: z._default(z.boolean(), false),
  /** Limits the run to one achievement. */
  only: z.optional(AchievementId),
})
export type RetroactiveOrder = z.infer<typeof RetroactiveOrder>

/** The achievements that a run unlocks, or would unlock, for one player. */
export const RetroactiveResult = z.object({
  userId: Id,
  username: z.string(),
  unlockedCount: z.int(),
  achievements: z.array(z.object({ achievementId: AchievementId, name: z.string(), earnedAt: IsoTime })),
})

/** The response to an order. */
export const RetroactiveReport = z.object({
  dryRun: z.boolean(),
  /** `running`: the run takes longer than the response may wait. It continues, also after a restart. */
  state: z.enum(['completed', 'running']),
  totalUnlocked: z.int(),
  usersAffected: z.int(),
  /** Number of players per achievement. */
  achievements: z.array(z.object({ achievementId: AchievementId, name: z.string(), players: z.int() })),
  /** By player, most achievements first; at most 1,000. */
  results: z.array(RetroactiveResult),
})
export type RetroactiveReport = z.infer<typeof RetroactiveReport>

/** `GET /api/admin/achievements/retroactive`. */
export const RetroactiveStatus = z.object({
  /**
   * Progress of folding the history for a changed catalogue; null when none is in progress. `total` is null if unknown.
   */
  folding: z.nullable(z.object({ done: z.int(), total: z.nullable(z.int()) })),
  /** Achievements that were earned before their introduction and are not unlocked yet. */
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
