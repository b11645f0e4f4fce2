import type { Database } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Role } from './account-decider.ts'

/** What signs a person in; outside the log, keyed by user id. */
export interface Credential {
  readonly userId: number
  readonly accountKey: string
  readonly passwordHash: string
  readonly role: Role
  readonly claimed: boolean
  readonly createdAt: string
}

interface PasswordChangeMore {
  /** The hash of the password that was proven for it. */
  readonly replaces?: string | undefined
  /** The session that goes on. */
  readonly keeps?: string | undefined
  /** The account still knows the browsers and addresses from which it has signed in. */
  readonly keepsTrustedDevices?: boolean
}

const COLUMNS = `user_id as "userId", account_key as "accountKey", password_hash as "passwordHash", role, claimed, created_at as "createdAt"`

/** Rows of `app.credentials`: written before the account's event, claimed after it, swept where no event came. */
export function createCredentials({ pool }: Pick<Database, 'pool'>) {
  const select = async (rest: string, values: unknown[]): Promise<Credential[]> =>
    (await pool.query<Credential>(`select ${COLUMNS} from app.credentials ${rest}`, values)).rows

  return {
    async add({ userId, accountKey, passwordHash, role, createdAt }: Omit<Credential, 'claimed'>): Promise<void> {
      await pool.query(
        `insert into app.credentials (user_id, account_key, password_hash, role, created_at) values ($1, $2, $3, $4, $5)
         on conflict (user_id) do nothing`,
        [userId, accountKey, passwordHash, role, createdAt],
      )
    },
    /** Makes the row the one of its name; an older life's row goes. */
    claim: (userId: number): Promise<void> =>
      inTransaction({ pool }, async (client) => {
        await client.query(
          `delete from app.credentials old using app.credentials mine
           where mine.user_id = $1 and old.account_key = mine.account_key and old.claimed and old.user_id <> $1`,
          [userId],
        )
        await client.query('update app.credentials set claimed = true where user_id = $1', [userId])
      }),
    async remove(userId: number): Promise<void> {
      await pool.query('delete from app.credentials where user_id = $1', [userId])
    },
    ofUser: async (userId: number): Promise<Credential | null> =>
      (await select('where user_id = $1', [userId]))[0] ?? null,
    /** The claimed row of a name first, then unclaimed ones, newest first. */
    ofName: (accountKey: string) =>
      select('where account_key = $1 order by claimed desc, created_at desc limit 20', [accountKey]),
    async setRole(userId: number, role: Role): Promise<void> {
      await pool.query('update app.credentials set role = $2 where user_id = $1 and role <> $2', [userId, role])
    },
    /**
     * Known places go with the old password: a thief who used it there tries the new one as a stranger. Links to set another password go,
     * too: they may be the reason for the change. Sessions end, but for the one that `keeps` names, in the same statement: a node that
     * dies on the way leaves no session of the old password. False where `replaces` is no longer the password's hash.
     */
    async setPassword(
      userId: number,
      passwordHash: string,
      { replaces, keeps, keepsTrustedDevices = false }: PasswordChangeMore = {},
    ): Promise<boolean> {
      const { rowCount } = await pool.query(
        `with changed as (
           update app.credentials set password_hash = $2
           where user_id = $1 and ($3::text is null or password_hash = $3) returning user_id),
         forgotten as (delete from app.known_places p using changed c where p.user_id = c.user_id and not $5),
         voided as (delete from app.mail_tokens t using changed c where t.user_id = c.user_id and t.kind = 'reset'),
         ended as (
           delete from app.sessions s using changed c
           where s.user_id = c.user_id and ($4::text is null or s.token_hash <> decode($4, 'hex')))
         select from changed`,
        [userId, passwordHash, replaces ?? null, keeps ?? null, keepsTrustedDevices],
      )
      return rowCount === 1
    },
    /** The drawn password of the first administrator has been used, or is none any more: it is shown at no further start. */
    async forgetDrawnPassword(userId: number): Promise<void> {
      await pool.query('delete from app.first_administrator where user_id = $1', [userId])
    },
    /** Unclaimed rows made before a time, at most 1,000. */
    unclaimedBefore: (at: string) => select('where not claimed and created_at < $1 order by user_id limit 1000', [at]),
  }
}

export type Credentials = ReturnType<typeof createCredentials>
