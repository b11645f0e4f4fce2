import type pg from 'pg'
import { drawPassword } from '../accounts/drawn-password.ts'
import type { AnalystAccess } from './analyst-access.ts'

/** The role that is made unless another name is asked for. */
export const ANALYST = 'plp_analyst'
const NAME = /^[a-z_][a-z0-9_]{0,62}$/

/** What keeps a role from being made, in a sentence. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused'
}

/** Roles of PostgreSQL that read what analysts may read, and nothing else. */
export function createAnalystRoles({ pool, access }: { readonly pool: pg.Pool; readonly access: AnalystAccess }) {
  const isOurs = async (role: string): Promise<boolean> =>
    (await pool.query('select from app.analysts where role = $1', [role])).rowCount === 1
  const isThere = async (role: string): Promise<boolean> =>
    (await pool.query('select from pg_roles where rolname = $1', [role])).rowCount === 1

  async function refuseUnless<T>(role: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== '42501') throw error
      throw new RoleRefused(
        `The user of DATABASE_URL may not make or change the role ${role}: give it CREATEROLE (alter role … createrole)`,
      )
    }
  }

  /** Whose user may not do that leaves them to end by themselves: they can read nothing any more. */
  async function endConnections(role: string): Promise<void> {
    await pool
      .query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])
      .catch((error) => {
        if (error.code !== '42501') throw error
      })
  }

  return {
    /**
     * Makes the role, or gives the one that is there another password, which is kept nowhere. `forAdministrator`: statements by which an
     * administrator of the server closes what our own role may not close. Throws `RoleRefused`.
     */
    async create(role: string, at: string) {
      if (!NAME.test(role)) throw new RoleRefused('A role is named by up to 63 small letters, digits and _')
      if ((await isThere(role)) && !(await isOurs(role)))
        throw new RoleRefused(`There is a role ${role} on this server that was not made here: choose another name`)
      const password = drawPassword()
      await access.provision()
      return refuseUnless(role, async () => {
        await pool.query('insert into app.analysts (role, created_at) values ($1, $2) on conflict do nothing', [
          role,
          at,
        ])
        if (!(await isThere(role))) await pool.query(`create role ${role} login`)
        await pool.query(`alter role ${role} login password '${password}' connection limit 10;
          alter role ${role} set default_transaction_read_only = on;
          alter role ${role} set statement_timeout = '5min';
          alter role ${role} set idle_in_transaction_session_timeout = '5min';
          alter role ${role} set search_path = analysis, read;
          alter role ${role} set timezone = 'UTC';
          grant ${role} to current_user`)
        return { password, forAdministrator: await access.grantTo(role) }
      })
    },
    /** Takes the role away, and ends its connections; false: there is none. Throws `RoleRefused`. */
    async remove(role: string): Promise<boolean> {
      if (!(await isOurs(role))) return false
      if (await isThere(role))
        await refuseUnless(role, async () => {
          await pool.query(`alter role ${role} nologin`)
          await endConnections(role)
          await pool.query(`revoke all on all tables in schema read, analysis from ${role};
            revoke all on schema read, analysis from ${role}; drop role ${role}`)
        })
      await pool.query('delete from app.analysts where role = $1', [role])
      return true
    },
  }
}

/**
 * Ends the sessions of analysts whose transaction is open for longer: they hold up the removal of old rows and tables, and the limits of a
 * role are its own to lift (docs/threats.md T88). Our role is a member of theirs, and may.
 */
export async function endLongTransactions(pool: pg.Pool, limit = '5 minutes'): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(s.pid) from pg_stat_activity s join app.analysts on role = s.usename
    where s.xact_start < clock_timestamp() - $1::interval and pg_has_role(s.usesysid, 'usage')`,
    [limit],
  )
}
