import type { NamingOf } from '../kernel/naming.ts'
import type { RecoveryEvent } from './events.ts'

/** Whom the events of recovery name. */
export const recoveryNaming: NamingOf<RecoveryEvent> = {
  EmailChanged: { people: ['userId'], own: 'userId' },
  EmailConfirmed: { people: ['userId'], own: 'userId' },
  SecurityQuestionChanged: { people: ['userId'], own: 'userId' },
  AdminResetRequested: { people: ['userId'], own: 'userId' },
  AdminResetClosed: { people: ['userId'], own: 'userId' },
}
