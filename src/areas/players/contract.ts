import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime } from '../../contracts/common.ts'
import { Achievement } from '../achievements/contract.ts'
import { Fixture, Outcome, Team } from '../fixtures/contract.ts'
import { PickVerdict } from '../predictions/contract.ts'
import { Author } from '../sharing/contract.ts'

/** What somebody has done in a season. */
export const PlayerRecord = z.object({
  /** All ledger entries. */
  totalPoints: z.int(),
  totalPredictions: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  exactScores: z.int(),
  /** Rounded percentage of settled predictions; 0 without any. */
  accuracy: z.int(),
  /** null without a prediction: not ranked. */
  rank: z.nullable(z.int()),
  /** Correct ones in a row. */
  currentStreak: z.int(),
  bestStreak: z.int(),
})
export type PlayerRecord = z.infer<typeof PlayerRecord>

const place = z.object({ ranking: z.int(), totalPoints: z.int() })
/** A league that the reader and somebody else are in, with the places of both by match points of the season. */
export const CommonLeague = z.object({ id: Id, name: z.string(), theirs: place, yours: place })
export type CommonLeague = z.infer<typeof CommonLeague>

export const PlayerBadge = z.extend(Achievement, { unlockedAt: IsoTime })
export type PlayerBadge = z.infer<typeof PlayerBadge>

/** `GET /api/players/{id}?season`: all that players are told of each other. Never an address, a phone number, a wallet or a sign-in. */
export const Player = z.object({
  ...Author.shape,
  joinedAt: IsoTime,
  /** The favourite club; null: none is given. */
  favoriteTeam: z.nullable(Team),
  /** In their own words; null: nothing is given. */
  bio: z.nullable(z.string()),
  location: z.nullable(z.string()),
  ...PlayerRecord.shape,
  /** The achievements unlocked, the latest first. */
  badges: z.array(PlayerBadge),
  followers: z.int(),
  isFollowing: z.boolean(),
  /** In common with the reader, by name; none for the reader's own page. */
  leagues: z.array(CommonLeague),
  /** The reader's, to compare with. */
  yours: PlayerRecord,
})
export type Player = z.infer<typeof Player>

/** `GET /api/players/{id}/gameweeks?season`: match points of the gameweeks in which one of the two has a settled prediction, ascending. */
export const PlayerGameweek = z.object({
  gameweek: Gameweek,
  /** null: no settled prediction. */
  theirs: z.nullable(z.int()),
  yours: z.nullable(z.int()),
})
export type PlayerGameweek = z.infer<typeof PlayerGameweek>

/** A prediction as somebody else sees it. */
export const RevealedPick = z.object({
  predictedResult: Outcome,
  predictedHomeScore: z.nullable(z.int()),
  predictedAwayScore: z.nullable(z.int()),
  /** Both null until the match is finished; `void`: it was cancelled. */
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
  /** `all`: the reader shares a league with them, or is them. `shared`: only what they have shared with everybody. */
  shown: z.enum(['all', 'shared']),
  /** By kickoff: matches whose cutoff has passed. `theirs` null: no prediction. Where only shares are shown, those matches alone. */
  picks: z.array(z.object({ fixture: Fixture, theirs: z.nullable(RevealedPick), yours: z.nullable(RevealedPick) })),
  /** The other matches of the gameweek: what anybody says of them is sealed. */
  sealed: z.array(Fixture),
})
export type PlayerPredictions = z.infer<typeof PlayerPredictions>
