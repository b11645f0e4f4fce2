import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, Person, Season } from '../../contracts/common.ts'
import { Team } from '../fixtures/contract.ts'

/** The clubs from first to last, by id. */
const clubIds = z.array(Id).check(z.minLength(2), z.maxLength(24))

/** `PUT /api/final-table`: each club of the season once. Default: the current season. */
export const FinalTableEntry = z.object({ season: z.optional(Season), clubIds })

/** A club of the season with its places. Level clubs share the places from `first` to `last`. */
export const FinalTableClub = z.object({
  ...Team.shape,
  /** null: before the first cutoff, or before the first result. */
  places: z.nullable(z.object({ first: z.int(), last: z.int() })),
  /** Place in the season before, while open; null: another division, or unknown. */
  lastSeason: z.nullable(z.int()),
})
export type FinalTableClub = z.infer<typeof FinalTableClub>

/** Points so far, or final ones. */
const score = { points: z.int(), spotOn: z.int() }

/** The most frequent choice for a place, with its rounded percentage of all predictions. */
const Favourite = z.object({ clubId: Id, percent: z.int() })

/** `GET /api/final-table`: the season’s prediction of the reader, and the places it is compared with. */
export const FinalTable = z.object({
  /** null: there is no season. */
  season: z.nullable(Season),
  /** `open`: before the first cutoff. `final`: every gameweek has settled. */
  state: z.enum(['open', 'running', 'final']),
  /** The first cutoff of the season; null: no dates yet. */
  closesAt: z.nullable(IsoTime),
  /** In the order of the league table. */
  clubs: z.array(FinalTableClub),
  /** Number of predictions; cached for a minute while open. */
  total: z.int(),
  own: z.nullable(
    z.object({
      clubIds,
      updatedAt: IsoTime,
      /** null: the clubs have no places yet. Equal points share a rank. */
      score: z.nullable(z.object({ ...score, rank: z.int() })),
      /**
       * Clubs in their exact places, in the order of the prediction. `since`: the settled gameweek since which each has been there without a
       * break; null: it was elsewhere after the latest one, or none has settled.
       */
      inPlace: z.array(z.object({ clubId: Id, since: z.nullable(Gameweek) })),
      /** Public address of its picture; null while open. */
      path: z.nullable(z.string()),
    }),
  ),
  /** null while open, or without a prediction. */
  favourites: z.nullable(z.object({ champion: Favourite, bottom: Favourite })),
})
export type FinalTable = z.infer<typeof FinalTable>

export const FinalTableBoardEntry = z.object({ id: Id, ...Person.shape, rank: z.int(), ...score })
export type FinalTableBoardEntry = z.infer<typeof FinalTableBoardEntry>

/** `GET /api/final-table/board`. Equal points share a rank; more exact places come first. Empty before the first result. */
export const FinalTableBoard = z.object({
  entries: z.array(FinalTableBoardEntry),
  total: z.int(),
  me: z.nullable(FinalTableBoardEntry),
  /** Number of rows before this page. */
  offset: z.int(),
})
export type FinalTableBoard = z.infer<typeof FinalTableBoard>

/** `GET /api/final-table/mates`: predictions of league mates, best first. Empty before the first cutoff. */
export const MateTable = z.object({
  id: Id,
  ...Person.shape,
  clubIds,
  /** null: the clubs have no places yet. */
  score: z.nullable(z.object(score)),
})
export type MateTable = z.infer<typeof MateTable>
