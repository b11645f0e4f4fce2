import * as z from 'zod/mini'
import { Gameweek, Id, Season } from '../../contracts/common.ts'
import { Outcome, Team } from '../fixtures/contract.ts'
import { LeagueStatistics, LeagueType } from '../leagues/contract.ts'

/** Of so many picks whose match has a result, so many were right. `accuracy`: percent with one decimal; 0 without any. */
const counted = {
  settledPredictions: z.int(),
  correctPredictions: z.int(),
  accuracy: z.number(),
}

const scored = { ...counted, points: z.int() }

/** What everybody's picks of a gameweek came to, and the reader's. */
const AnalyticsGameweek = z.object({
  gameweek: Gameweek,
  /** Those with a result, and how many of them the home side won. */
  matches: z.int(),
  homeWins: z.int(),
  ...scored,
  /** null: no pick of theirs that counts in it. */
  own: z.nullable(z.object(scored)),
})
export type AnalyticsGameweek = z.infer<typeof AnalyticsGameweek>

/** What was said of matches that have a result, beside how many of them ended so. */
const AnalyticsOutcome = z.object({
  result: Outcome,
  /** Matches that ended so. */
  matches: z.int(),
  ...scored,
  own: z.object(scored),
})
export type AnalyticsOutcome = z.infer<typeof AnalyticsOutcome>

/** The reader's picks by how long before the cutoff they were saved: on the day (0), 1 day, 2 days, 3 days or more. */
const AnalyticsSaved = z.object({ days: z.int(), ...counted })
export type AnalyticsSaved = z.infer<typeof AnalyticsSaved>

/** A score that was said. */
const AnalyticsScore = z.object({
  homeScore: z.int(),
  awayScore: z.int(),
  totalPredictions: z.int(),
  settledPredictions: z.int(),
  /** Of the settled ones, those that came true. */
  exactScores: z.int(),
  /** Matches that ended so. */
  matches: z.int(),
})
export type AnalyticsScore = z.infer<typeof AnalyticsScore>

const AnalyticsPlayer = z.object({
  id: Id,
  username: z.string(),
  /** By accuracy; equal ones share it. */
  ranking: z.int(),
  ...counted,
})
export type AnalyticsPlayer = z.infer<typeof AnalyticsPlayer>

const UserAnalytics = z.object({
  /** Whose numbers these are; null: there is no season yet. */
  season: z.nullable(Season),
  /** All that may be asked for, the latest first. */
  seasons: z.array(Season),
  /** Picks that can change no more, and the matches that they are of: those that nobody picked are left out everywhere. */
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
  /** Those said most, at most ten. */
  scores: z.array(AnalyticsScore),
  /** Picks that count which somebody needs for a place by accuracy: half of the matches with a result. */
  rankedFrom: z.int(),
  /** Players with a place. */
  ranked: z.int(),
  /** The five most accurate. */
  topUsers: z.array(AnalyticsPlayer),
  /** The reader; without a place where they have too few picks. */
  me: z.object({ ranking: z.nullable(z.int()), ...counted }),
})

/** What was said of a club's matches with a result, and what happened. */
const AnalyticsClub = z.object({
  ...Team.shape,
  matches: z.int(),
  won: z.int(),
  drawn: z.int(),
  lost: z.int(),
  ...counted,
  /** Picks that said so. */
  saidWin: z.int(),
  saidDraw: z.int(),
  saidLoss: z.int(),
  /** League points a match, as said and as it happened; `pointsBias` is what was said too much. Two decimals; null: no pick, or no match. */
  saidPoints: z.nullable(z.number()),
  points: z.nullable(z.number()),
  pointsBias: z.nullable(z.number()),
  /** Goals a match, of picks with a score and of matches that were played. */
  saidGoals: z.nullable(z.number()),
  goals: z.nullable(z.number()),
  goalsBias: z.nullable(z.number()),
})
export type AnalyticsClub = z.infer<typeof AnalyticsClub>

/** A result that most did not expect. */
const AnalyticsUpset = z.object({
  fixtureId: Id,
  gameweek: Gameweek,
  homeTeam: z.string(),
  awayTeam: z.string(),
  /** Three letters each. */
  homeCode: z.string(),
  awayCode: z.string(),
  /** null: awarded. */
  homeScore: z.nullable(z.int()),
  awayScore: z.nullable(z.int()),
  result: Outcome,
  /** What was said most, and by how many. */
  said: Outcome,
  saidPredictions: z.int(),
  ...counted,
})
export type AnalyticsUpset = z.infer<typeof AnalyticsUpset>

const TeamAnalytics = z.object({
  /** All clubs of the season, the easiest to predict first; those without a pick at the end, by name. */
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
  /** The members' picks that counted in the latest settled gameweek, and in the one before. */
  predictions: z.int(),
  predictionsBefore: z.int(),
  activityTrend: LeagueStatistics.shape.activityTrend,
  /** Mean of the accuracies of members with a settled pick, percent with one decimal; 0 without any. */
  averageAccuracy: z.number(),
  countedMembers: z.int(),
})
export type AnalyticsLeague = z.infer<typeof AnalyticsLeague>

const LeagueAnalytics = z.object({
  /** Public leagues and the reader's own. */
  total: z.int(),
  /** Members of the league in the middle; 0 without leagues. */
  medianMembers: z.int(),
  /** Leagues by how many members they have; `to` null: and more. */
  sizes: z.array(z.object({ from: z.int(), to: z.nullable(z.int()), leagues: z.int() })),
  /** The latest settled gameweek, and the one before it. */
  gameweek: z.nullable(Gameweek),
  gameweekBefore: z.nullable(Gameweek),
  /** Of the 100 public leagues with most members and the reader's own, the most active first. */
  leagues: z.array(AnalyticsLeague),
})
export type LeagueAnalytics = z.infer<typeof LeagueAnalytics>

/** `GET /api/analytics/predictions?season=`: what picks came to. Only those that can change no more are counted (docs/rules.md R180). */
export const Analytics = z.object({ users: UserAnalytics, teams: TeamAnalytics, leagues: LeagueAnalytics })
export type Analytics = z.infer<typeof Analytics>
