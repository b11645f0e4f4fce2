import { createForgetting } from '../database/forgetting.ts'
import type { HeldTable } from '../database/held-tables.ts'
import type { SessionReader, SocketSessions } from '../slice/sessions.ts'
import { type Accounts, type AccountsDependencies, createAccounts } from './commands.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { createDeviceCookie, type DeviceCookie } from './device-cookie.ts'
import { createKnownPlaces, type KnownPlaces } from './known-places.ts'
import { createLockouts, type Lockouts, type LockoutsDependencies } from './lockouts.ts'
import { createLoginGuard, type LoginGuard } from './login-guard.ts'
import { createOwnAccount, type OwnAccount } from './own-account.ts'
import { createRegistrationGuard, type RegistrationGuard } from './registration-guard.ts'
import { createSessionReader } from './session-reader.ts'
import { createSessions, type Sessions } from './sessions.ts'

/** All that is made of one database for accounts, signing in and lockouts. */
export interface AccountServices {
  readonly credentials: Credentials
  readonly sessions: Sessions
  readonly guard: LoginGuard
  readonly places: KnownPlaces
  readonly registrations: RegistrationGuard
  readonly lockouts: Lockouts
  readonly accounts: Accounts
  readonly ownAccount: OwnAccount
  readonly sessionReader: SessionReader & SocketSessions
  readonly deviceCookie: DeviceCookie
}

/** What they stand on, and who hears of what goes beside it. */
export type AccountGround = Pick<AccountsDependencies, 'handler' | 'ids' | 'passwords' | 'counts' | 'onLost'> &
  Pick<LockoutsDependencies, 'log' | 'onLocked'> &
  Pick<Parameters<typeof createSessions>[0], 'database' | 'clock'> & {
    readonly database: AccountsDependencies['database'] & LockoutsDependencies['database']
    readonly personal: AccountsDependencies['personal'] & LockoutsDependencies['personal']
    /** Tables with rows about people, which go with them. */
    readonly heldTables: readonly HeldTable[]
  }

export function createAccountServices(ground: AccountGround): AccountServices {
  const { database, personal } = ground
  const credentials = createCredentials(database)
  const sessions = createSessions(ground)
  const guard = createLoginGuard(ground)
  const places = createKnownPlaces(database)
  const registrations = createRegistrationGuard(ground)
  const lockouts = createLockouts({ ...ground, guard, places })
  const forgetting = createForgetting(database, ground.heldTables)
  const accounts = createAccounts({ ...ground, credentials, sessions, lockouts, registrations, forgetting })
  return {
    ...{ credentials, sessions, guard, places, registrations, lockouts, accounts },
    ownAccount: createOwnAccount({ accounts, lockouts }),
    sessionReader: createSessionReader({ sessions, accounts }),
    deviceCookie: createDeviceCookie(personal),
  }
}
