import * as z from 'zod/mini'
import { Id, IsoTime } from './common.ts'
import { newPassword, PresentPassword } from './recovery.ts'
import { LEAST_PASSWORD } from './recovery-limits.ts'

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

/** `GET /api/user/export`: the file with all that the game holds about its reader. */
export const OwnExport = z.object({
  exportedAt: IsoTime,
  userId: Id,
  username: z.string(),
  /** Rows of the read models, by view: docs/read-models.md says what they are. */
  readModels: z.record(z.string(), z.array(Row)),
  /** Rows of what is not projected, by table, without secrets. */
  tables: z.record(z.string(), z.array(Row)),
  /** What the reader did, as the event log keeps it, the oldest first; docs/events.md says what each is. */
  events: z.array(z.object({ stream: z.string(), revision: z.int(), type: z.string(), at: IsoTime, data: Row })),
})
export type OwnExport = z.infer<typeof OwnExport>
