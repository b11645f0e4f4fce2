import type { Database } from '../database/database.ts'
import type { PersonalData } from '../event-log/personal-data.ts'
import { createRecovery, emailKeyOf, type Recovery, type RecoveryDependencies } from './commands.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { recovery as aggregate, type RecoveryState } from './recovery-decider.ts'
import { recoveryStream } from './streams.ts'
import { createMailTransport, type MailSettings } from './transport.ts'
import { createTries, type Tries } from './tries.ts'
import { createWishes, type Wishes } from './wishes.ts'

/** All that is made of one database for ways back in. */
export interface RecoveryServices {
  readonly tries: Tries
  readonly outbox: Outbox
  readonly wishes: Wishes
  readonly recovery: Recovery
}

/** What they stand on. */
export type RecoveryGround = Pick<RecoveryDependencies, 'handler' | 'log' | 'passwords' | 'accounts'> & {
  readonly database: Pick<Database, 'pool'>
  readonly personal: Pick<PersonalData, 'hmac'>
  readonly mail: MailSettings
  readonly logger: { warn(fields: object, message: string): void }
}

export function createRecoveryServices(ground: RecoveryGround): RecoveryServices {
  const { database, handler, personal, accounts, mail, logger } = ground
  const stateOf = async (userId: number): Promise<RecoveryState> =>
    (await handler.load(aggregate, recoveryStream(userId))).state
  const outbox = createOutbox({
    ...{ database, personal, logger, settings: mail, stateOf },
    transport: createMailTransport(mail),
    nameOf: async (userId) => (await accounts.stateOf(userId))?.username ?? null,
  })
  const tries = createTries(database)
  const wishes = createWishes({
    ...{ database, handler, outbox, stateOf },
    emailKeyOf: (email) => emailKeyOf(personal, email),
  })
  return { tries, outbox, wishes, recovery: createRecovery({ ...ground, tries, wishes, outbox }) }
}
