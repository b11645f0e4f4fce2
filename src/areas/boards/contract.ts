import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, Person, Season } from '../../contracts/common.ts'

/** Equal points share a rank (1, 2, 2, 4). On the board of a gameweek all numbers are of that gameweek. */
export const LeaderboardEntry = z.object({
  id: Id,
  ...Person.shape,
  ranking: z.int(),
  totalPoints: z.int(),
  exactScores: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  totalPredictions: z.int(),
  /** Rounded percentage of settled predictions; 0 without any. */
  accuracy: z.int(),
  /** Places gained (above 0) or lost since the gameweek before the latest; null if not ranked then, or unknown. */
  movement: z.nullable(z.int()),
  /** Number of unlocked achievements. */
  achievementCount: z.int(),
  /** Points from matches, achievements and prizes of competitions, if requested. Their sum is `totalPoints`. */
  parts: z.optional(z.object({ matches: z.int(), badges: z.int(), prizes: z.int() })),
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

/** `GET /api/leaderboard?limit&offset&season&gameweek&around&search&parts`. */
export const LeaderboardPage = z.object({
  entries: z.array(LeaderboardEntry),
  /** Number of ranked players. */
  total: z.int(),
  me: z.nullable(LeaderboardEntry),
  /** Number of rows before this page, for a page around the reader. */
  offset: z.optional(z.int()),
})
export type LeaderboardPage = z.infer<typeof LeaderboardPage>

/**
 * `GET /api/leaderboard/winners`, latest gameweek first: the winners of each settled gameweek, by current match points.
 */
export const GameweekWinner = z.object({
  gameweek: Gameweek,
  points: z.int(),
  /** The first player of its board. */
  winner: z.extend(Person, { id: Id }),
  /** Number of players with the winner's points, including the winner. */
  winners: z.int(),
  /** The reader's points; null without a prediction in this gameweek. */
  ownPoints: z.nullable(z.int()),
})
export type GameweekWinner = z.infer<typeof GameweekWinner>

/** `GET /api/leaderboard/ranks?rivals=12,34`: ranks of the season's board when each gameweek settled. */
export const RankHistory = z.object({
  /** Ascending; only gameweeks after which one of the players was ranked. */
  gameweeks: z.array(Gameweek),
  /** The reader, then the others in the requested order, without players who were never ranked. */
  players: z.array(
    z.object({
      id: Id,
      username: z.string(),
      /** The rank after each gameweek; null if not ranked then. */
      ranks: z.array(z.nullable(z.int())),
    }),
  ),
})
export type RankHistory = z.infer<typeof RankHistory>

/** `GET /api/user/points`, newest first. */
export const LedgerEntry = z.object({
  id: z.string(),
  type: z.enum(['match', 'achievement', 'competition']),
  points: z.int(),
  /** Why the points were booked, as a sentence. */
  reason: z.string(),
  fixtureId: z.optional(Id),
  season: Season,
  createdAt: IsoTime,
})
export type LedgerEntry = z.infer<typeof LedgerEntry>
