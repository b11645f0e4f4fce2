import { ContainerModule } from 'inversify'
import { peopleGroup } from '../../projections/people/projector.ts'
import { allowances } from '../accounts/allowances.ts'
import { accountColumns } from '../accounts/columns.ts'
import { createExports, type Exports } from '../accounts/export.ts'
import { userIds } from '../accounts/ids.ts'
import { accountMigrations } from '../accounts/migrations/index.ts'
import { accountNaming } from '../accounts/naming.ts'
import { createAccountReactor } from '../accounts/reactor.ts'
import { accountRows } from '../accounts/read-model.ts'
import { accountRoutes } from '../accounts/routes.ts'
import { type AccountServices, createAccountServices } from '../accounts/services.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { systemContext } from '../kernel/system-context.ts'
import type { Area } from './area.ts'
import { BOARDS } from './boards.ts'

const SERVICES = identifier<AccountServices>('AccountServices')

export const ACCOUNTS = {
  Credentials: identifier<AccountServices['credentials']>('Credentials'),
  Sessions: identifier<AccountServices['sessions']>('Sessions'),
  SessionReader: identifier<AccountServices['sessionReader']>('SessionReader'),
  Lockouts: identifier<AccountServices['lockouts']>('Lockouts'),
  Accounts: identifier<AccountServices['accounts']>('Accounts'),
  DeviceCookie: identifier<AccountServices['deviceCookie']>('DeviceCookie'),
  Exports: identifier<Exports>('Exports'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(SERVICES).toResolvedValue(
    (database, clock, handler, log, personal, ids, passwords, counts, logger, { tables: heldTables }) =>
      createAccountServices({
        ...{ database, clock, handler, log, personal, ids, passwords, counts, heldTables },
        onLost: (error) => logger.warn({ err: error }, 'a record of signing in could not be written'),
        onLocked: (address) => logger.info({ address }, 'an address is locked after too many failed sign-ins'),
      }),
    [
      ...([TYPES.Database, TYPES.Clock, TYPES.Handler, TYPES.RawLog, TYPES.PersonalData, TYPES.Ids] as const),
      ...([TYPES.Passwords, TYPES.Allowances, TYPES.Logger, TYPES.Held] as const),
    ],
  )
  bind(ACCOUNTS.Credentials).toResolvedValue(({ credentials }) => credentials, [SERVICES])
  bind(ACCOUNTS.Sessions).toResolvedValue(({ sessions }) => sessions, [SERVICES])
  bind(ACCOUNTS.SessionReader).toResolvedValue(({ sessionReader }) => sessionReader, [SERVICES])
  bind(ACCOUNTS.Lockouts).toResolvedValue(({ lockouts }) => lockouts, [SERVICES])
  bind(ACCOUNTS.Accounts).toResolvedValue(({ accounts }) => accounts, [SERVICES])
  bind(ACCOUNTS.DeviceCookie).toResolvedValue(({ deviceCookie }) => deviceCookie, [SERVICES])
  bind(ACCOUNTS.Exports).toResolvedValue(
    (database, log, personal, clearings, held) => createExports({ database, log, personal, clearings, held }),
    [TYPES.Database, TYPES.RawLog, TYPES.PersonalData, TYPES.Clearings, TYPES.Held],
  )
  bind(PARTS.Routes).toResolvedValue(
    (database, services, scoreOf, { waitFor }, exports) =>
      accountRoutes({ database, ...services, scoreOf, waitFor, exports }),
    [TYPES.Database, SERVICES, BOARDS.ScoreOf, TYPES.Engine, ACCOUNTS.Exports],
  )
  bind(PARTS.Reactor).toResolvedValue(createAccountReactor, [ACCOUNTS.Accounts])
  bind(PARTS.Job).toResolvedValue(
    ({ lockouts }) => ({ name: 'lockouts', schedule: '* * * * *', run: (at) => lockouts.sweep(systemContext(at)) }),
    [SERVICES],
  )
  bind(PARTS.Job).toResolvedValue(
    ({ accounts }) => ({ name: 'registrations', schedule: '*/10 * * * *', run: (at) => accounts.sweep(at) }),
    [SERVICES],
  )
  bind(PARTS.Job).toResolvedValue(
    ({ accounts }) => ({ name: 'erased', schedule: '23 * * * *', run: () => accounts.forgetErased() }),
    [SERVICES],
  )
  bind(PARTS.Job).toResolvedValue(
    ({ sessions }) => ({ name: 'sessions', schedule: '7 * * * *', run: (at) => sessions.sweep(at) }),
    [SERVICES],
  )
})

/** Who is here: accounts, signing in and out, lockouts. */
export const accounts: Area = {
  name: 'accounts',
  naming: accountNaming,
  module,
  groups: () => [peopleGroup],
  rows: accountRows,
  columns: accountColumns,
  allowances,
  ids: [userIds],
  migrations: accountMigrations,
  person: [
    { view: 'people', by: ['id'], keeps: { id: 'the row says that there was an account, and no name' } },
    {
      view: 'traces',
      by: ['user_id'],
      keeps: { stream: 'what somebody did about others leads these to it, by a number that has no name any more' },
      leftOut: 'the events that they lead to are in the copy',
    },
  ],
  personTables: [
    { table: 'app.credentials', shown: ['role', 'created_at'] },
    { table: 'app.first_administrator', shown: [] },
    { table: 'app.known_places', shown: ['seen_at'] },
    { table: 'app.sessions', shown: ['created_at', 'seen_at', 'expires_at', 'device'] },
  ],
}
