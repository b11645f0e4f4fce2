import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, Person, Season } from '../../contracts/common.ts'

/** Equal points share a rank (1, 2, 2, 4). On a gameweek board all numbers are that gameweek's. */
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

/** `GET /api/leaderboard/winners`, the latest gameweek first: who has won each settled gameweek, by match points as they stand now. */
export const GameweekWinner = z.object({
  gameweek: Gameweek,
  points: z.int(),
  /** The first of its board. */
  winner: z.extend(Person, { id: Id }),
  /** How many have as many points, the winner among them. */
  winners: z.int(),
  /** The reader's; null: no prediction in this gameweek. */
  ownPoints: z.nullable(z.int()),
})
export type GameweekWinner = z.infer<typeof GameweekWinner>

/** `GET /api/leaderboard/ranks?rivals=12,34`: ranks of the season's board as they were when each gameweek settled. */
export const RankHistory = z.object({
  /** Ascending: those after which one of the players was ranked. */
  gameweeks: z.array(Gameweek),
  /** The reader, then the others as they were asked for; without those who were never ranked. */
  players: z.array(
    z.object({
      id: Id,
      username: z.string(),
      /** After each of the gameweeks; null: not ranked then. */
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
  /** A sentence: why you have what you have. */
  reason: z.string(),
  fixtureId: z.optional(Id),
  season: Season,
  createdAt: IsoTime,
})
export type LedgerEntry = z.infer<typeof LedgerEntry>
