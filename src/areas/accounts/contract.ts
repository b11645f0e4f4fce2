import * as z from 'zod/mini'
import { Id, IsoTime, Person } from '../../contracts/common.ts'
import { LEAST_PASSWORD } from '../recovery/constants.ts'
import { newPassword, PresentPassword } from '../recovery/contract.ts'

/** One of the reader's own sessions. `GET /api/user/sessions` returns at most 50, the most recently used first. */
export const OwnSession = z.object({
  /** Identifies the session in `DELETE /api/user/sessions/{id}`. It cannot be used to sign in. */
  id: z.string(),
  createdAt: IsoTime,
  /** Accurate to the hour: a session is not updated on every request. */
  lastUsedAt: IsoTime,
  /** The browser and system at sign-in: `Firefox on Android`, or `Unknown device`. */
  device: z.string(),
  /** Network of the latest use, to the hour: the /24 of an IPv4 address, the /48 of an IPv6 address; null if unknown. */
  network: z.nullable(z.string()),
  /** True for the session of this request. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const SessionId = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'That is not a session'))

/** `POST /api/user/sessions/end-others`: the number of ended sessions. */
export const EndedOthers = z.object({ ended: z.int() })
export type EndedOthers = z.infer<typeof EndedOthers>

/**
 * `POST /api/user/password`: a wrong current password is a 401 and counts as a failed login. It may be left out within 15
 * minutes of signing in with a passkey.
 */
export const OwnPasswordChange = z.object({
  currentPassword: z.optional(PresentPassword),
  newPassword: newPassword(LEAST_PASSWORD.secret),
})

/** `DELETE /api/user`: 204 and signed out; 401 for a wrong password, 409 for the last administrator. */
export const OwnDeletion = z.object({ password: PresentPassword })
export type OwnDeletion = z.infer<typeof OwnDeletion>

const Row = z.record(z.string(), z.unknown())

/** Adds a description for the OpenAPI document. */
function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  const own = z.clone(schema)
  z.globalRegistry.add(own, { description })
  return own
}

/** An event in the export. */
const OwnEvent = z.object({
  stream: described(z.string(), 'Its stream in the log; hashes of names and addresses are replaced'),
  revision: described(z.int(), 'Its number in the stream, from 0'),
  type: described(z.string(), 'The event type; docs/events.md describes each type'),
  at: described(IsoTime, 'When it took effect'),
  by: described(
    z.nullable(z.enum(['self', 'other'])),
    'Who caused it: the reader or another user; null for the game or a signed-out visitor',
  ),
  data: described(Row, 'The event data, without secrets, texts by other users and their identities'),
})

/** `GET /api/user/export`: the file with all data that the game holds about its reader. */
export const OwnExport = z.object({
  exportedAt: IsoTime,
  userId: Id,
  username: z.string(),
  readModels: described(
    z.record(z.string(), z.array(Row)),
    'Rows of the read models about the reader, by view; docs/read-models.md describes them',
  ),
  tables: described(
    z.record(z.string(), z.array(Row)),
    'Rows of tables that are not projected, such as sessions, notifications and the picture, without secrets',
  ),
  events: described(
    z.array(OwnEvent),
    'All events of the reader’s own streams, as stored in the event log, oldest first',
  ),
})
export type OwnExport = z.infer<typeof OwnExport>

const BOTH = 'Please enter both username and password'

/** Username of a login or registration as sent; registration checks more. */
export const Credentials = z.object({
  username: z.string(BOTH).check(z.trim(), z.minLength(1, BOTH)),
  password: z.string(BOTH).check(z.minLength(1, BOTH)),
})
export type Credentials = z.infer<typeof Credentials>

/** docs/rules.md R48 and R49: trimmed, 3 to 30 of letters, digits, `_`, `-`, `.`; password 6 to 128. */
export const Registration = z.object({
  username: z
    .string(BOTH)
    .check(
      z.trim(),
      z.minLength(1, BOTH),
      z.regex(/^[A-Za-z0-9_.-]{3,30}$/, 'Username must be 3 to 30 letters, digits, _, - or .'),
    ),
  password: z
    .string(BOTH)
    .check(
      z.minLength(1, BOTH),
      z.minLength(6, 'Password must be at least 6 characters long'),
      z.maxLength(128, 'Password must be at most 128 characters long'),
    ),
})

export const Role = z.enum(['user', 'admin'])
export type Role = z.infer<typeof Role>

/** The signed-in user as shown to themselves, without secrets. */
export const CurrentUser = z.object({
  id: Id,
  ...Person.shape,
  role: Role,
  /** null until the first login after registering. */
  lastLoginAt: z.nullable(IsoTime),
  createdAt: IsoTime,
  walletAddress: z.nullable(z.string()),
  walletVerified: z.boolean(),
  /** Points of the current season, from all ledger entries. */
  totalPoints: z.int(),
  totalPredictions: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  /** Rounded percentage of settled predictions. */
  accuracy: z.int(),
  /** null while unranked. */
  rank: z.nullable(z.int()),
  /** Number of unlocked achievements. */
  achievementCount: z.int(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const LockedAccount = z.object({
  ip: z.string(),
  failedAttempts: z.int(),
  isCurrentlyLocked: z.boolean(),
  remainingLockTimeMinutes: z.int(),
  lastAttempt: IsoTime,
})
export type LockedAccount = z.infer<typeof LockedAccount>

export const UnlockAccount = z.object({
  ip: z.string('That is not an IP address').check(z.trim(), z.minLength(1, 'That is not an IP address')),
})
export const Message = z.object({ message: z.string() })
