import * as z from 'zod/mini'
import { Id, IsoTime, onOneLine, Person, visible, visibleIfAny } from '../../contracts/common.ts'
import { LEAST_PASSWORD, MOST_REASON } from './constants.ts'

const LONGEST_PASSWORD = 128
const MOST_QUESTION = 200
const MOST_ANSWER = 200
const MOST_NAME = 64

const MISSING_NAME = 'Please enter your username.'
/** Not checked against the rules of usernames: an invalid name is treated as an unknown one. */
const Username = z.string(MISSING_NAME).check(z.trim(), z.minLength(1, MISSING_NAME), z.maxLength(MOST_NAME))

/** A new password with at least `least` characters. */
export const newPassword = (least: number) =>
  z
    .string()
    .check(
      z.minLength(least, `Password must be at least ${least} characters long`),
      z.maxLength(LONGEST_PASSWORD, `Password must be at most ${LONGEST_PASSWORD} characters long`),
    )

/** An existing password. Its limit exceeds that of new passwords, so that older ones stay valid. */
export const PresentPassword = z.string().check(z.maxLength(1_024))

const Token = z.string().check(z.trim(), z.maxLength(200))
const Email = z.string().check(z.trim(), z.maxLength(254))

export const ForgotPassword = z.object({ username: Username, email: z.optional(z.nullable(Email)) })
export type ForgotPassword = z.infer<typeof ForgotPassword>

export const ResetPassword = z.object({ token: Token, newPassword: newPassword(LEAST_PASSWORD.token) })

export const SelfResetPassword = z.object({
  username: Username,
  currentPassword: PresentPassword,
  newPassword: newPassword(LEAST_PASSWORD.secret),
})
export type SelfResetPassword = z.infer<typeof SelfResetPassword>

export const SecurityResetPassword = z.object({
  username: Username,
  securityAnswer: z.string().check(z.maxLength(MOST_ANSWER)),
  newPassword: newPassword(LEAST_PASSWORD.secret),
})
export type SecurityResetPassword = z.infer<typeof SecurityResetPassword>

export const AdminResetRequest = z.object({
  username: Username,
  reason: z
    .string('Give a reason.')
    .check(
      z.trim(),
      visible('Give a reason.'),
      z.maxLength(MOST_REASON, `Keep the reason to ${MOST_REASON} characters.`),
    ),
})
export type AdminResetRequest = z.infer<typeof AdminResetRequest>

export const GetSecurityQuestion = z.object({ username: Username })
export const SecurityQuestion = z.object({ securityQuestion: z.string() })
export type SecurityQuestion = z.infer<typeof SecurityQuestion>

/** A pending request to the administrators. A person has at most one; its id is the person's id. */
export const ResetRequest = z.object({
  id: Id,
  userId: Id,
  ...Person.shape,
  reason: z.string(),
  /** The person has a confirmed address, so could reset the password by mail. */
  hasEmail: z.boolean(),
  registeredAt: IsoTime,
  requestedAt: IsoTime,
})
export type ResetRequest = z.infer<typeof ResetRequest>

const LEAST_QUESTION = 5
const SHORT_QUESTION = `A question needs at least ${LEAST_QUESTION} characters`
/** Missing fields stay unchanged; null and empty text clear a field. The answer is write-only. */
export const RecoveryChange = z.object({
  email: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(254),
          z.regex(new RegExp(`^$|${z.regexes.email.source}`), 'That is not an email address'),
        ),
    ),
  ),
  securityQuestion: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.regex(new RegExp(`^$|^.{${LEAST_QUESTION},}$`, 'su'), { error: SHORT_QUESTION, abort: true }),
          visibleIfAny,
          z.maxLength(MOST_QUESTION, `A question has at most ${MOST_QUESTION} characters`),
          onOneLine,
        ),
    ),
  ),
  securityAnswer: z.optional(z.string().check(z.trim(), z.maxLength(MOST_ANSWER))),
  /** Required to change an existing address or question. */
  currentPassword: z.optional(PresentPassword),
})
export type RecoveryChange = z.infer<typeof RecoveryChange>

/** Recovery data of a user, as shown to that user. */
export const RecoveryProfile = z.object({
  email: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  securityQuestion: z.nullable(z.string()),
})
export type RecoveryProfile = z.infer<typeof RecoveryProfile>

export const ConfirmEmail = z.object({ token: Token })
