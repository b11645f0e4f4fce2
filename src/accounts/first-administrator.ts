import type { Database } from '../database/database.ts'
import type { PersonalData } from '../event-log/personal-data.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import { systemContext } from '../kernel/system-context.ts'
import type { Accounts } from './commands.ts'
import type { Credentials } from './credentials.ts'
import { createFirstPassword } from './first-password.ts'
import { createLock } from './lock.ts'
import type { Passwords } from './passwords.ts'

interface FirstAdministratorDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly clock: Clock
  readonly personal: Pick<PersonalData, 'hmac'>
  readonly accounts: Accounts
  readonly credentials: Credentials
  readonly passwords: Passwords
}

/** Who was made; `password` only where it was drawn here and nobody has signed in with it yet, to be shown. */
export interface FirstAdministrator {
  readonly username: string
  readonly password: string | null
}

/** The name that the settings give the first administrator is a player's. */
export class AdministratorNameTaken extends Error {
  override readonly name = 'AdministratorNameTaken'
  constructor(username: string) {
    super(`ADMIN_USERNAME takes a name that no player has; ${username} is one's`)
  }
}

/**
 * Makes the first administrator where there is none. Gives them when they were made, and at every later start while nobody has
 * signed in with the drawn password; else null. Nodes that start at once take turns. A start that broke off in between is
 * finished by the next one, with the same drawn password or that one's given one. Throws `AdministratorNameTaken`
 * where the name belongs to a player.
 */
export function createFirstAdministrator(
  { database, clock, personal, accounts, credentials, passwords }: FirstAdministratorDependencies,
  settings: { readonly username: string; readonly password: string | null },
): Promise<FirstAdministrator | null> {
  const drawn = createFirstPassword({ database, personal })
  return createLock(
    database,
    'plp.first-administrator',
  )(async () => {
    if (await accounts.hasAdministrator()) return stillUnused()
    const { username } = settings
    const password = settings.password ?? (await drawn.draw())
    const context = systemContext(isoNow(clock))
    const created = await accounts.createAccount({ username, password, role: 'admin' }, context)
    const userId = created.ok ? created.userId : await leftBehind(username, password)
    if (settings.password === null) await drawn.belongsTo(userId)
    await accounts.appoint(userId, context)
    return { username, password: settings.password === null ? password : null }
  })

  async function stillUnused(): Promise<FirstAdministrator | null> {
    const found = await drawn.find()
    const state = found && (await accounts.stateOf(found.userId))
    return state?.username ? { username: state.username, password: found!.password } : null
  }

  async function leftBehind(username: string, password: string): Promise<number> {
    const credential = await accounts.credentialOf(username)
    const state = credential && (await accounts.stateOf(credential.userId))
    if (!credential || state?.role !== 'admin') throw new AdministratorNameTaken(username)
    await credentials.setPassword(credential.userId, await passwords.hash(password))
    return credential.userId
  }
}
