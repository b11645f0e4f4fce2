import * as z from 'zod/mini'
import { Id, IsoTime, Joining, onOneLine, Person, RequestTime, Season, visible } from '../../contracts/common.ts'

export const CompetitionType = z.enum(['weekly', 'monthly', 'seasonal', 'cup', 'knockout'])
export type CompetitionType = z.infer<typeof CompetitionType>
export const CompetitionStatus = z.enum(['upcoming', 'active', 'ended'])
export type CompetitionStatus = z.infer<typeof CompetitionStatus>

/**
 * `POST /api/competitions`, administrators. A weekly, cup or knockout has gameweeks: those named, otherwise those that begin between the
 * dates. The others have dates.
 */
export const CompetitionCreate = z.object({
  name: z
    .string('Give the competition a name')
    .check(
      z.trim(),
      visible('Give the competition a name'),
      onOneLine,
      z.maxLength(80, 'Keep the name to 80 characters'),
    ),
  description: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500)))),
  type: CompetitionType,
  startDate: z.optional(RequestTime),
  endDate: z.optional(RequestTime),
  firstGameweek: z.optional(z.int().check(z.minimum(1), z.maximum(38))),
  lastGameweek: z.optional(z.int().check(z.minimum(1), z.maximum(38))),
  prizePool: z.int().check(z.minimum(0), z.maximum(10_000)),
  maxParticipants: z.optional(z.nullable(z.int().check(z.minimum(2), z.maximum(100_000)))),
})
export type CompetitionCreate = z.infer<typeof CompetitionCreate>

const Participant = z.object({ id: Id, totalPoints: z.int(), user: Person })
export const Competition = z.object({
  id: Id,
  season: Season,
  name: z.string(),
  description: z.nullable(z.string()),
  type: CompetitionType,
  status: CompetitionStatus,
  startDate: IsoTime,
  endDate: IsoTime,
  firstGameweek: z.nullable(z.int()),
  lastGameweek: z.nullable(z.int()),
  /** In points. */
  prizePool: z.int(),
  /** null: no limit. */
  maxParticipants: z.nullable(z.int()),
  participantCount: z.int(),
  /** A cup or knockout whose first round is drawn or decided. It accepts no more players, even before its start. */
  isDrawn: z.boolean(),
  /** Whether the reader takes part. */
  isParticipant: z.boolean(),
  /** The first three by points. */
  participants: z.array(Participant),
})
export type Competition = z.infer<typeof Competition>

/** Body of `POST /api/competitions/join`: at most as many as the quota of an hour, each once. */
export const JoinMany = z.object({
  ...Joining.shape,
  competitionIds: z.array(Id).check(
    z.minLength(1),
    z.maxLength(100),
    z.refine((ids) => new Set(ids).size === ids.length, 'Each competition can be in the list only once'),
  ),
})
export const JoinOutcome = z.object({
  competitionId: Id,
  /** HTTP status of this join as a single request: 200, 404 or 409. */
  status: z.int(),
  detail: z.optional(z.string()),
})
export type JoinOutcome = z.infer<typeof JoinOutcome>

const player = z.extend(Person, { id: Id })
/** A tie of a cup; `away` null: a bye. Points are null until the round’s gameweek has any. */
const CupTie = z.object({
  home: player,
  away: z.nullable(player),
  homePoints: z.nullable(z.int()),
  awayPoints: z.nullable(z.int()),
  winnerId: z.nullable(Id),
})
export const CompetitionRound = z.object({
  round: z.int(),
  name: z.string(),
  gameweek: z.int(),
  decided: z.boolean(),
  /** Ties of a cup; empty for a knockout. */
  ties: z.array(CupTie),
  /** Players of a knockout round with its points and who went out: the best 128 and the reader. */
  players: z.array(z.object({ ...player.shape, points: z.int(), out: z.boolean() })),
})
export const CompetitionDetail = z.object({
  ...Competition.shape,
  /** The requested page and the reader’s own row; `prize` once paid. Equal points share a rank. */
  standings: z.array(
    z.object({ ...Participant.shape, ranking: z.int(), exactScores: z.int(), prize: z.nullable(z.int()) }),
  ),
  rounds: z.array(CompetitionRound),
  winner: z.nullable(player),
})
export type CompetitionDetail = z.infer<typeof CompetitionDetail>
