import * as z from 'zod/mini'
import { Gameweek, IsoTime, Season } from '../../contracts/common.ts'
import { Outcome, Team } from '../fixtures/contract.ts'
import { Author } from '../sharing/contract.ts'

/** The first half of a season, or all of it. */
export const WrapPart = z.enum(['half', 'season'])
export type WrapPart = z.infer<typeof WrapPart>

/** The correct pick that the fewest players had: the score, or without an exact score the result. */
const BestCall = z.object({
  gameweek: Gameweek,
  home: Team,
  away: Team,
  predictedResult: Outcome,
  predictedHomeScore: z.nullable(z.int()),
  predictedAwayScore: z.nullable(z.int()),
  isExact: z.boolean(),
  /** Players with this score (exact) or result, the player included, of all with a pick of the match. */
  had: z.int(),
  players: z.int(),
})
/** The club whose matches the player got right least often, of those with at least five picks. */
const Nemesis = z.object({ club: Team, right: z.int(), picks: z.int(), backed: z.int() })
/** The gameweek furthest above the mean of all players. */
const Luckiest = z.object({ gameweek: Gameweek, points: z.int(), mean: z.number(), exactScores: z.int() })
/** Place by match points. `percent`: share of the other players with fewer points, rounded down. */
export const Finish = z.object({ rank: z.int(), players: z.int(), percent: z.int() })
/** The most correct picks in a row. `endedBy`: the clubs of the next match; null: the streak has not ended. */
const LongestStreak = z.object({
  length: z.int(),
  from: z.nullable(IsoTime),
  to: z.nullable(IsoTime),
  endedBy: z.nullable(z.object({ home: Team, away: Team })),
})
/** The league mate with the closest match points, and how often the two swapped places. */
const Rival = z.object({ player: Author, points: z.int(), swaps: z.int() })

/** A card without content is null. */
export const WrapCards = z.object({
  bestCall: z.nullable(BestCall),
  nemesis: z.nullable(Nemesis),
  luckiest: z.nullable(Luckiest),
  finish: z.nullable(Finish),
  streak: z.nullable(LongestStreak),
  rival: z.nullable(Rival),
})
export type WrapCards = z.infer<typeof WrapCards>

/** `GET /api/wrap?season&part`: the reader’s own. */
export const Wrap = z.object({
  season: Season,
  part: WrapPart,
  /** Settled gameweeks of the season, and how many the wrap needs. */
  settledGameweeks: z.int(),
  neededGameweeks: z.int(),
  /** Settled picks, and how many the wrap needs. */
  picks: z.int(),
  neededPicks: z.int(),
  /** Match points. */
  points: z.int(),
  /** null: too few gameweeks have settled, or too few picks. */
  cards: z.nullable(WrapCards),
  /** The public address of the pictures’ page; null without cards. */
  path: z.nullable(z.string()),
})
export type Wrap = z.infer<typeof Wrap>
