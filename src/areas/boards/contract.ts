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

/** Views of a past board: as it was when its gameweek settled, or with all later corrections of results. */
export const PastView = z.enum(['published', 'corrected'])
export type PastView = z.infer<typeof PastView>

/** Query parameters of a past board, for routes. */
export const pastQuery = { asOf: z.optional(Gameweek), view: z._default(PastView, 'corrected') }

/** Refuses `gameweek` beside `asOf`: a past board is of the season. */
export const onePeriod = z.refine<{ readonly gameweek?: number | undefined; readonly asOf?: number | undefined }>(
  ({ gameweek, asOf }) => gameweek === undefined || asOf === undefined,
  { error: 'Choose gameweek or asOf: a board as of a gameweek is of the season', path: ['gameweek'] },
)

export const PastEntry = z.object({
  /** null: the account is deleted. */
  id: z.nullable(Id),
  ...Person.shape,
  ranking: z.int(),
  totalPoints: z.int(),
  exactScores: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  accuracy: z.int(),
  /** Places gained or lost since the gameweek that settled before, as published; null if not ranked then. */
  movement: z.nullable(z.int()),
  /** As published when the gameweek settled. */
  published: z.object({ ranking: z.int(), totalPoints: z.int() }),
})
export type PastEntry = z.infer<typeof PastEntry>

const CountedResult = z.nullable(
  z.object({
    result: z.enum(['home', 'draw', 'away']),
    /** null: awarded without a score. */
    homeScore: z.nullable(z.int()),
    awayScore: z.nullable(z.int()),
  }),
)

/** A match whose result has changed, or counts only since the gameweek settled. */
export const BoardChange = z.object({
  fixtureId: Id,
  /** The gameweek of the match. */
  gameweek: Gameweek,
  /** Names of the clubs. */
  home: z.string(),
  away: z.string(),
  /** The result that counted when the gameweek settled; null: none did. */
  before: CountedResult,
  /** The result that counts now; null: none does. */
  after: CountedResult,
  changedAt: z.nullable(IsoTime),
  reason: z.nullable(z.string()),
  /** Points that the change gave the reader or took away; null without a prediction. */
  ownPoints: z.nullable(z.int()),
})
export type BoardChange = z.infer<typeof BoardChange>

export const AsOf = z.object({
  gameweek: Gameweek,
  view: PastView,
  settledAt: IsoTime,
  /** Latest first, the same in both views. */
  changes: z.array(BoardChange),
  /** Number of players with other points than published; null in the published view. */
  changedPlayers: z.nullable(z.int()),
})
export type AsOf = z.infer<typeof AsOf>

/** `GET /api/leaderboard?asOf&view`: the board of the season after a settled gameweek. */
export const PastBoard = z.extend(LeaderboardPage, {
  entries: z.array(PastEntry),
  me: z.nullable(PastEntry),
  asOf: AsOf,
})
export type PastBoard = z.infer<typeof PastBoard>

/** `GET /api/leaderboard/gameweeks`: the settled gameweeks, ascending. */
export const SettledBoard = z.object({
  gameweek: Gameweek,
  settledAt: IsoTime,
  /** Number of results that differ from the ones that counted when it settled. */
  changes: z.int(),
})
export type SettledBoard = z.infer<typeof SettledBoard>

/** `GET /api/leaderboard/seasons`: the current season, and all with boards through time, latest first. */
export const BoardSeasons = z.object({ season: z.nullable(Season), seasons: z.array(Season) })
export type BoardSeasons = z.infer<typeof BoardSeasons>

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
