import * as z from 'zod/mini'
import { Id, IsoTime, Person } from '../../contracts/common.ts'
import { LEAST_PASSWORD } from '../recovery/constants.ts'
import { newPassword, PresentPassword } from '../recovery/contract.ts'

/** One of the reader's own sessions. `GET /api/user/sessions` gives all that hold, at most 50, the one used last first. */
export const OwnSession = z.object({
  /** Names the session in `DELETE /api/user/sessions/{id}` and signs nobody in. */
  id: z.string(),
  createdAt: IsoTime,
  /** To the hour: a session is not written at every request. */
  lastUsedAt: IsoTime,
  /** As its browser called itself when it signed in: `Firefox on Android`, or `Unknown device`. */
  device: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const SessionId = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'That is not a session'))

/** `POST /api/user/sessions/end-others`: how many have ended. */
export const EndedOthers = z.object({ ended: z.int() })
export type EndedOthers = z.infer<typeof EndedOthers>

/** `POST /api/user/password`: a wrong present password is a 401 and counts as a failed login. */
export const OwnPasswordChange = z.object({
  currentPassword: PresentPassword,
  newPassword: newPassword(LEAST_PASSWORD.secret),
})
export type OwnPasswordChange = z.infer<typeof OwnPasswordChange>

/** `DELETE /api/user`: 401 for a wrong password, 409 for the last administrator, else 204 and signed out. */
export const OwnDeletion = z.object({ password: PresentPassword })
export type OwnDeletion = z.infer<typeof OwnDeletion>

const Row = z.record(z.string(), z.unknown())

/** For whoever reads the description of the API. */
function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  const own = z.clone(schema)
  z.globalRegistry.add(own, { description })
  return own
}

/** An event as the export has it. */
const OwnEvent = z.object({
  stream: described(z.string(), 'Where it stands in the log, without what stands for a name or an address'),
  revision: described(z.int(), 'Its place there, from 0'),
  type: described(z.string(), 'What happened: docs/events.md says what each type is'),
  at: described(IsoTime, 'When it took effect'),
  by: described(
    z.nullable(z.enum(['self', 'other'])),
    'Who did it: the reader or somebody else; null: the game itself, or somebody who was not signed in',
  ),
  data: described(Row, 'What was said, without secrets and words of others; of what others did, without who'),
})

/** `GET /api/user/export`: the file with all that the game holds about its reader. */
export const OwnExport = z.object({
  exportedAt: IsoTime,
  userId: Id,
  username: z.string(),
  readModels: described(
    z.record(z.string(), z.array(Row)),
    'Rows of the read models that are the reader’s, by view: docs/read-models.md says what they are',
  ),
  tables: described(
    z.record(z.string(), z.array(Row)),
    'Rows of what is not projected, by table: sessions, notifications, the picture and the like, without secrets',
  ),
  events: described(
    z.array(OwnEvent),
    'All events of the streams that are the reader’s own, as the event log keeps them, the oldest first',
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
export type Registration = z.infer<typeof Registration>

export const Role = z.enum(['user', 'admin'])
export type Role = z.infer<typeof Role>

/** The signed-in user as they see themselves. No secret ever. */
export const CurrentUser = z.object({
  id: Id,
  ...Person.shape,
  role: Role,
  /** null until the first login after registering. */
  lastLoginAt: z.nullable(IsoTime),
  createdAt: IsoTime,
  walletAddress: z.nullable(z.string()),
  walletVerified: z.boolean(),
  /** Current season, all ledger entries. */
  totalPoints: z.int(),
  totalPredictions: z.int(),
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  /** Rounded percentage of settled predictions. */
  accuracy: z.int(),
  /** null while unranked. */
  rank: z.nullable(z.int()),
  /** Achievements unlocked. */
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
