import { ContainerModule } from 'inversify'
import { recoveryGroup } from '../../../projections/recovery/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { settingsOf } from '../../kernel/setting.ts'
import { ACCOUNTS } from '../accounts/area.ts'
import type { Area } from '../area.ts'
import { mailKinds, recoveryAppTables, recoveryCounters } from './app-tables.ts'
import { quotas } from './commands.ts'
import { recoveryEvents, recoveryStream } from './events.ts'
import { createRecoveryReactor } from './reactor.ts'
import { recoveryRoutes } from './routes.ts'
import { createRecoveryServices, type RecoveryServices } from './services.ts'
import { mailSettings } from './settings.ts'
import { recoveryTables } from './tables.ts'

const SERVICES = identifier<RecoveryServices>('RecoveryServices')

export const RECOVERY = {
  Outbox: identifier<RecoveryServices['outbox']>('Outbox'),
  Recovery: identifier<RecoveryServices['recovery']>('Recovery'),
  /** Sends a mail of another area. */
  Transport: identifier<RecoveryServices['transport']>('MailTransport'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(SERVICES).toResolvedValue(
    (database, handler, log, personal, passwords, logger, settings, accounts, metrics) =>
      createRecoveryServices({
        database,
        handler,
        log,
        personal,
        passwords,
        logger,
        mail: settingsOf(settings, mailSettings),
        accounts,
        onMailFailure: () => metrics.mailFailures.inc(),
      }),
    [
      ...([TYPES.Database, TYPES.Handler, TYPES.RawLog, TYPES.PersonalData, ACCOUNTS.Passwords, TYPES.Logger] as const),
      ...([TYPES.Settings, ACCOUNTS.Accounts, TYPES.Metrics] as const),
    ],
  )
  bind(RECOVERY.Outbox).toResolvedValue(({ outbox }) => outbox, [SERVICES])
  bind(RECOVERY.Recovery).toResolvedValue(({ recovery }) => recovery, [SERVICES])
  bind(RECOVERY.Transport).toResolvedValue(({ transport }) => transport, [SERVICES])
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, { recovery }, { visitorOf }, { waitFor }) => recoveryRoutes({ db, recovery, visitorOf, waitFor }),
    [TYPES.Database, SERVICES, ACCOUNTS.DeviceCookie, TYPES.Engine],
  )
  bind(PARTS.Reactor).toResolvedValue(
    (database, handler, { outbox }, clock) => createRecoveryReactor({ database, handler, outbox, clock }),
    [TYPES.Database, TYPES.Handler, SERVICES, TYPES.Clock],
  )
  bind(PARTS.Job).toResolvedValue(
    ({ recoveryRequests }) => ({
      name: 'recovery-wishes',
      schedule: '*/5 * * * * *',
      async run() {
        await recoveryRequests.grant()
      },
    }),
    [SERVICES],
  )
  bind(PARTS.Job).toResolvedValue(
    // A second after the requests were granted, which is when most mails are written.
    ({ outbox }) => ({ name: 'outbox', schedule: '1-59/5 * * * * *', run: (at) => outbox.send(at) }),
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

/** Account recovery: password mails, security questions and requests to administrators. */
export const recovery: Area = {
  name: 'recovery',
  events: recoveryEvents,
  module,
  groups: () => [recoveryGroup],
  readModel: recoveryTables,
  quotas,
  settings: [mailSettings],
  appTables: recoveryAppTables,
  migrations: [recoveryCounters, mailKinds],
  personalStreams: [{ of: 'people', by: 'id', stream: ({ id }) => recoveryStream(id) }],
}
