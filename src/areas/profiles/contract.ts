import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, onOneLine, Person, visibleIfAny } from '../../contracts/common.ts'
import { RecoveryChange, RecoveryProfile } from '../recovery/contract.ts'
import { PROFILE_LIMITS } from './constants.ts'

const text = z.nullable(z.string())

/** The player's figures of the current season (docs/rules.md R132). */
const record = {
  totalPredictions: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  exactScores: z.int(),
  /** Rounded percentage of settled predictions; 0 without any. */
  averageAccuracy: z.int(),
  /** Correct predictions in a row, by kickoff. */
  currentStreak: z.int(),
  bestStreak: z.int(),
  /** Sum of all ledger entries of the season. */
  totalPoints: z.int(),
  /** null while unranked. */
  rank: z.nullable(z.int()),
}

/** `GET /api/profile`: the signed-in user's own profile. It is never returned to other users. */
export const Profile = z.object({
  id: Id,
  ...Person.shape,
  firstName: text,
  lastName: text,
  ...RecoveryProfile.shape,
  bio: text,
  location: text,
  phone: text,
  /** Id of the favourite club. */
  favoriteTeam: z.nullable(Id),
  joinedAt: IsoTime,
  ...record,
})
export type Profile = z.infer<typeof Profile>

/** `GET /api/profile/stats`. */
export const ProfileStats = z.object({
  ...record,
  /** Predictions made in the last 7 days, and in the last 30. */
  weeklyPredictions: z.int(),
  monthlyPredictions: z.int(),
  /** Gameweeks with a settled prediction, ascending. `accuracy` is a rounded percentage, `points` are match points. */
  recentPerformance: z.array(
    z.object({
      week: Gameweek,
      accuracy: z.int(),
      points: z.int(),
      /** All players: accuracy of all picks, and mean points of those who predicted the gameweek, to a tenth. */
      field: z.object({ accuracy: z.int(), points: z.number() }),
    }),
  ),
})
export type ProfileStats = z.infer<typeof ProfileStats>

/** Trimmed text. An empty text means null; any other text needs a visible character. */
const freeText = (most: number) => z.string().check(z.trim(), z.maxLength(most), visibleIfAny)
const line = (most: number) => z.optional(z.nullable(freeText(most).check(onOneLine)))

/** The server checks new names for visible characters, because names from before that rule stay valid. */
const name = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(PROFILE_LIMITS.name), onOneLine)))

/** An international phone number: 6 to 15 digits in any grouping; or empty. */
const PHONE = /^$|^\+?[ ().-]{0,3}\d(?:[ ().-]{0,3}\d){5,14}[ ().-]{0,3}$/

/** Body of `PUT /api/profile`. Missing fields stay unchanged; null clears a field. */
export const ProfileChange = z.extend(RecoveryChange, {
  firstName: name,
  lastName: name,
  bio: z.optional(z.nullable(freeText(PROFILE_LIMITS.bio))),
  location: line(PROFILE_LIMITS.location),
  phone: z.optional(z.nullable(freeText(PROFILE_LIMITS.phone).check(z.regex(PHONE, 'That is not a phone number')))),
  favoriteTeam: z.optional(z.nullable(Id)),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** Response of `POST /api/user/avatar`: the path of the new picture. */
export const AvatarAnswer = z.object({ avatarUrl: z.string() })
