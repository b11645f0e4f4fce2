import * as z from 'zod/mini'
import { Id, IsoTime, Season } from './common.ts'

/** Equal points share a rank (1, 2, 2, 4). On a gameweek board all numbers are that gameweek's. */
export const LeaderboardEntry = z.object({
  id: Id,
  username: z.string(),
  profileImage: z.nullable(z.string()),
  ranking: z.int(),
  totalPoints: z.int(),
  exactScores: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  totalPredictions: z.int(),
  /** Rounded percentage of settled predictions; 0 without any. */
  accuracy: z.int(),
  /** Places won (above 0) or lost since the gameweek before the latest; null: not ranked then, or not known. */
  movement: z.nullable(z.int()),
  /** Achievements unlocked. */
  achievementCount: z.int(),
  /** What the points are made of, where asked for: matches, achievements, and prizes of competitions. Their sum is `totalPoints`. */
  parts: z.optional(z.object({ matches: z.int(), badges: z.int(), prizes: z.int() })),
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

/** `GET /api/leaderboard?limit&offset&season&gameweek&around&search&parts`. */
export const LeaderboardPage = z.object({
  entries: z.array(LeaderboardEntry),
  /** How many are ranked. */
  total: z.int(),
  me: z.nullable(LeaderboardEntry),
  /** Rows before the first of this page, where the page was asked for around the reader. */
  offset: z.optional(z.int()),
})
export type LeaderboardPage = z.infer<typeof LeaderboardPage>

/** `GET /api/user/points`, newest first. */
export const LedgerEntry = z.object({
  id: z.string(),
  type: z.enum(['match', 'achievement', 'competition']),
  points: z.int(),
  /** A sentence: why you have what you have. */
  reason: z.string(),
  fixtureId: z.optional(Id),
  season: Season,
  createdAt: IsoTime,
})
export type LedgerEntry = z.infer<typeof LedgerEntry>
