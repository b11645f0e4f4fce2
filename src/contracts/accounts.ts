import * as z from 'zod/mini'
import { Id, IsoTime, Person } from './common.ts'

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
