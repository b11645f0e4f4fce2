import type { Database } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Role } from './account-decider.ts'

/** The password and role of an account, keyed by user id. They are not in the log. */
export interface Credential {
  readonly userId: number
  readonly accountKey: string
  readonly passwordHash: string
  readonly role: Role
  readonly claimed: boolean
  readonly createdAt: string
}

interface PasswordChangeMore {
  /** Hash of the password that was proven for the change. */
  readonly replaces?: string | undefined
  /** Hash of the token of the session that continues. */
  readonly keeps?: string | undefined
  /** True to keep the trusted devices of the account. */
  readonly keepsTrustedDevices?: boolean
}

const COLUMNS = `user_id as "userId", account_key as "accountKey", password_hash as "passwordHash", role, claimed, created_at as "createdAt"`

/**
 * Rows of `app.credentials`: written before the account's event, claimed after it, and swept if no event was appended.
 */
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
    /** Adds claimed rows of accounts that are in the log already. Existing rows stay. */
    async addClaimed(rows: readonly Omit<Credential, 'claimed'>[]): Promise<void> {
      await pool.query(
        `insert into app.credentials (user_id, account_key, password_hash, role, created_at, claimed)
         select r."userId", r."accountKey", r."passwordHash", r.role, r."createdAt", true
         from jsonb_to_recordset($1) as r("userId" bigint, "accountKey" text, "passwordHash" text, role text, "createdAt" timestamptz)
         on conflict (user_id) do nothing`,
        [JSON.stringify(rows)],
      )
    },
    /** Makes this row the claimed one of its name and deletes the row of an earlier account. */
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
     * Sets a password. In the same statement, ends all sessions except `keeps`, so that a node that dies leaves no
     * session of the old password. Trusted devices are removed, so a thief who used the old password becomes a
     * stranger. Unused password links are removed, as they may be the reason for the change. So are requests
     * for help that are not in the log yet; the reactor of recovery closes the others. Returns false if
     * `replaces` is no longer the password's hash.
     */
    async setPassword(
      userId: number,
      passwordHash: string,
      { replaces, keeps, keepsTrustedDevices = false }: PasswordChangeMore = {},
    ): Promise<boolean> {
      const { rowCount } = await pool.query(
        `with changed as (
           update app.credentials set password_hash = $2
           where user_id = $1 and ($3::text is null or password_hash = $3) returning user_id, account_key),
         forgotten as (delete from app.known_places p using changed c where p.user_id = c.user_id and not $5),
         voided as (delete from app.mail_tokens t using changed c where t.user_id = c.user_id and t.kind = 'reset'),
         helped as (delete from app.recovery_wishes where id in (
           select w.id from app.recovery_wishes w join changed using (account_key) where w.kind = 'help'
           for update of w skip locked)),
         ended as (
           delete from app.sessions s using changed c
           where s.user_id = c.user_id and ($4::text is null or s.token_hash <> decode($4, 'hex')))
         select from changed`,
        [userId, passwordHash, replaces ?? null, keeps ?? null, keepsTrustedDevices],
      )
      return rowCount === 1
    },
    /** The first administrator's generated password has been used or replaced: it is no longer shown at start. */
    async forgetDrawnPassword(userId: number): Promise<void> {
      await pool.query('delete from app.first_administrator where user_id = $1', [userId])
    },
    /** Unclaimed rows created before a time, at most 1,000. */
    unclaimedBefore: (at: string) => select('where not claimed and created_at < $1 order by user_id limit 1000', [at]),
  }
}

export type Credentials = ReturnType<typeof createCredentials>
