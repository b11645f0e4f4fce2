import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import { type Clock, isoNow } from '../../kernel/clock.ts'
import { BadSetting } from '../../kernel/setting.ts'
import { systemContext } from '../../kernel/system-context.ts'
import type { Accounts } from './commands.ts'
import type { Credentials } from './credentials.ts'
import { createLock } from './lock.ts'
import type { Passwords } from './passwords.ts'

/** Bytes of a generated password: 96 bits, 16 characters. */
const BYTES = 12

interface FirstAdministratorDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly clock: Clock
  readonly personal: Pick<PersonalData, 'hmac'>
  readonly accounts: Accounts
  readonly credentials: Credentials
  readonly passwords: Passwords
}

/**
 * The created administrator. `password` is set only if it was generated and has not been used yet, so that it is shown.
 */
interface FirstAdministrator {
  readonly username: string
  readonly password: string | null
}

/** The configured name of the first administrator belongs to a player. */
class AdministratorNameTaken extends BadSetting {
  override readonly name = 'AdministratorNameTaken'
  constructor(username: string) {
    super(`ADMIN_USERNAME must not be the name of a player; ${username} is one`)
  }
}

/**
 * Creates the first administrator if there is none. Returns it after creating it, and at every later start until the
 * generated password is used; otherwise null. Nodes that start at once run one after the other. The next start finishes
 * an interrupted one, with the same generated password or its own configured one. Throws `AdministratorNameTaken` if
 * the name belongs to a player.
 */
export function createFirstAdministrator(
  { database, clock, personal, accounts, credentials, passwords }: FirstAdministratorDependencies,
  settings: { readonly username: string; readonly password: string | null },
): Promise<FirstAdministrator | null> {
  const { pool } = database
  return createLock(
    database,
    'plp.first-administrator',
  )(async () => {
    if (await accounts.hasAdministrator()) return stillUnused()
    const { username } = settings
    const password = settings.password ?? (await generatedPassword())
    const context = systemContext(isoNow(clock))
    const created = await accounts.createAccount({ username, password, role: 'admin' }, context)
    const userId = created.ok ? created.userId : await resumeInterrupted(username, password)
    if (settings.password === null) await pool.query('update app.first_administrator set user_id = $1', [userId])
    await accounts.appoint(userId, context)
    return { username, password: settings.password === null ? password : null }
  })

  /** The password is not stored. It is computed from a random seed in the database and the key of the store. */
  function passwordOf(seed: string): string {
    return Buffer.from(personal.hmac('first-password', seed), 'hex').subarray(0, BYTES).toString('base64url')
  }

  /** Returns the same password until the seed is deleted. Generates a seed if there is none. */
  async function generatedPassword(): Promise<string> {
    await pool.query('insert into app.first_administrator (seed) values ($1) on conflict do nothing', [randomUUID()])
    const { rows } = await pool.query<{ seed: string }>('select seed from app.first_administrator')
    return passwordOf(rows[0]!.seed)
  }

  async function stillUnused(): Promise<FirstAdministrator | null> {
    const { rows } = await pool.query<{ userId: number; seed: string }>(
      'select user_id as "userId", seed from app.first_administrator where user_id is not null',
    )
    const state = rows[0] && (await accounts.stateOf(rows[0].userId))
    return state?.username ? { username: state.username, password: passwordOf(rows[0]!.seed) } : null
  }

  async function resumeInterrupted(username: string, password: string): Promise<number> {
    const credential = await accounts.credentialOf(username)
    const state = credential && (await accounts.stateOf(credential.userId))
    if (!credential || state?.role !== 'admin') throw new AdministratorNameTaken(username)
    await credentials.setPassword(credential.userId, await passwords.hash(password))
    return credential.userId
  }
}
