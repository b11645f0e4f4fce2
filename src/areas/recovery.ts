import { ContainerModule } from 'inversify'
import { recoveryGroup } from '../../projections/recovery/projector.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { allowances } from '../recovery/allowances.ts'
import { recoveryColumns } from '../recovery/columns.ts'
import { recoveryTables } from '../recovery/migrations/110-recovery.ts'
import { confirmations } from '../recovery/migrations/111-confirmations.ts'
import { recoveryNaming } from '../recovery/naming.ts'
import { createRecoveryReactor } from '../recovery/reactor.ts'
import { recoveryRows } from '../recovery/read-model.ts'
import { recoveryRoutes } from '../recovery/routes.ts'
import { createRecoveryServices, type RecoveryServices } from '../recovery/services.ts'
import { ACCOUNTS } from './accounts.ts'
import type { Area } from './area.ts'

const SERVICES = identifier<RecoveryServices>('RecoveryServices')

export const RECOVERY = {
  Outbox: identifier<RecoveryServices['outbox']>('Outbox'),
  Recovery: identifier<RecoveryServices['recovery']>('Recovery'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(SERVICES).toResolvedValue(
    (database, handler, log, personal, passwords, logger, mail, accounts) =>
      createRecoveryServices({ database, handler, log, personal, passwords, logger, mail, accounts }),
    [
      ...([TYPES.Database, TYPES.Handler, TYPES.RawLog, TYPES.PersonalData, TYPES.Passwords, TYPES.Logger] as const),
      ...([TYPES.Mail, ACCOUNTS.Accounts] as const),
    ],
  )
  bind(RECOVERY.Outbox).toResolvedValue(({ outbox }) => outbox, [SERVICES])
  bind(RECOVERY.Recovery).toResolvedValue(({ recovery }) => recovery, [SERVICES])
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, { recovery }, { visitorOf }, { waitFor }) => recoveryRoutes({ db, recovery, visitorOf, waitFor }),
    [TYPES.Database, SERVICES, ACCOUNTS.DeviceCookie, TYPES.Engine],
  )
  bind(PARTS.Reactor).toResolvedValue(
    (database, handler, { outbox }, clock) => createRecoveryReactor({ database, handler, outbox, clock }),
    [TYPES.Database, TYPES.Handler, SERVICES, TYPES.Clock],
  )
  bind(PARTS.Job).toResolvedValue(
    ({ wishes }) => ({ name: 'recovery-wishes', schedule: '*/2 * * * * *', run: () => wishes.grant() }),
    [SERVICES],
  )
  bind(PARTS.Job).toResolvedValue(
    ({ outbox }) => ({ name: 'outbox', schedule: '*/2 * * * * *', run: (at) => outbox.send(at) }),
    [SERVICES],
  )
  bind(PARTS.Job).toResolvedValue(
    ({ outbox, tries }) => ({
      name: 'recovery',
      schedule: '47 * * * *',
      async run(at) {
        await outbox.sweep(at)
        await tries.sweep(at)
      },
    }),
    [SERVICES],
  )
})

/** Ways back in without the password: mails, security questions, requests to the administrators. */
export const recovery: Area = {
  name: 'recovery',
  naming: recoveryNaming,
  module,
  groups: () => [recoveryGroup],
  rows: recoveryRows,
  columns: recoveryColumns,
  allowances,
  migrations: [recoveryTables, confirmations],
  person: [{ view: 'recovery', by: ['user_id'] }],
  personTables: [
    { table: 'app.mail_tokens', shown: ['kind', 'expires_at'] },
    { table: 'app.outbox', shown: ['kind', 'created_at', 'until', 'tries', 'sent_at'] },
    { table: 'app.security_answers', shown: [] },
  ],
}
