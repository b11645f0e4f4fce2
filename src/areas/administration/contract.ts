import * as z from 'zod/mini'
import { Id, IsoTime, Person, paged, visible } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { Role } from '../accounts/contract.ts'
import { Outcome } from '../fixtures/contract.ts'

/** How far a read model (`group`) or a reactor has come. */
export const ProjectionState = z.object({
  name: z.string(),
  kind: z.enum(['group', 'reactor']),
  /** Events of its types it has taken. */
  events: z.int(),
  /** The log goes on beyond what it has taken. */
  behind: z.boolean(),
  /** Why it stands still; null while it moves. */
  error: z.nullable(z.string()),
  version: z.nullable(z.int()),
  generation: z.nullable(z.int()),
  /** A rebuild beside the live tables; `total` is null before there are any. */
  rebuilding: z.nullable(z.object({ done: z.int(), total: z.nullable(z.int()) })),
  rebuildError: z.nullable(z.string()),
})
export type ProjectionState = z.infer<typeof ProjectionState>

/** An event that a projection could not take. */
export const PoisonEvent = z.object({
  projection: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  stream: z.string(),
  error: z.string(),
  at: IsoTime,
})

/** `GET /api/admin/projections`. */
export const Projections = z.object({
  /** This node projects; else another does. */
  leads: z.boolean(),
  projections: z.array(ProjectionState),
  /** Waiting for a retry or a skip. */
  poison: z.array(PoisonEvent),
})
export type Projections = z.infer<typeof Projections>

/** A user as administrators see them: points, predictions and rank of the current season. */
export const AdminUser = z.object({
  id: Id,
  ...Person.shape,
  role: Role,
  totalPoints: z.int(),
  totalPredictions: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  /** Rounded percentage of settled predictions. */
  accuracy: z.int(),
  /** null without a prediction: not ranked. */
  rank: z.nullable(z.int()),
  achievementCount: z.int(),
  favoriteTeam: z.nullable(Id),
  walletAddress: z.nullable(z.string()),
  createdAt: IsoTime,
})
export type AdminUser = z.infer<typeof AdminUser>

export const UserSort = z.enum(['rank', 'username', 'points', 'predictions', 'createdAt'])
export type UserSort = z.infer<typeof UserSort>
export const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.infer<typeof SortOrder>

const search = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40)))

/** `search`: the beginning of names, or `#17`. The order of ranks is the board's, whatever `order` says. */
export const AdminUserQuery = z.object({
  search,
  sort: z._default(UserSort, 'rank'),
  order: z._default(SortOrder, 'asc'),
  ...paged(PAGE.adminUsers),
})
export type AdminUserQuery = z.infer<typeof AdminUserQuery>

export const AdminUserSummary = z.object({
  totalUsers: z.int(),
  /** Users with a prediction in the current season. */
  activePredictors: z.int(),
  topScore: z.int(),
  /** Mean of the accuracies of all who have a settled prediction; one decimal. */
  averageAccuracy: z.number(),
})
export type AdminUserSummary = z.infer<typeof AdminUserSummary>

/** What goes with a user. */
export const DeletionConsequences = z.object({
  predictions: z.int(),
  points: z.int(),
  leagues: z.int(),
  teams: z.int(),
  messages: z.int(),
  feedback: z.int(),
})
export type DeletionConsequences = z.infer<typeof DeletionConsequences>

export const RoleChange = z.object({ role: Role })

/** Why somebody is deleted is chosen and not written: it stays in the log, where nothing of the person may stay. */
export const DeletionReason = z.enum(['asked', 'abuse', 'cheating', 'duplicate', 'inactive'])
export type DeletionReason = z.infer<typeof DeletionReason>

export const ResetOrder = z.object({
  reason: z.optional(
    z.string().check(z.trim(), visible('Please say why'), z.maxLength(200, 'A reason has at most 200 characters')),
  ),
})
/** Told this once and kept nowhere. */
export const NewPassword = z.object({ newPassword: z.string() })
export type NewPassword = z.infer<typeof NewPassword>

export const ActKind = z.enum([
  'make-admin',
  'remove-admin',
  'reset-password',
  'delete',
  'unlock-address',
  'unlock-achievements',
  'enter-result',
  'correct-result',
  'lift-result',
  'postpone',
  'reschedule',
  'cancel',
  'abandon',
  'award',
])
export type ActKind = z.infer<typeof ActKind>

const Named = z.object({ id: Id, username: z.string() })

/** What an administrator did. */
export const AdministratorsAct = z.object({
  id: z.string(),
  kind: ActKind,
  at: IsoTime,
  /** null: somebody who is deleted by now, or (`atServer`) whoever sat at the server. */
  by: z.nullable(Named),
  atServer: z.boolean(),
  /** To whom; null: to nobody, or to somebody who is deleted by now. */
  user: z.nullable(Named),
  /** About which match. */
  fixture: z.nullable(z.object({ id: Id, homeTeam: z.string(), awayTeam: z.string() })),
  /** Of a result. */
  score: z.nullable(z.object({ home: z.int(), away: z.int() })),
  /** Of an award. */
  outcome: z.nullable(Outcome),
  /** Of a match that was moved. */
  kickoff: z.nullable(IsoTime),
  /** How many addresses were let in again at once; else 1. */
  count: z.int(),
  /** As it was written. */
  reason: z.nullable(z.string()),
  /** As it was chosen, for a deletion. */
  deletionReason: z.nullable(DeletionReason),
})
export type AdministratorsAct = z.infer<typeof AdministratorsAct>

/** All that players are told of each other in a list. */
export const PublicUser = z.object({
  id: Id,
  ...Person.shape,
  /** Of the current season. */
  points: z.int(),
})
export type PublicUser = z.infer<typeof PublicUser>

export const PublicUserQuery = z.object({ search, ...paged(PAGE.users) })
export type PublicUserQuery = z.infer<typeof PublicUserQuery>
