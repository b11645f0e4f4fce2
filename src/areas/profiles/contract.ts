import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, onOneLine, Person, visibleIfAny } from '../../contracts/common.ts'
import { RecoveryChange, RecoveryProfile } from '../recovery/contract.ts'
import { PROFILE_LIMITS } from './constants.ts'

const text = z.nullable(z.string())

/** What was played and won, in the current season (docs/rules.md R132). */
const record = {
  totalPredictions: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  exactScores: z.int(),
  /** Rounded percentage of settled predictions; 0 without any. */
  averageAccuracy: z.int(),
  /** Correct ones in a row, by kickoff. */
  currentStreak: z.int(),
  bestStreak: z.int(),
  /** All ledger entries. */
  totalPoints: z.int(),
  /** null while unranked. */
  rank: z.nullable(z.int()),
}

/** `GET /api/profile`: the signed-in user's own. Nobody else is ever given it. */
export const Profile = z.object({
  id: Id,
  ...Person.shape,
  firstName: text,
  lastName: text,
  ...RecoveryProfile.shape,
  bio: text,
  location: text,
  phone: text,
  /** A club. */
  favoriteTeam: z.nullable(Id),
  joinedAt: IsoTime,
  ...record,
})
export type Profile = z.infer<typeof Profile>

/** `GET /api/profile/stats`. */
export const ProfileStats = z.object({
  ...record,
  /** Made in the last 7 days, and in the last 30. */
  weeklyPredictions: z.int(),
  monthlyPredictions: z.int(),
  /** Gameweeks with a settled prediction, ascending; `accuracy` is a rounded percentage, `points` those of matches. */
  recentPerformance: z.array(
    z.object({
      week: Gameweek,
      accuracy: z.int(),
      points: z.int(),
      /** Everybody's: the accuracy of all picks, and the mean points of those who predicted the gameweek, to a tenth. */
      field: z.object({ accuracy: z.int(), points: z.number() }),
    }),
  ),
})
export type ProfileStats = z.infer<typeof ProfileStats>

/** Spaces around it are cut off, and nothing is the same as null. What there is can be seen. */
const given = (most: number) => z.string().check(z.trim(), z.maxLength(most), visibleIfAny)
const line = (most: number) => z.optional(z.nullable(given(most).check(onOneLine)))

/** Whether there is something to see in a new one is for the server to judge: a player keeps the name of before the rule. */
const name = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(PROFILE_LIMITS.name), onOneLine)))

/** 6 to 15 digits, as numbers have all over the world, in whatever groups. */
const PHONE = /^$|^\+?[ ().-]{0,3}\d(?:[ ().-]{0,3}\d){5,14}[ ().-]{0,3}$/

/** `PUT /api/profile`. What is left out stays; null takes it away. */
export const ProfileChange = z.extend(RecoveryChange, {
  firstName: name,
  lastName: name,
  bio: z.optional(z.nullable(given(PROFILE_LIMITS.bio))),
  location: line(PROFILE_LIMITS.location),
  phone: z.optional(z.nullable(given(PROFILE_LIMITS.phone).check(z.regex(PHONE, 'That is not a phone number')))),
  favoriteTeam: z.optional(z.nullable(Id)),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** `POST /api/user/avatar`: where the picture is to be had from now on. */
export const AvatarAnswer = z.object({ avatarUrl: z.string() })
export type AvatarAnswer = z.infer<typeof AvatarAnswer>
