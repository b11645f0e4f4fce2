import type pg from 'pg'
import { inTransaction } from '../../database/transaction.ts'
import { drawPassword } from '../accounts/drawn-password.ts'
import { type AnalystAccess, ONE_AT_A_TIME } from './analyst-access.ts'
import { scramVerifier } from './scram.ts'

/** Default name of the role. */
export const ANALYST = 'plp_analyst'
const NAME = /^[a-z_][a-z0-9_]{0,62}$/

/** Why a role cannot be created, as a sentence. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused'
}

/** Creates and removes PostgreSQL roles that can only read the data for analysts. */
export function createAnalystRoles({ pool, access }: { readonly pool: pg.Pool; readonly access: AnalystAccess }) {
  const isOurs = async (role: string): Promise<boolean> =>
    (await pool.query('select from app.analysts where role = $1', [role])).rowCount === 1
  const isThere = async (role: string): Promise<boolean> =>
    (await pool.query('select from pg_roles where rolname = $1', [role])).rowCount === 1

  async function refuseUnless<T>(role: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === '2BP01')
        throw new RoleRefused(
          `The role ${role} can no longer sign in, but others have given it rights. Run as an administrator: drop owned by ${role}; drop role ${role}`,
        )
      if (code === '42939') throw new RoleRefused(`The name ${role} is reserved by PostgreSQL: choose another name`)
      if (code !== '42501') throw error
      throw new RoleRefused(
        `The user of DATABASE_URL may not make or change the role ${role}: give it CREATEROLE (alter role … createrole)`,
      )
    }
  }

  /** Objects of the role in this database, as PostgreSQL describes them. */
  async function ownedBy(role: string): Promise<readonly string[]> {
    const { rows } = await pool.query<{ name: string }>(
      `select pg_describe_object(classid, objid, objsubid) as name from pg_shdepend
      where deptype = 'o' and refclassid = 'pg_authid'::regclass and refobjid = (select oid from pg_roles where rolname = $1)
        and dbid = (select oid from pg_database where datname = current_database()) order by 1`,
      [role],
    )
    return rows.map(({ name }) => name)
  }

  /** Without the right to end them, connections stay open. They can no longer read anything. */
  async function endConnections(role: string): Promise<void> {
    await pool
      .query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])
      .catch((error) => {
        if (error.code !== '42501') throw error
      })
  }

  return {
    /**
     * Creates the role, or sets a new password for an existing one. The password is not stored. `forAdministrator` are
     * statements that an administrator of the server must run, because our own role may not. Throws `RoleRefused`.
     */
    async create(role: string, at: string) {
      if (!NAME.test(role)) throw new RoleRefused('A role is named by up to 63 lower-case letters, digits and _')
      if ((await isThere(role)) && !(await isOurs(role)))
        throw new RoleRefused(`There is a role ${role} on this server that was not made here: choose another name`)
      const password = drawPassword()
      await access.provision()
      return refuseUnless(role, async () => {
        await inTransaction({ pool }, async (client) => {
          await client.query(ONE_AT_A_TIME)
          await client.query('insert into app.analysts (role, created_at) values ($1, $2) on conflict do nothing', [
            role,
            at,
          ])
          if (!(await isThere(role))) await client.query(`create role "${role}" login`)
          await client.query(`alter role "${role}" login password '${scramVerifier(password)}' connection limit 10;
            alter role "${role}" set default_transaction_read_only = on;
            alter role "${role}" set statement_timeout = '5min';
            alter role "${role}" set idle_in_transaction_session_timeout = '5min';
            alter role "${role}" set search_path = analysis, read;
            alter role "${role}" set timezone = 'UTC';
            grant "${role}" to current_user`)
        })
        return { password, forAdministrator: await access.grantTo(role) }
      })
    },
    /**
     * Ends the role's connections and removes it. Returns false if there is none. Throws `RoleRefused` if it owns objects: its functions
     * and views would run with the rights of a new owner (docs/threats.md T109).
     */
    remove: (role: string): Promise<boolean> =>
      inTransaction({ pool }, async (client) => {
        await client.query(ONE_AT_A_TIME)
        if (!(await isOurs(role))) return false
        // Not by `client`: the sign-in ends even if the removal is refused.
        if (await isThere(role))
          await refuseUnless(role, async () => {
            // A transaction of the role that changes the role would delay the first statement as long as it stays open.
            await Promise.all([pool.query(`alter role "${role}" nologin`), endConnections(role)])
            await endConnections(role)
            const owned = await ownedBy(role)
            if (owned.length > 0)
              throw new RoleRefused(
                `The role ${role} can no longer sign in, but owns ${owned.join(', ')}. Export the data to keep, run drop owned by ${role} in npm run shell, then this command again`,
              )
            await pool.query(`drop owned by "${role}"; drop role "${role}"`)
          })
        await client.query('delete from app.analysts where role = $1', [role])
        return true
      }),
  }
}

/**
 * Ends sessions of analysts with a long open transaction, which delays the removal of old rows and tables. A role can
 * lift its own limits (docs/threats.md T88). Our role may end them as a member of theirs.
 */
export async function endLongTransactions(pool: pg.Pool, limit = '5 minutes'): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(s.pid) from pg_stat_activity s join app.analysts on role = s.usename
    where s.xact_start < clock_timestamp() - $1::interval and pg_has_role(s.usesysid, 'usage')`,
    [limit],
  )
}
