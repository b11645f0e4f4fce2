import * as z from 'zod/mini'
import { Id, IsoTime, onOneLine, Person, visible } from '../../contracts/common.ts'
import { LEAST_PASSWORD, MOST_REASON } from './constants.ts'

const LONGEST_PASSWORD = 128
const MOST_QUESTION = 200
const MOST_ANSWER = 200
const MOST_NAME = 64

const MISSING_NAME = 'Please enter your username.'
/** Whatever somebody takes for their name: what fits nobody is treated as a name that nobody has. */
const Username = z.string(MISSING_NAME).check(z.trim(), z.minLength(1, MISSING_NAME), z.maxLength(MOST_NAME))

/** A password as it is to be, of so many characters at least. */
export const newPassword = (least: number) =>
  z
    .string()
    .check(
      z.minLength(least, `Password must be at least ${least} characters long`),
      z.maxLength(LONGEST_PASSWORD, `Password must be at most ${LONGEST_PASSWORD} characters long`),
    )

/** A password as it is: however long it may have been, it is looked at. */
export const PresentPassword = z.string().check(z.maxLength(1_024))

const Token = z.string().check(z.trim(), z.maxLength(200))
const Email = z.string().check(z.trim(), z.maxLength(254))

export const ForgotPassword = z.object({ username: Username, email: z.optional(z.nullable(Email)) })
export type ForgotPassword = z.infer<typeof ForgotPassword>

export const ResetPassword = z.object({ token: Token, newPassword: newPassword(LEAST_PASSWORD.token) })
export type ResetPassword = z.infer<typeof ResetPassword>

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

export const AskAdministrator = z.object({
  username: Username,
  reason: z.string('Please give a reason.').check(z.trim(), visible('Please give a reason.'), z.maxLength(MOST_REASON)),
})
export type AskAdministrator = z.infer<typeof AskAdministrator>

export const GetSecurityQuestion = z.object({ username: Username })
export const SecurityQuestion = z.object({ securityQuestion: z.string() })
export type SecurityQuestion = z.infer<typeof SecurityQuestion>

/** A person who waits for an administrator: one request each, by the person's id. */
export const ResetRequest = z.object({
  id: Id,
  userId: Id,
  ...Person.shape,
  reason: z.string(),
  /** They have a confirmed address, so that they could reset the password themselves. */
  hasEmail: z.boolean(),
  registeredAt: IsoTime,
  requestedAt: IsoTime,
})
export type ResetRequest = z.infer<typeof ResetRequest>

const QUESTION = 'Please ask something, on one line'
/** What is left out stays; null takes it away. The answer goes in and never comes out. */
export const RecoveryChange = z.object({
  email: z.optional(z.nullable(z.email('That is not an e-mail address').check(z.maxLength(254)))),
  securityQuestion: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(5, { error: QUESTION, abort: true }),
          visible(QUESTION),
          z.maxLength(MOST_QUESTION),
          onOneLine,
        ),
    ),
  ),
  securityAnswer: z.optional(z.string().check(z.trim(), z.maxLength(MOST_ANSWER))),
  /** Where an address or a question is there already and would change. */
  currentPassword: z.optional(PresentPassword),
})
export type RecoveryChange = z.infer<typeof RecoveryChange>

/** What one can get back in with, as its owner sees it. */
export const RecoveryProfile = z.object({
  email: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  securityQuestion: z.nullable(z.string()),
})
export type RecoveryProfile = z.infer<typeof RecoveryProfile>

export const ConfirmEmail = z.object({ token: Token })
