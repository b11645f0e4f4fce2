import type { PersonTable } from '../../database/app-tables.ts'
import { createForgetting } from '../../database/forgetting.ts'
import { type AccountsDependencies, createAccounts } from './commands.ts'
import { createCredentials } from './credentials.ts'
import { createDeviceCookie } from './device-cookie.ts'
import { createLockouts, type LockoutsDependencies } from './lockouts.ts'
import { createLoginGuard } from './login-guard.ts'
import { createRegistrationGuard } from './registration-guard.ts'
import { createSessionReader } from './session-reader.ts'
import { createSessions } from './sessions.ts'

/** What they stand on, and who hears of what goes beside it. */
export type AccountServicesDependencies = Pick<
  AccountsDependencies,
  'handler' | 'ids' | 'passwords' | 'counts' | 'onLost'
> &
  Pick<LockoutsDependencies, 'log' | 'onLocked'> &
  Pick<Parameters<typeof createSessions>[0], 'database' | 'clock'> & {
    readonly database: AccountsDependencies['database'] & LockoutsDependencies['database']
    readonly personal: AccountsDependencies['personal'] & LockoutsDependencies['personal']
    /** Tables with rows about people, which go with them. */
    readonly personalTables: readonly PersonTable[]
  }

/** All that is made of one database for accounts, signing in and lockouts. */
export function createAccountServices(dependencies: AccountServicesDependencies) {
  const { database, personal } = dependencies
  const credentials = createCredentials(database)
  const sessions = createSessions(dependencies)
  const guard = createLoginGuard(dependencies)
  const registrations = createRegistrationGuard(dependencies)
  const lockouts = createLockouts({ ...dependencies, guard })
  const forgetting = createForgetting(database, dependencies.personalTables)
  const accounts = createAccounts({ ...dependencies, credentials, sessions, lockouts, registrations, forgetting })
  return {
    ...{ credentials, sessions, guard, registrations, lockouts, accounts },
    sessionReader: createSessionReader({ sessions, accounts }),
    deviceCookie: createDeviceCookie(personal),
  }
}

export type AccountServices = ReturnType<typeof createAccountServices>
