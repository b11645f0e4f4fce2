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
export type AccountGround = Pick<AccountsDependencies, 'handler' | 'ids' | 'passwords' | 'counts' | 'onLost'> &
  Pick<LockoutsDependencies, 'log' | 'onLocked'> &
  Pick<Parameters<typeof createSessions>[0], 'database' | 'clock'> & {
    readonly database: AccountsDependencies['database'] & LockoutsDependencies['database']
    readonly personal: AccountsDependencies['personal'] & LockoutsDependencies['personal']
    /** Tables with rows about people, which go with them. */
    readonly heldTables: readonly PersonTable[]
  }

/** All that is made of one database for accounts, signing in and lockouts. */
export function createAccountServices(ground: AccountGround) {
  const { database, personal } = ground
  const credentials = createCredentials(database)
  const sessions = createSessions(ground)
  const guard = createLoginGuard(ground)
  const registrations = createRegistrationGuard(ground)
  const lockouts = createLockouts({ ...ground, guard })
  const forgetting = createForgetting(database, ground.heldTables)
  const accounts = createAccounts({ ...ground, credentials, sessions, lockouts, registrations, forgetting })
  return {
    ...{ credentials, sessions, guard, registrations, lockouts, accounts },
    sessionReader: createSessionReader({ sessions, accounts }),
    deviceCookie: createDeviceCookie(personal),
  }
}

export type AccountServices = ReturnType<typeof createAccountServices>
