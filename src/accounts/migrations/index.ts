import type { Migration } from '../../database/migration.ts'
import { accounts } from './030-accounts.ts'
import { signInPlaces } from './031-sign-in-places.ts'
import { signInTurns } from './032-sign-in-turns.ts'
import { firstAdministrator } from './047-first-administrator.ts'
import { sessionDevices } from './140-session-devices.ts'

/** In the order they run. */
export const accountMigrations: readonly Migration[] = [
  accounts,
  firstAdministrator,
  signInPlaces,
  signInTurns,
  sessionDevices,
]
