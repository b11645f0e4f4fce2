import { ContainerModule } from 'inversify'
import { peopleGroup } from '../../../projections/people/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { settingsOf } from '../../kernel/setting.ts'
import { systemContext } from '../../kernel/system-context.ts'
import type { Area } from '../area.ts'
import { BOARDS } from '../boards/area.ts'
import { accountAppTables, endedSessions, signInCounters } from './app-tables.ts'
import { quotas } from './commands.ts'
import { accountEvents, accountStream, administratorsEvents, lockoutEvents, userIds } from './events.ts'
import { createExports, type Exports } from './export.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createAccountReactor } from './reactor.ts'
import { accountRoutes } from './routes.ts'
import { type AccountServices, createAccountServices } from './services.ts'
import { firstAdministratorSettings } from './settings.ts'
import { createSignInAnswer, type SignInAnswer } from './sign-in-answer.ts'
import { accountTables } from './tables.ts'

const SERVICES = identifier<AccountServices>('AccountServices')

export const ACCOUNTS = {
  Credentials: identifier<AccountServices['credentials']>('Credentials'),
  Sessions: identifier<AccountServices['sessions']>('Sessions'),
  Passwords: identifier<Passwords>('Passwords'),
  Lockouts: identifier<AccountServices['lockouts']>('Lockouts'),
  Accounts: identifier<AccountServices['accounts']>('Accounts'),
  DeviceCookie: identifier<AccountServices['deviceCookie']>('DeviceCookie'),
  Exports: identifier<Exports>('Exports'),
  SignInAnswer: identifier<SignInAnswer>('SignInAnswer'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(SERVICES).toResolvedValue(
    (database, clock, handler, log, personal, ids, passwords, counts, logger, { tables: personalTables }) =>
      createAccountServices({
        ...{ database, clock, handler, log, personal, ids, passwords, counts, personalTables },
        onLost: (error) => logger.warn({ err: error }, 'could not record a sign-in'),
        onLocked: (address) => logger.info({ address }, 'an address is locked after too many failed sign-ins'),
      }),
    [
      ...([TYPES.Database, TYPES.Clock, TYPES.Handler, TYPES.RawLog, TYPES.PersonalData, TYPES.Ids] as const),
      ...([ACCOUNTS.Passwords, TYPES.Quotas, TYPES.Logger, TYPES.PersonalDataMap] as const),
    ],
  )
  bind(ACCOUNTS.Credentials).toResolvedValue(({ credentials }) => credentials, [SERVICES])
  bind(ACCOUNTS.Sessions).toResolvedValue(({ sessions }) => sessions, [SERVICES])
  bind(ACCOUNTS.Passwords).toDynamicValue(() => createPasswords())
  bind(TYPES.Sessions).toResolvedValue(({ sessionReader }) => sessionReader, [SERVICES])
  bind(ACCOUNTS.Lockouts).toResolvedValue(({ lockouts }) => lockouts, [SERVICES])
  bind(ACCOUNTS.Accounts).toResolvedValue(({ accounts }) => accounts, [SERVICES])
  bind(ACCOUNTS.DeviceCookie).toResolvedValue(({ deviceCookie }) => deviceCookie, [SERVICES])
  bind(ACCOUNTS.Exports).toResolvedValue(
    (database, log, personal, personalDataMap) => createExports({ database, log, personal, personalDataMap }),
    [TYPES.Database, TYPES.RawLog, TYPES.PersonalData, TYPES.PersonalDataMap],
  )
  bind(ACCOUNTS.SignInAnswer).toResolvedValue(
    (database, services, scoreOf) => createSignInAnswer({ database, ...services, scoreOf }),
    [TYPES.Database, SERVICES, BOARDS.ScoreOf],
  )
  bind(PARTS.Routes).toResolvedValue(
    (database, services, scoreOf, { waitFor }, exports, answerSignIn) =>
      accountRoutes({ database, ...services, scoreOf, waitFor, exports, answerSignIn }),
    [TYPES.Database, SERVICES, BOARDS.ScoreOf, TYPES.Engine, ACCOUNTS.Exports, ACCOUNTS.SignInAnswer],
  )
  bind(PARTS.Preparation).toResolvedValue(
    (database, clock, personal, passwords, { accounts, credentials }, settings) => {
      let isDone = false
      return {
        phase: 'accounts',
        async run({ print }) {
          if (isDone) return
          const dependencies = { database, clock, personal, accounts, credentials, passwords }
          const first = await createFirstAdministrator(dependencies, settingsOf(settings, firstAdministratorSettings))
          isDone = true
          if (!first) return
          const { username, password } = first
          const how = password === null ? '' : `, password ${password} (shown until the first sign-in with it)`
          print(`First administrator: ${username}${how}`)
        },
      }
    },
    [...([TYPES.Database, TYPES.Clock, TYPES.PersonalData, ACCOUNTS.Passwords, SERVICES, TYPES.Settings] as const)],
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

/** Accounts, sessions, signing in and out, and lockouts. */
export const accounts: Area = {
  name: 'accounts',
  events: { ...accountEvents, ...lockoutEvents, ...administratorsEvents },
  module,
  groups: () => [peopleGroup],
  readModel: accountTables,
  quotas,
  settings: [firstAdministratorSettings],
  ids: [userIds],
  appTables: accountAppTables,
  migrations: [signInCounters, endedSessions],
  personalStreams: [{ of: 'app.credentials', by: 'user_id', stream: ({ account_key }) => accountStream(account_key) }],
}
