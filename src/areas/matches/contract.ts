import * as z from 'zod/mini'
import { Id, IsoTime, Person } from '../../contracts/common.ts'
import { Fixture, Outcome } from '../fixtures/contract.ts'
import { RevealedPick } from '../players/contract.ts'

/** `GET /api/fixtures/{id}/history`, oldest first: a change of a match’s date or result, by its source or a ruling. */
export const MatchChange = z.object({
  type: z.string(),
  at: IsoTime,
  summary: z.string(),
  reason: z.nullable(z.string()),
  /** By an administrator, not by the fixtures source. */
  byHand: z.boolean(),
  /** Made by the testing tool. */
  isSimulated: z.boolean(),
  /** The result that counts after the change; null: none. An awarded match has no score. */
  result: z.nullable(z.object({ outcome: Outcome, home: z.nullable(z.int()), away: z.nullable(z.int()) })),
})
export type MatchChange = z.infer<typeof MatchChange>

/** One of the reader’s leagues. */
export const MatchLeague = z.object({
  id: Id,
  name: z.string(),
  memberCount: z.int(),
  /** Members with a prediction at `countedAt`; null in leagues of fewer than five members, and after the cutoff. */
  predicted: z.nullable(z.int()),
})
export type MatchLeague = z.infer<typeof MatchLeague>

/** `GET /api/fixtures/{id}`: what everyone may know of a match at any time (docs/rules.md R270). */
export const Match = z.object({
  fixture: Fixture,
  /** Whether the cutoff has passed, so that `GET /api/fixtures/{id}/picks` answers. */
  isRevealed: z.boolean(),
  /** Number of predictions at `countedAt`. */
  predictions: z.int(),
  /** The whole minute of the counts before the cutoff; the cutoff afterwards. */
  countedAt: IsoTime,
  /** Number of players of the game; null after the cutoff. */
  players: z.nullable(z.int()),
  /** The reader’s leagues, latest joined first, at most 50. */
  leagues: z.array(MatchLeague),
})
export type Match = z.infer<typeof Match>

/** Number of players with the same pick. Scores are null for result-only picks. */
export const PickCount = z.object({
  result: Outcome,
  home: z.nullable(z.int()),
  away: z.nullable(z.int()),
  picks: z.int(),
})
export type PickCount = z.infer<typeof PickCount>

/** A league mate, or the reader, with the revealed pick; null: no prediction. */
export const MatePick = z.object({
  id: Id,
  ...Person.shape,
  pick: z.nullable(RevealedPick),
  /** The match is doubled for this member in the league of the request; absent without it. */
  joker: z.optional(z.boolean()),
})
export type MatePick = z.infer<typeof MatePick>

/** `GET /api/fixtures/{id}/picks?league`: the picks of a match whose cutoff has passed. 409 before. */
export const MatchPicks = z.object({
  /** Every pick with its number of players, most first. */
  crowd: z.array(PickCount),
  /** Members of the league, or of all the reader’s leagues, at most 500, in order of registration. */
  mates: z.array(MatePick),
  /** Scoring of the league of the request for this match; absent without a league or without rules of its own. */
  scoring: z.optional(z.object({ result: z.int(), goalDifference: z.int(), exact: z.int() })),
})
export type MatchPicks = z.infer<typeof MatchPicks>

/** A change of the score of a match under way. The data have no scorers and no minutes. */
export const Goal = z.object({
  id: z.string(),
  fixtureId: Id,
  at: IsoTime,
  /** Score after the goal. */
  home: z.int(),
  away: z.int(),
  /** The club that scored; null: several goals at once, or the score was taken back. */
  side: z.nullable(z.enum(['home', 'away'])),
  /** One club has fewer goals than before. */
  isTakenBack: z.boolean(),
  /** Players whose points, as they stand, the goal raised and lowered. */
  gained: z.int(),
  lost: z.int(),
})
export type Goal = z.infer<typeof Goal>

/** The reader’s points and rank as they stand. */
const OwnProvisional = z.object({
  /** Points that the matches under way would pay. */
  points: z.int(),
  totalPoints: z.int(),
  ranking: z.int(),
  settledRanking: z.int(),
})

/** `GET /api/live`: matches under way, and those that ended in the last ten minutes. */
export const LiveDay = z.object({
  fixtures: z.array(Fixture),
  /** Newest first. */
  goals: z.array(Goal),
  /** null: nothing is live, or the reader is not ranked. */
  provisional: z.nullable(OwnProvisional),
})
export type LiveDay = z.infer<typeof LiveDay>

/** A row of a provisional board. */
export const ProvisionalEntry = z.object({
  id: Id,
  ...Person.shape,
  ranking: z.int(),
  /** Places gained by the matches under way (above 0) or lost. */
  movement: z.int(),
  /** Of these, from matches under way; null for strangers, of whom it would show the picks (docs/rules.md R272). */
  points: z.nullable(z.int()),
  totalPoints: z.int(),
})
export type ProvisionalEntry = z.infer<typeof ProvisionalEntry>

/** `GET /api/leaderboard/provisional`, `GET /api/leagues/{id}/provisional`: the board if the matches under way ended now. */
export const ProvisionalPage = z.object({
  /** null: nothing is live. */
  provisional: z.nullable(
    z.object({
      entries: z.array(ProvisionalEntry),
      total: z.int(),
      me: z.nullable(ProvisionalEntry),
    }),
  ),
})
export type ProvisionalPage = z.infer<typeof ProvisionalPage>
