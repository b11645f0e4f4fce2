import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime } from '../../contracts/common.ts'
import { Achievement } from '../achievements/contract.ts'
import { Fixture, Outcome, Team } from '../fixtures/contract.ts'
import { PickVerdict } from '../predictions/contract.ts'
import { Author } from '../sharing/contract.ts'

/** A player's figures of one season. */
export const PlayerRecord = z.object({
  /** Sum of all ledger entries of the season. */
  totalPoints: z.int(),
  totalPredictions: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  exactScores: z.int(),
  /** Rounded percentage of settled predictions; 0 without any. */
  accuracy: z.int(),
  /** null without a prediction: not ranked. */
  rank: z.nullable(z.int()),
  /** Correct predictions in a row. */
  currentStreak: z.int(),
  bestStreak: z.int(),
})
export type PlayerRecord = z.infer<typeof PlayerRecord>

const rank = z.object({ ranking: z.int(), totalPoints: z.int() })
/** A league of both the reader and the player, with both ranks by match points of the season. */
export const CommonLeague = z.object({ id: Id, name: z.string(), theirs: rank, yours: rank })
export type CommonLeague = z.infer<typeof CommonLeague>

export const PlayerBadge = z.extend(Achievement, { unlockedAt: IsoTime })
export type PlayerBadge = z.infer<typeof PlayerBadge>

/** `GET /api/players/{id}?season`: the public profile. Never contains an address, a phone number, a wallet or a sign-in. */
export const Player = z.object({
  ...Author.shape,
  joinedAt: IsoTime,
  /** The favourite club; null: not set. */
  favoriteTeam: z.nullable(Team),
  /** Free text by the player; null: not set. */
  bio: z.nullable(z.string()),
  location: z.nullable(z.string()),
  ...PlayerRecord.shape,
  /** Unlocked achievements, latest first. */
  badges: z.array(PlayerBadge),
  followers: z.int(),
  isFollowing: z.boolean(),
  /** Leagues shared with the reader, by name; empty on the reader's own page. */
  leagues: z.array(CommonLeague),
  /** The reader's own record, for comparison. */
  yours: PlayerRecord,
})
export type Player = z.infer<typeof Player>

/**
 * `GET /api/players/{id}/gameweeks?season`: match points by gameweek, ascending. Contains the gameweeks in which the player or the reader
 * has a settled prediction.
 */
export const PlayerGameweek = z.object({
  gameweek: Gameweek,
  /** null: no settled prediction. */
  theirs: z.nullable(z.int()),
  yours: z.nullable(z.int()),
})
export type PlayerGameweek = z.infer<typeof PlayerGameweek>

/** A prediction as other players see it after the cutoff. */
export const RevealedPick = z.object({
  predictedResult: Outcome,
  predictedHomeScore: z.nullable(z.int()),
  predictedAwayScore: z.nullable(z.int()),
  /** Points and verdict are null until the match is finished. Verdict `void`: the match was cancelled. */
  pointsEarned: z.nullable(z.int()),
  verdict: z.nullable(PickVerdict),
})
export type RevealedPick = z.infer<typeof RevealedPick>

/** `GET /api/players/{id}/predictions?gameweek&season`: picks of one gameweek whose cutoffs have passed. */
export const PlayerPredictions = z.object({
  /** null: no cutoff has passed yet. */
  gameweek: z.nullable(Gameweek),
  /** The latest with a match whose cutoff has passed. */
  lastGameweek: z.nullable(Gameweek),
  /** `all`: the reader shares a league with the player, or is the player. `shared`: public shares only. */
  shown: z.enum(['all', 'shared']),
  /** Matches whose cutoff has passed, by kickoff; with `shared`, only the shared ones. `theirs` null: no prediction. */
  picks: z.array(z.object({ fixture: Fixture, theirs: z.nullable(RevealedPick), yours: z.nullable(RevealedPick) })),
  /** The other matches of the gameweek. All predictions of them are sealed. */
  sealed: z.array(Fixture),
})
export type PlayerPredictions = z.infer<typeof PlayerPredictions>

/** One of the two players of a duel with the season's figures. */
export const Duellist = z.object({
  ...Author.shape,
  /** Match points of the season, without achievements and prizes. */
  points: z.int(),
  exactScores: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  accuracy: z.int(),
  bestStreak: z.int(),
})
export type Duellist = z.infer<typeof Duellist>

const ofBoth = <Value extends z.core.$ZodType>(value: Value) => ({ player: value, opponent: value })

/** Settled matches that at least one of two players predicted. */
export const DuelMatches = z.object({
  /** Matches with more points than the other's, and those with the same points. */
  ...ofBoth(z.int()),
  level: z.int(),
  /** Matches that both predicted, and those of them with the same pick. */
  both: z.int(),
  agreed: z.int(),
  /** Picks that no other player had. */
  lonePicks: z.object(ofBoth(z.int())),
})
export type DuelMatches = z.infer<typeof DuelMatches>

/** `GET /api/players/{id}/duel/{other}?season`: `player` is the one with `id`. */
export const Duel = z.object({
  ...ofBoth(Duellist),
  /** Match points by gameweek, ascending. null: no settled prediction. */
  gameweeks: z.array(z.object({ gameweek: Gameweek, ...ofBoth(z.nullable(z.int())) })),
  /** Gameweeks won and level, of those in which both have a settled prediction. */
  won: z.object({ ...ofBoth(z.int()), level: z.int() }),
  /** null: the reader does not share a league with both players, so nothing about single matches is shown. */
  matches: z.nullable(DuelMatches),
  /** The last part of the duel's public address; null: the reader is neither of the two. */
  key: z.nullable(z.string()),
})
export type Duel = z.infer<typeof Duel>

/** `GET /api/players/{id}/duel/{other}/picks?gameweek&season`: picks of both players in one gameweek. */
export const DuelPicks = z.object({
  /** null: no cutoff has passed yet. */
  gameweek: z.nullable(Gameweek),
  /** The latest with a match whose cutoff has passed. */
  lastGameweek: z.nullable(Gameweek),
  /** Matches whose cutoff has passed and which at least one of them predicted, by kickoff. */
  picks: z.array(z.object({ fixture: Fixture, ...ofBoth(z.nullable(RevealedPick)) })),
})
export type DuelPicks = z.infer<typeof DuelPicks>
