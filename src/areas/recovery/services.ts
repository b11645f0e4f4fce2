import type { Database } from '../../database/database.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import { createRecovery, emailKeyOf, type RecoveryDependencies } from './commands.ts'
import { recoveryStream } from './events.ts'
import { createOutbox } from './outbox.ts'
import { type RecoveryState, recoveryDecider } from './recovery-decider.ts'
import { createRecoveryRequests } from './recovery-requests.ts'
import { createMailTransport, type MailSettings } from './transport.ts'
import { createTries } from './tries.ts'

/** Dependencies of `createRecoveryServices`. */
type RecoveryServicesDependencies = Pick<RecoveryDependencies, 'handler' | 'log' | 'passwords' | 'accounts'> & {
  readonly database: Pick<Database, 'pool'>
  readonly personal: Pick<PersonalData, 'hmac'>
  readonly mail: MailSettings
  readonly logger: { warn(fields: object, message: string): void }
  readonly onMailFailure?: () => void
}

/** Creates the services of account recovery, which share one database. */
export function createRecoveryServices(dependencies: RecoveryServicesDependencies) {
  const { database, handler, personal, accounts, mail, logger } = dependencies
  const stateOf = async (userId: number): Promise<RecoveryState> =>
    (await handler.load(recoveryDecider, recoveryStream(userId))).state
  const transport = createMailTransport(mail, dependencies.onMailFailure)
  const outbox = createOutbox({
    ...{ database, personal, logger, settings: mail, stateOf, transport },
    nameOf: async (userId) => (await accounts.stateOf(userId))?.username ?? null,
  })
  const tries = createTries(database)
  const recoveryRequests = createRecoveryRequests({
    ...{ database, handler, outbox, tries, stateOf },
    emailKeyOf: (email) => emailKeyOf(personal, email),
  })
  return {
    tries,
    transport,
    outbox,
    recoveryRequests,
    recovery: createRecovery({ ...dependencies, tries, recoveryRequests, outbox }),
  }
}

export type RecoveryServices = ReturnType<typeof createRecoveryServices>
