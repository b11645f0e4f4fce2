import type { Event } from '../kernel/event.ts'

/** Stream `recovery-{userId}`: how a person gets back in without their password. Address, question and reason are under the person's key. */
export type RecoveryEvent =
  /** `version` counts the changes of one person: a mail that was sent for an earlier one confirms nothing. */
  | Event<'EmailChanged', { userId: number; email: string | null; version: number }>
  | Event<'EmailConfirmed', { userId: number; version: number }>
  /** The answer stands outside the log, as passwords do. */
  | Event<'SecurityQuestionChanged', { userId: number; question: string | null }>
  /** Asked for without signing in; an administrator sees it. */
  | Event<'AdminResetRequested', { userId: number; reason: string }>
  | Event<'AdminResetClosed', { userId: number; how: 'reset' | 'dismissed' }>
