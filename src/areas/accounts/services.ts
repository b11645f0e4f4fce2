import type { PersonTable } from '../../database/app-tables.ts'
import { createErasure } from '../../database/erasure.ts'
import { type AccountsDependencies, createAccounts } from './commands.ts'
import { createCredentials } from './credentials.ts'
import { createDeviceCookie } from './device-cookie.ts'
import { createLockouts, type LockoutsDependencies } from './lockouts.ts'
import { createLoginGuard } from './login-guard.ts'
import { createRegistrationGuard } from './registration-guard.ts'
import { createSessionReader } from './session-reader.ts'
import { createSessions } from './sessions.ts'

/** Dependencies of the account services, and callbacks for their side effects. */
type AccountServicesDependencies = Pick<AccountsDependencies, 'handler' | 'ids' | 'passwords' | 'counts' | 'onLost'> &
  Pick<LockoutsDependencies, 'log' | 'onLocked'> &
  Pick<Parameters<typeof createSessions>[0], 'database' | 'clock'> & {
    readonly database: AccountsDependencies['database'] & LockoutsDependencies['database']
    readonly personal: AccountsDependencies['personal'] & LockoutsDependencies['personal']
    /** Tables with rows about people, which are deleted with an account. */
    readonly personalTables: readonly PersonTable[]
  }

/** Creates the services for accounts, sessions and lockouts that share one database. */
export function createAccountServices(dependencies: AccountServicesDependencies) {
  const { database, personal } = dependencies
  const credentials = createCredentials(database)
  const sessions = createSessions(dependencies)
  const guard = createLoginGuard(dependencies)
  const registrations = createRegistrationGuard(dependencies)
  const lockouts = createLockouts({ ...dependencies, guard })
  const forgetting = createErasure(database, dependencies.personalTables)
  const accounts = createAccounts({ ...dependencies, credentials, sessions, lockouts, registrations, forgetting })
  return {
    ...{ credentials, sessions, guard, registrations, lockouts, accounts },
    sessionReader: createSessionReader({ sessions, accounts }),
    deviceCookie: createDeviceCookie(personal),
  }
}

export type AccountServices = ReturnType<typeof createAccountServices>
