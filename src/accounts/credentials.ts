import type { Database } from '../database/database.ts'
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
}

/** Rows of `app.credentials`: written before the account's event, claimed after it, swept where no event came. */
export interface Credentials {
  add(credential: Omit<Credential, 'claimed'>): Promise<void>
  /** Makes the row the one of its name; an older life's row goes. */
  claim(userId: number): Promise<void>
  remove(userId: number): Promise<void>
  ofUser(userId: number): Promise<Credential | null>
  /** The claimed row of a name first, then unclaimed ones, newest first. */
  ofName(accountKey: string): Promise<readonly Credential[]>
  setRole(userId: number, role: Role): Promise<void>
  /**
   * With the old password go the places it was at home: who had it there tries the new one as a stranger. Links to set another one go,
   * too: whoever had one may be the reason for the change. And sessions end, but the one that `keeps` names: a node that dies on the way
   * leaves nobody signed in with a password that is none any more. False where `replaces` is not the password's hash by now.
   */
  setPassword(userId: number, passwordHash: string, more?: PasswordChangeMore): Promise<boolean>
  /** The drawn password of the first administrator has been used, or is none any more: it is shown at no further start. */
  forgetDrawnPassword(userId: number): Promise<void>
  /** Unclaimed rows made before a time, at most 1,000. */
  unclaimedBefore(at: string): Promise<readonly Credential[]>
}

const COLUMNS = `user_id as "userId", account_key as "accountKey", password_hash as "passwordHash", role, claimed, created_at as "createdAt"`

export function createCredentials({ pool }: Pick<Database, 'pool'>): Credentials {
  const select = async (rest: string, values: unknown[]): Promise<Credential[]> =>
    (await pool.query<Credential>(`select ${COLUMNS} from app.credentials ${rest}`, values)).rows

  return {
    async add({ userId, accountKey, passwordHash, role, createdAt }) {
      await pool.query(
        `insert into app.credentials (user_id, account_key, password_hash, role, created_at) values ($1, $2, $3, $4, $5)
         on conflict (user_id) do nothing`,
        [userId, accountKey, passwordHash, role, createdAt],
      )
    },
    async claim(userId) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query(
          `delete from app.credentials old using app.credentials mine
           where mine.user_id = $1 and old.account_key = mine.account_key and old.claimed and old.user_id <> $1`,
          [userId],
        )
        await client.query('update app.credentials set claimed = true where user_id = $1', [userId])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => undefined)
        throw error
      } finally {
        client.release()
      }
    },
    async remove(userId) {
      await pool.query('delete from app.credentials where user_id = $1', [userId])
    },
    ofUser: async (userId) => (await select('where user_id = $1', [userId]))[0] ?? null,
    ofName: (accountKey) =>
      select('where account_key = $1 order by claimed desc, created_at desc limit 20', [accountKey]),
    async setRole(userId, role) {
      await pool.query('update app.credentials set role = $2 where user_id = $1 and role <> $2', [userId, role])
    },
    async setPassword(userId, passwordHash, { replaces, keeps } = {}) {
      const { rowCount } = await pool.query(
        `with changed as (
           update app.credentials set password_hash = $2
           where user_id = $1 and ($3::text is null or password_hash = $3) returning user_id),
         forgotten as (delete from app.known_places p using changed c where p.user_id = c.user_id),
         voided as (delete from app.mail_tokens t using changed c where t.user_id = c.user_id and t.kind = 'reset'),
         ended as (
           delete from app.sessions s using changed c
           where s.user_id = c.user_id and ($4::text is null or s.token_hash <> decode($4, 'hex')))
         select from changed`,
        [userId, passwordHash, replaces ?? null, keeps ?? null],
      )
      return rowCount === 1
    },
    async forgetDrawnPassword(userId) {
      await pool.query('delete from app.first_administrator where user_id = $1', [userId])
    },
    unclaimedBefore: (at) => select('where not claimed and created_at < $1 order by user_id limit 1000', [at]),
  }
}
