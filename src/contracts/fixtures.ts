import * as z from 'zod/mini'
import { Gameweek, GivenTime, Id, IsoTime, Season, visible } from './common.ts'

export const FixtureStatus = z.enum(['SCHEDULED', 'LIVE', 'FINISHED', 'POSTPONED', 'CANCELLED'])
export type FixtureStatus = z.infer<typeof FixtureStatus>

export const Outcome = z.enum(['home', 'draw', 'away'])
export type Outcome = z.infer<typeof Outcome>

export const Team = z.object({
  id: Id,
  name: z.string(),
  shortName: z.string(),
  /** Three letters, e.g. `ARS`. */
  code: z.string(),
  logoUrl: z.nullable(z.string()),
  /** Field, band and letter colours of the club's plate, `#rrggbb`. */
  colours: z.object({ field: z.string(), band: z.string(), letters: z.string() }),
})
export type Team = z.infer<typeof Team>

export const Fixture = z.object({
  id: Id,
  season: Season,
  gameweek: Gameweek,
  /** null: no date known. */
  kickoffTime: z.nullable(IsoTime),
  /** Predictions are taken before this; null: no date known. A passed cutoff stays where it was. */
  cutoffTime: z.nullable(IsoTime),
  /** Open for predictions by the server's clock at the time of the answer. */
  isOpen: z.boolean(),
  status: FixtureStatus,
  homeTeamId: Id,
  awayTeamId: Id,
  homeTeam: Team,
  awayTeam: Team,
  homeScore: z.nullable(z.int()),
  awayScore: z.nullable(z.int()),
  /** Set when the result was awarded and not played: only result points count. */
  awardedResult: z.nullable(Outcome),
  /** Entered by an administrator; holds against the feed until lifted. */
  resultByHand: z.boolean(),
})
export type Fixture = z.infer<typeof Fixture>

/** `GET /api/teams`: clubs of the season with their row of the league table. */
export const TableRow = z.object({
  ...Team.shape,
  position: z.int(),
  points: z.int(),
  played: z.int(),
  won: z.int(),
  drawn: z.int(),
  lost: z.int(),
  goalsFor: z.int(),
  goalsAgainst: z.int(),
  goalDifference: z.int(),
  /** Points taken by the league, as a positive number. */
  deducted: z.int(),
  /** The last five, oldest first. */
  form: z.array(z.enum(['W', 'D', 'L'])),
})
export type TableRow = z.infer<typeof TableRow>

const H2hTeam = z.object({
  id: Id,
  name: z.string(),
  shortName: z.string(),
  code: z.string(),
  crest: z.nullable(z.string()),
})
export const HeadToHeadMatch = z.object({
  fixtureId: Id,
  season: Season,
  homeTeam: H2hTeam,
  awayTeam: H2hTeam,
  score: z.object({ fullTime: z.object({ home: z.int(), away: z.int() }) }),
  utcDate: IsoTime,
})
export type HeadToHeadMatch = z.infer<typeof HeadToHeadMatch>

const reason = z
  .string('Please give a reason')
  .check(z.trim(), visible('Please give a reason'), z.maxLength(500, 'A reason has at most 500 characters'))
const goals = z.int().check(z.minimum(0), z.maximum(99))
export const ResultEntry = z.object({ homeScore: goals, awayScore: goals, reason })
export const FixtureReason = z.object({ reason })
export const RescheduleEntry = z.object({ kickoffTime: GivenTime, reason })
export const AwardEntry = z.object({ result: Outcome, reason })

/** What became of the last refresh from the source of the fixtures. */
export const FeedState = z.object({
  source: z.enum(['football-data', 'url', 'file']),
  /** Of the last refresh. */
  at: IsoTime,
  /** Of the last one that was taken; null: none ever. */
  takenAt: z.nullable(IsoTime),
  /** A sentence: why the last one was refused; null: it was taken. */
  problem: z.nullable(z.string()),
  /** Since when they are refused, or taken. */
  since: IsoTime,
})
export type FeedState = z.infer<typeof FeedState>

/** A fixture as administrators see it. */
export const AdminFixture = z.object({
  ...Fixture.shape,
  /** Past kickoff by more than 3 hours and no result. */
  isOverdue: z.boolean(),
  predictionCount: z.int(),
  /** What happened to it, oldest first. */
  history: z.array(
    z.object({
      type: z.string(),
      at: IsoTime,
      summary: z.string(),
      reason: z.nullable(z.string()),
      by: z.nullable(z.string()),
    }),
  ),
})
export type AdminFixture = z.infer<typeof AdminFixture>
