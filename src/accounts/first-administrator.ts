import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import { systemContext } from '../kernel/system-context.ts'
import type { Accounts } from './commands.ts'
import type { Credentials } from './credentials.ts'
import { createLock } from './lock.ts'
import type { Passwords } from './passwords.ts'

export interface FirstAdministratorDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly clock: Clock
  readonly accounts: Accounts
  readonly credentials: Credentials
  readonly passwords: Passwords
}

/** What was made; `password` only where it was drawn here, to be shown once. */
export interface FirstAdministrator {
  readonly username: string
  readonly password: string | null
}

/**
 * Makes the first administrator where there is none (security.md T2); null where there is one. Nodes that start at once take
 * turns. A start that broke off in between is finished by the next one, with that one's password.
 * Throws where the name belongs to a player.
 */
export function createFirstAdministrator(
  { database, clock, accounts, credentials, passwords }: FirstAdministratorDependencies,
  settings: { readonly username: string; readonly password: string | null },
): Promise<FirstAdministrator | null> {
  return createLock(
    database,
    'plp.first-administrator',
  )(async () => {
    if (await accounts.hasAdministrator()) return null
    const { username } = settings
    const password = settings.password ?? randomBytes(12).toString('base64url')
    const context = systemContext(isoNow(clock))
    const created = await accounts.createAccount({ username, password, role: 'admin' }, context)
    const userId = created.ok ? created.userId : await leftBehind(username, password)
    await accounts.appoint(userId, context)
    return { username, password: settings.password === null ? password : null }
  })

  async function leftBehind(username: string, password: string): Promise<number> {
    const credential = await accounts.credentialOf(username)
    const state = credential && (await accounts.stateOf(credential.userId))
    if (!credential || state?.role !== 'admin')
      throw new Error(`The first administrator cannot be called "${username}"`)
    await credentials.setPassword(credential.userId, await passwords.hash(password))
    return credential.userId
  }
}
