import { byAdministrator, bySecret, type EventsOf, event } from '../../kernel/declared-events.ts'

export const recoveryStream = (userId: number): string => `recovery-${userId}`

/** Events of stream `recovery-{userId}`. Address, question and reason are encrypted with the person's key. */
export const recoveryEvents = {
  /** `version` counts the changes of one person. The mail of an earlier version confirms nothing. */
  EmailChanged: event<{ userId: number; email: string | null; version: number }>({
    encrypted: { subject: 'userId', fields: ['email'] },
    test: bySecret,
  }),
  EmailConfirmed: event<{ userId: number; version: number }>({ test: bySecret }),
  /** The hash of the answer is stored outside the log, like passwords. */
  SecurityQuestionChanged: event<{ userId: number; question: string | null }>({
    encrypted: { subject: 'userId', fields: ['question'] },
    test: bySecret,
  }),
  /** A request without a session, shown to administrators. */
  AdminResetRequested: event<{ userId: number; reason: string }>({
    encrypted: { subject: 'userId', fields: ['reason'] },
    test: bySecret,
  }),
  AdminResetClosed: event<{ userId: number; how: 'reset' | 'dismissed' }>({ test: byAdministrator }),
}
export type RecoveryEvent = EventsOf<typeof recoveryEvents>
