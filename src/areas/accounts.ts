import { ContainerModule } from 'inversify'
import { peopleGroup } from '../../projections/people/projector.ts'
import { allowances } from '../accounts/allowances.ts'
import type { Accounts } from '../accounts/commands.ts'
import { createAccounts } from '../accounts/commands.ts'
import type { Credentials } from '../accounts/credentials.ts'
import { createCredentials } from '../accounts/credentials.ts'
import { createDeviceCookie } from '../accounts/device-cookie.ts'
import { userIds } from '../accounts/ids.ts'
import { createKnownPlaces } from '../accounts/known-places.ts'
import type { Lockouts } from '../accounts/lockouts.ts'
import { createLockouts } from '../accounts/lockouts.ts'
import { createLoginGuard } from '../accounts/login-guard.ts'
import { accountMigrations } from '../accounts/migrations/index.ts'
import { createAccountReactor } from '../accounts/reactor.ts'
import { accountRows } from '../accounts/read-model.ts'
import { createRegistrationGuard } from '../accounts/registration-guard.ts'
import { accountRoutes } from '../accounts/routes.ts'
import { createSessionReader } from '../accounts/session-reader.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { createSessions } from '../accounts/sessions.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import type { Logger } from '../kernel/logger.ts'
import { systemContext } from '../kernel/system-context.ts'
import type { SessionReader, SocketSessions } from '../slice/sessions.ts'
import type { Area } from './area.ts'
import { BOARDS } from './boards.ts'

export const ACCOUNTS = {
  Credentials: identifier<Credentials>('Credentials'),
  Sessions: identifier<Sessions>('Sessions'),
  SessionReader: identifier<SessionReader & SocketSessions>('SessionReader'),
  Lockouts: identifier<Lockouts>('Lockouts'),
  Accounts: identifier<Accounts>('Accounts'),
} as const

const lost =
  (logger: Logger) =>
  (error: unknown): void =>
    logger.warn({ err: error }, 'a record of signing in could not be written')

const module = new ContainerModule(({ bind }) => {
  bind(ACCOUNTS.Credentials).toResolvedValue(createCredentials, [TYPES.Database])
  bind(ACCOUNTS.Sessions).toResolvedValue(
    (database, clock) => createSessions({ database, clock }),
    [TYPES.Database, TYPES.Clock],
  )
  bind(ACCOUNTS.Lockouts).toResolvedValue(
    (database, clock, handler, log, personal, logger) =>
      createLockouts({
        database,
        guard: createLoginGuard({ database, clock }),
        places: createKnownPlaces(database),
        handler,
        log,
        personal,
        onLost: lost(logger),
        onLocked: (address) => logger.info({ address }, 'an address is locked after too many failed sign-ins'),
      }),
    [TYPES.Database, TYPES.Clock, TYPES.Handler, TYPES.RawLog, TYPES.PersonalData, TYPES.Logger],
  )
  bind(ACCOUNTS.Accounts).toResolvedValue(
    (database, handler, personal, ids, credentials, passwords, sessions, lockouts, counts, clock, logger) =>
      createAccounts({
        ...{ database, handler, personal, ids, credentials, passwords, sessions, lockouts, counts },
        registrations: createRegistrationGuard({ database, clock }),
        onLost: lost(logger),
      }),
    [
      ...([TYPES.Database, TYPES.Handler, TYPES.PersonalData, TYPES.Ids] as const),
      ...([ACCOUNTS.Credentials, TYPES.Passwords, ACCOUNTS.Sessions, ACCOUNTS.Lockouts] as const),
      ...([TYPES.Allowances, TYPES.Clock, TYPES.Logger] as const),
    ],
  )
  bind(ACCOUNTS.SessionReader).toResolvedValue(
    (sessions, accounts) => createSessionReader({ sessions, accounts }),
    [ACCOUNTS.Sessions, ACCOUNTS.Accounts],
  )
  bind(PARTS.Routes).toResolvedValue(
    (database, accounts, lockouts, sessions, personal, scoreOf, { waitFor }) =>
      accountRoutes({
        ...{ database, accounts, lockouts, sessions, scoreOf, waitFor },
        deviceCookie: createDeviceCookie(personal),
      }),
    [
      ...([TYPES.Database, ACCOUNTS.Accounts, ACCOUNTS.Lockouts, ACCOUNTS.Sessions] as const),
      ...([TYPES.PersonalData, BOARDS.ScoreOf, TYPES.Engine] as const),
    ],
  )
  bind(PARTS.Reactor).toResolvedValue(createAccountReactor, [ACCOUNTS.Accounts])
  bind(PARTS.Job).toResolvedValue(
    (lockouts) => ({ name: 'lockouts', schedule: '* * * * *', run: (at) => lockouts.sweep(systemContext(at)) }),
    [ACCOUNTS.Lockouts],
  )
  bind(PARTS.Job).toResolvedValue(
    (accounts) => ({ name: 'registrations', schedule: '*/10 * * * *', run: (at) => accounts.sweep(at) }),
    [ACCOUNTS.Accounts],
  )
  bind(PARTS.Job).toResolvedValue(
    (sessions) => ({ name: 'sessions', schedule: '7 * * * *', run: (at) => sessions.sweep(at) }),
    [ACCOUNTS.Sessions],
  )
})

/** Who is here: accounts, signing in and out, lockouts. */
export const accounts: Area = {
  name: 'accounts',
  module,
  groups: () => [peopleGroup],
  rows: accountRows,
  allowances,
  ids: [userIds],
  migrations: accountMigrations,
  person: [{ view: 'people', by: ['id'], keeps: { id: 'the row says that there was an account, and no name' } }],
}
