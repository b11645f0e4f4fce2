import * as z from 'zod/mini'
import { Id, IsoTime, Person, paged, visible } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { Role } from '../accounts/contract.ts'
import { Outcome } from '../fixtures/contract.ts'

/** Progress of a read model (`group`) or a reactor. */
export const ProjectionState = z.object({
  name: z.string(),
  kind: z.enum(['group', 'reactor']),
  /** Number of processed events of its types. */
  events: z.int(),
  /** True if the log contains events that are not processed yet. */
  behind: z.boolean(),
  /** Why it is stopped; null while it is running. */
  error: z.nullable(z.string()),
  version: z.nullable(z.int()),
  generation: z.nullable(z.int()),
  /** Progress of a rebuild that runs next to the live tables. `total` is null until it is known. */
  rebuilding: z.nullable(z.object({ done: z.int(), total: z.nullable(z.int()) })),
  rebuildError: z.nullable(z.string()),
})
export type ProjectionState = z.infer<typeof ProjectionState>

/** An event that a projection failed to process. */
const PoisonEvent = z.object({
  projection: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  stream: z.string(),
  error: z.string(),
  at: IsoTime,
})

/** `GET /api/admin/projections`. */
export const Projections = z.object({
  /** True if this node runs the projections, false if another node does. */
  leads: z.boolean(),
  projections: z.array(ProjectionState),
  /** Events that wait for a retry or a skip. */
  poison: z.array(PoisonEvent),
})
export type Projections = z.infer<typeof Projections>

/** A user as shown to administrators, with points, predictions and rank of the current season. */
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
  /** null without a prediction (not ranked). */
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

/** `search` is the beginning of a name, or `#17`. `order` is ignored when sorting by rank. */
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
  /** Mean accuracy of all players with a settled prediction; one decimal. */
  averageAccuracy: z.number(),
  /** Of all players together. */
  correctPredictions: z.int(),
  settledPredictions: z.int(),
})
export type AdminUserSummary = z.infer<typeof AdminUserSummary>

/** Data that is deleted with a user. */
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

/** Reason for a deletion. A fixed code, because it stays in the log, which must not keep personal data of the user. */
export const DeletionReason = z.enum(['asked', 'abuse', 'cheating', 'duplicate', 'inactive'])
export type DeletionReason = z.infer<typeof DeletionReason>

export const ResetOrder = z.object({
  reason: z.optional(
    z.string().check(z.trim(), visible('Give a reason'), z.maxLength(200, 'Keep the reason to 200 characters')),
  ),
})
/** The new password, which is returned once and not stored. */
export const NewPassword = z.object({ newPassword: z.string() })
export type NewPassword = z.infer<typeof NewPassword>

export const ActKind = z.enum([
  'make-admin',
  'remove-admin',
  'reset-password',
  'delete',
  'unlock-address',
  'unlock-achievements',
  'dismiss-report',
  'delete-message',
  'delete-share',
  'delete-comment',
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

/** An action of an administrator. */
export const AdministratorsAct = z.object({
  id: z.string(),
  kind: ActKind,
  at: IsoTime,
  /** null for a deleted administrator or, with `atServer`, a command on the server. */
  by: z.nullable(Named),
  atServer: z.boolean(),
  /** The affected user; null if there is none, or for a deleted user. */
  user: z.nullable(Named),
  /** The match of a ruling. */
  fixture: z.nullable(z.object({ id: Id, homeTeam: z.string(), awayTeam: z.string() })),
  /** The score of a corrected result. */
  score: z.nullable(z.object({ home: z.int(), away: z.int() })),
  /** The outcome of an award. */
  outcome: z.nullable(Outcome),
  /** The kickoff of a moved match. */
  kickoff: z.nullable(IsoTime),
  /** Number of addresses unlocked at once; 1 for other actions. */
  count: z.int(),
  /** The reason as written. */
  reason: z.nullable(z.string()),
  /** The reason for a deletion. */
  deletionReason: z.nullable(DeletionReason),
})
export type AdministratorsAct = z.infer<typeof AdministratorsAct>

/** The data of a player that is public in lists. */
export const PublicUser = z.object({
  id: Id,
  ...Person.shape,
  /** Points of the current season. */
  totalPoints: z.int(),
})
export type PublicUser = z.infer<typeof PublicUser>

export const PublicUserQuery = z.object({ search, ...paged(PAGE.users) })
