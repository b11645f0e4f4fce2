import { byAdministrator, bySecret, type EventsOf, event } from '../../kernel/declared-events.ts'

export const recoveryStream = (userId: number): string => `recovery-${userId}`

/** Stream `recovery-{userId}`: how a person gets back in without their password. Address, question and reason are under the person's key. */
export const recoveryEvents = {
  /** `version` counts the changes of one person: a mail that was sent for an earlier one confirms nothing. */
  EmailChanged: event<{ userId: number; email: string | null; version: number }>({
    encrypted: { subject: 'userId', fields: ['email'] },
    test: bySecret,
  }),
  EmailConfirmed: event<{ userId: number; version: number }>({ test: bySecret }),
  /** The answer stands outside the log, as passwords do. */
  SecurityQuestionChanged: event<{ userId: number; question: string | null }>({
    encrypted: { subject: 'userId', fields: ['question'] },
    test: bySecret,
  }),
  /** Asked for without signing in; an administrator sees it. */
  AdminResetRequested: event<{ userId: number; reason: string }>({
    encrypted: { subject: 'userId', fields: ['reason'] },
    test: bySecret,
  }),
  AdminResetClosed: event<{ userId: number; how: 'reset' | 'dismissed' }>({ test: byAdministrator }),
}
export type RecoveryEvent = EventsOf<typeof recoveryEvents>
