import * as z from 'zod/mini'
import { Gameweek, Id, Season } from '../../contracts/common.ts'
import { Outcome, Team } from '../fixtures/contract.ts'
import { LeagueStatistics, LeagueType } from '../leagues/contract.ts'

/** Counts of picks whose match has a result. `accuracy` is a percentage with one decimal; 0 without any. */
const counted = {
  settledPredictions: z.int(),
  correctPredictions: z.int(),
  accuracy: z.number(),
}

const scored = { ...counted, points: z.int() }

/** Results of all picks of a gameweek, and of the reader's. */
const AnalyticsGameweek = z.object({
  gameweek: Gameweek,
  /** Matches with a result, and the number of home wins. */
  matches: z.int(),
  homeWins: z.int(),
  ...scored,
  /** null without a pick of the reader that counts. */
  own: z.nullable(z.object(scored)),
})
export type AnalyticsGameweek = z.infer<typeof AnalyticsGameweek>

/** Picks of one outcome in matches with a result, and the number of matches with this outcome. */
const AnalyticsOutcome = z.object({
  result: Outcome,
  /** Matches with this outcome. */
  matches: z.int(),
  ...scored,
  own: z.object(scored),
})
export type AnalyticsOutcome = z.infer<typeof AnalyticsOutcome>

/** The reader's picks by days between saving and cutoff: 0, 1, 2, or 3 and more. */
const AnalyticsSaved = z.object({ days: z.int(), ...counted })
export type AnalyticsSaved = z.infer<typeof AnalyticsSaved>

/** A predicted score. */
const AnalyticsScore = z.object({
  homeScore: z.int(),
  awayScore: z.int(),
  totalPredictions: z.int(),
  settledPredictions: z.int(),
  /** Number of settled picks that were exact. */
  exactScores: z.int(),
  /** Matches with this score. */
  matches: z.int(),
})
export type AnalyticsScore = z.infer<typeof AnalyticsScore>

const AnalyticsPlayer = z.object({
  id: Id,
  username: z.string(),
  /** By accuracy; equal accuracies share a rank. */
  ranking: z.int(),
  ...counted,
})
export type AnalyticsPlayer = z.infer<typeof AnalyticsPlayer>

const UserAnalytics = z.object({
  /** The season of the numbers; null before the first season. */
  season: z.nullable(Season),
  /** All seasons with analytics, newest first. */
  seasons: z.array(Season),
  /** Picks after their cutoff, and their matches. Matches without a pick are left out everywhere. */
  totalPredictions: z.int(),
  matches: z.int(),
  /** Matches with a result. */
  settledMatches: z.int(),
  ...scored,
  /** Players with a pick that counts. */
  players: z.int(),
  gameweeks: z.array(AnalyticsGameweek),
  /** Home win, draw, away win. */
  outcomes: z.array(AnalyticsOutcome),
  saved: z.array(AnalyticsSaved),
  /** The most predicted scores, at most ten. */
  scores: z.array(AnalyticsScore),
  /** Minimum number of counted picks for a rank by accuracy: half of the matches with a result. */
  rankedFrom: z.int(),
  /** Number of ranked players. */
  ranked: z.int(),
  /** The five most accurate players. */
  topUsers: z.array(AnalyticsPlayer),
  /** The reader; `ranking` is null with too few picks. */
  me: z.object({ ranking: z.nullable(z.int()), ...counted }),
})

/** Predictions and results of a club's matches that have a result. */
const AnalyticsClub = z.object({
  ...Team.shape,
  matches: z.int(),
  won: z.int(),
  drawn: z.int(),
  lost: z.int(),
  ...counted,
  /** Picks of a win, a draw or a loss of the club. */
  saidWin: z.int(),
  saidDraw: z.int(),
  saidLoss: z.int(),
  /**
   * League points per match, as predicted and as won. `pointsBias` is the difference. Two decimals; null without picks
   * or matches.
   */
  saidPoints: z.nullable(z.number()),
  points: z.nullable(z.number()),
  pointsBias: z.nullable(z.number()),
  /** Goals per match: of picks with a score, and of played matches. */
  saidGoals: z.nullable(z.number()),
  goals: z.nullable(z.number()),
  goalsBias: z.nullable(z.number()),
})
export type AnalyticsClub = z.infer<typeof AnalyticsClub>

/** A result that most players did not predict. */
const AnalyticsUpset = z.object({
  fixtureId: Id,
  gameweek: Gameweek,
  homeTeam: z.string(),
  awayTeam: z.string(),
  /** Three-letter codes. */
  homeCode: z.string(),
  awayCode: z.string(),
  /** null for an awarded match. */
  homeScore: z.nullable(z.int()),
  awayScore: z.nullable(z.int()),
  result: Outcome,
  /** The most predicted outcome, and its number of picks. */
  said: Outcome,
  saidPredictions: z.int(),
  ...counted,
})
export type AnalyticsUpset = z.infer<typeof AnalyticsUpset>

const TeamAnalytics = z.object({
  /** All clubs of the season, the easiest to predict first; clubs without a pick last, by name. */
  clubs: z.array(AnalyticsClub),
  /** At most ten, the largest share of wrong picks first. */
  upsets: z.array(AnalyticsUpset),
})

/** A public league, or one of the reader's. */
const AnalyticsLeague = z.object({
  id: Id,
  name: z.string(),
  type: LeagueType,
  isMember: z.boolean(),
  memberCount: z.int(),
  /** Counted picks of the members in the latest settled gameweek, and in the one before. */
  predictions: z.int(),
  predictionsBefore: z.int(),
  activityTrend: LeagueStatistics.shape.activityTrend,
  /** Mean accuracy of members with a settled pick, as a percentage with one decimal; 0 without any. */
  averageAccuracy: z.number(),
  countedMembers: z.int(),
})
export type AnalyticsLeague = z.infer<typeof AnalyticsLeague>

const LeagueAnalytics = z.object({
  /** Number of public leagues and the reader's own. */
  total: z.int(),
  /** Median number of members; 0 without leagues. */
  medianMembers: z.int(),
  /** Number of leagues by size; `to` is null for the largest sizes. */
  sizes: z.array(z.object({ from: z.int(), to: z.nullable(z.int()), leagues: z.int() })),
  /** The latest settled gameweek, and the one before it. */
  gameweek: z.nullable(Gameweek),
  gameweekBefore: z.nullable(Gameweek),
  /** The 100 public leagues with most members and the reader's own, the most active first. */
  leagues: z.array(AnalyticsLeague),
})
export type LeagueAnalytics = z.infer<typeof LeagueAnalytics>

/** `GET /api/analytics/predictions?season=`: analytics of picks after their cutoff (docs/rules.md R180). */
export const Analytics = z.object({ users: UserAnalytics, teams: TeamAnalytics, leagues: LeagueAnalytics })
export type Analytics = z.infer<typeof Analytics>
