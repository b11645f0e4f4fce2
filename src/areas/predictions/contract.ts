import * as z from 'zod/mini'
import { Id, IsoTime } from '../../contracts/common.ts'
import { outcomeOf } from '../../contracts/points.ts'
import { Fixture, Outcome } from '../fixtures/contract.ts'

const digit = z.nullish(
  z.int('Scores are whole numbers').check(z.minimum(0, 'Scores are 0 to 9'), z.maximum(9, 'Scores are 0 to 9')),
)

/** Returns whether the pick has both digits or neither, and a score that matches its result. */
function scoreFits(pick: {
  predictedResult: Outcome
  predictedHomeScore?: number | null
  predictedAwayScore?: number | null
}) {
  const { predictedResult: result, predictedHomeScore: home, predictedAwayScore: away } = pick
  if (home == null || away == null) return home == null && away == null
  return result === outcomeOf(home, away)
}
const fits = z.refine((pick: unknown) => scoreFits(pick as Parameters<typeof scoreFits>[0]), {
  path: ['predictedHomeScore'],
  error: 'The score needs both sides and must fit the chosen result',
})

const pick = {
  predictedResult: z.enum(['home', 'draw', 'away'], 'Please select a prediction'),
  predictedHomeScore: digit,
  predictedAwayScore: digit,
}
export const PredictionCreate = z.object({ userId: z.optional(Id), fixtureId: Id, ...pick }).check(fits)
export type PredictionCreate = z.infer<typeof PredictionCreate>
export const PredictionUpdate = z.object({ userId: z.optional(Id), fixtureId: z.optional(Id), ...pick }).check(fits)
export type PredictionUpdate = z.infer<typeof PredictionUpdate>

/** Result of a pick. `void`: its match is cancelled. */
export const PickVerdict = z.enum(['exact', 'correct', 'wrong', 'void'])
export type PickVerdict = z.infer<typeof PickVerdict>

export const Prediction = z.object({
  id: Id,
  userId: Id,
  fixtureId: Id,
  predictedResult: Outcome,
  predictedHomeScore: z.nullable(z.int()),
  predictedAwayScore: z.nullable(z.int()),
  /** Points; null until the match is finished. */
  pointsEarned: z.nullable(z.int()),
  /** Reason for the points; null until the match is finished or cancelled. */
  verdict: z.nullable(PickVerdict),
  createdAt: IsoTime,
  updatedAt: IsoTime,
  /** Number of the pick among the player's picks for this match; a change can name it as `basedOn`. */
  revision: z.int(),
  fixture: Fixture,
})
export type Prediction = z.infer<typeof Prediction>

/** An item of `GameweekPicks`. */
export const GameweekPick = z
  .object({
    userId: z.optional(Id),
    fixtureId: Id,
    ...pick,
    /** Revision of the prediction that the player saw, 0 for none. A later one is not overwritten: the item's status is 412. */
    basedOn: z.optional(z.int().check(z.minimum(0))),
  })
  .check(fits)
/** Body of `PUT /api/predictions/gameweek/{n}`. Items are validated one by one, so one invalid pick does not reject the others. */
export const GameweekPicks = z.object({
  userId: z.optional(Id),
  predictions: z.array(z.looseObject({ fixtureId: Id })).check(z.minLength(1), z.maxLength(60)),
})
export const GameweekPickOutcome = z.object({
  fixtureId: Id,
  /** HTTP status of this item as a single request: 200, 201, 400, 404, 409, 412, 429. */
  status: z.int(),
  prediction: z.optional(Prediction),
  detail: z.optional(z.string()),
})
export type GameweekPickOutcome = z.infer<typeof GameweekPickOutcome>
