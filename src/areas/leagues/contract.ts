import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, Joining, onOneLine, Person, visible } from '../../contracts/common.ts'
import { AsOf, LeaderboardEntry, PastEntry } from '../boards/contract.ts'
import { Fixture } from '../fixtures/contract.ts'
import { RevealedPick } from '../players/contract.ts'

const MISSING = 'Give the league a name'
const name = z
  .string(MISSING)
  .check(
    z.trim(),
    z.minLength(1, { error: MISSING, abort: true }),
    onOneLine,
    z.maxLength(60, 'Keep the name to 60 characters'),
  )
const description = z.string().check(z.trim(), z.maxLength(500, 'Keep the description to 500 characters'))

export const LeagueType = z.enum(['private', 'public'])
export type LeagueType = z.infer<typeof LeagueType>
/** Role in the league. */
const LeagueRole = z.enum(['admin', 'member'])

export const LeagueCreate = z.object({
  name: name.check(visible(MISSING)),
  description: z.optional(z.nullable(description)),
  type: z._default(LeagueType, 'private'),
  creatorId: z.optional(Id),
})
/**
 * `PATCH /api/leagues/{id}`: missing fields keep their values; `adminId` hands the league over to a member. An existing
 * name is allowed to stay even if a new league could not have it.
 */
export const LeaguePatch = z.object({
  name: z.optional(name),
  description: z.optional(z.nullable(description)),
  type: z.optional(LeagueType),
  adminId: z.optional(Id),
})
/** 8 characters without look-alikes, matched without case. */
export const JoinByCode = z.extend(Joining, {
  joinCode: z.string('Enter a join code').check(z.trim(), z.minLength(1, 'Enter a join code'), z.maxLength(40)),
})

/** `GET /api/join/{code}`: the league of an invitation link, without anything that only members see. */
export const LeagueInvitation = z.object({
  name: z.string(),
  memberCount: z.int(),
  /** Username; null: the founder's account is deleted. */
  founder: z.nullable(z.string()),
  /** For members; null for other readers. */
  leagueId: z.nullable(Id),
})
export type LeagueInvitation = z.infer<typeof LeagueInvitation>

export const League = z.object({
  id: Id,
  name: z.string(),
  description: z.nullable(z.string()),
  creatorId: Id,
  creator: Person,
  adminId: Id,
  memberCount: z.int(),
  type: LeagueType,
  status: z.enum(['active', 'closed']),
  /** For members only; absent for other readers. */
  joinCode: z.optional(z.string()),
  createdAt: IsoTime,
  isMember: z.boolean(),
  /** Whether the league has chosen rules of its own, so that its points differ from match points (docs/rules.md R320). */
  hasOwnRules: z.boolean(),
  /** The reader’s rank by match points of the season, on request in their own leagues. */
  standing: z.optional(z.object({ ranking: z.int(), totalPoints: z.int() })),
})
export type League = z.infer<typeof League>

export const LeagueStanding = z.object({
  ...z.omit(LeaderboardEntry, { achievementCount: true, parts: true }).shape,
  role: LeagueRole,
  joinedAt: IsoTime,
  /** Match points of matches that kicked off after joining. */
  pointsSinceJoining: z.int(),
  /** Match points of the five gameweeks up to the latest one, oldest first, on request. */
  recent: z.optional(z.array(z.int())),
})
export type LeagueStanding = z.infer<typeof LeagueStanding>

/**
 * `GET /api/leagues/{id}?gameweek&recent&limit&offset`: the league page with at most 100 standings (`memberCount` in
 * all) and the reader’s own row.
 */
export const LeagueDetail = z.object({
  ...League.shape,
  gameweek: z.nullable(z.int()),
  /** The gameweek in play or the last one that was; null before the first of the season. */
  latestGameweek: z.nullable(z.int()),
  standings: z.array(LeagueStanding),
  /** The reader’s own row; null if they are not a member. */
  me: z.nullable(LeagueStanding),
})
export type LeagueDetail = z.infer<typeof LeagueDetail>

/** `GET /api/leagues/{id}?asOf&view&limit&offset`: standings of the present members after a settled gameweek. */
export const PastLeague = z.object({
  ...League.shape,
  standings: z.array(PastEntry),
  me: z.nullable(PastEntry),
  asOf: AsOf,
})
export type PastLeague = z.infer<typeof PastLeague>

const PicksRow = z.object({
  id: Id,
  ...Person.shape,
  /** Rank within the league by match points of the gameweek. */
  ranking: z.int(),
  totalPoints: z.int(),
  /**
   * Picks of the matches whose cutoff has passed, in no order; without an entry where the player made none. `pointsEarned` are
   * the points in this league; `joker`: doubled.
   */
  picks: z.array(z.extend(RevealedPick, { fixtureId: Id, joker: z.optional(z.boolean()) })),
})
/** `GET /api/leagues/{id}/picks?gameweek&limit&offset`: revealed picks of the members, for members. */
export const LeaguePicks = z.object({
  gameweek: Gameweek,
  /** All matches of the gameweek, by kickoff. */
  fixtures: z.array(Fixture),
  /** By points of the gameweek; `memberCount` in all. */
  rows: z.array(PicksRow),
  me: z.nullable(PicksRow),
})
export type LeaguePicks = z.infer<typeof LeaguePicks>

const Member = z.extend(Person, { id: Id })
/** `GET /api/leagues/{id}/statistics?limit&offset`: a page of the members, `memberCount` in all. */
export const LeagueStatistics = z.object({
  id: Id,
  name: z.string(),
  description: z.nullable(z.string()),
  memberCount: z.int(),
  totalPredictions: z.int(),
  averageAccuracy: z.number(),
  activityTrend: z.enum(['increasing', 'decreasing', 'stable']),
  createdAt: IsoTime,
  lastActivity: z.nullable(IsoTime),
  topScorer: z.nullable(z.object({ user: Member, totalPoints: z.int() })),
  mostAccurate: z.nullable(
    z.object({ user: Member, totalPredictions: z.int(), correctPredictions: z.int(), settledPredictions: z.int() }),
  ),
  weeklyLeader: z.nullable(z.object({ user: Member, weeklyPoints: z.int() })),
  members: z.array(
    z.object({
      id: Id,
      role: LeagueRole,
      user: Member,
      totalPredictions: z.int(),
      correctPredictions: z.int(),
      settledPredictions: z.int(),
      streak: z.int(),
      totalPoints: z.int(),
      weeklyPoints: z.int(),
    }),
  ),
})
export type LeagueStatistics = z.infer<typeof LeagueStatistics>
