import type pg from 'pg'

/** Functions with which any role can take locks without a table, store hidden data, or cause work for others. */
const FUNCTIONS = '^(pg_(try_)?advisory_|lo_|loread$|lowrite$|pg_notify$|pg_logical_emit_message$)'
/**
 * Settings of analysts' roles that limit the disk space they can fill: by temporary files of a session, as for a sort, and by the
 * server's log, which would have the text of each of their errors (docs/threats.md T113).
 */
const SETTINGS = { temp_file_limit: '1GB', log_min_messages: 'panic' }

/** The restrictions of this release. Changing them provisions analysts again. */
export const RESTRICTIONS = [FUNCTIONS, SETTINGS]

/** A statement that revokes a permission. `isOurs`: our own role may run it, otherwise an administrator of the server must. */
interface Restriction {
  readonly sql: string
  readonly isOurs: boolean
}

/**
 * Permissions of every database role that only the application needs (docs/threats.md T88). The application keeps the functions, and
 * analysts may connect.
 */
async function publicPermissions(client: Pick<pg.PoolClient, 'query'>): Promise<readonly Restriction[]> {
  const { rows } = await client.query<Restriction>(
    `with me as (select rolsuper as super from pg_roles where rolname = current_user), open as (
      select string_agg(p.oid::regprocedure::text, ', ') as functions from pg_proc p
      where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ $1 and has_function_privilege('public', p.oid, 'execute')
    )
    select sql, "isOurs" from (
      select 1, 'grant execute on function ' || functions || ' to ' || quote_ident(current_user), false from open, me where not super
      union all select 2, 'revoke execute on function ' || functions || ' from public', super from open, me
      union all select 3, 'revoke temporary on database ' || quote_ident(datname) || ' from public', pg_has_role(datdba, 'usage')
      from pg_database where datname = current_database() and has_database_privilege('public', oid, 'temporary')
      union all select 4, 'revoke create on schema public from public', pg_has_role(nspowner, 'usage')
      from pg_namespace where nspname = 'public' and has_schema_privilege('public', oid, 'create')
      union all select 5, format('alter role %I set %I = %L', r.rolname, name, value), has_parameter_privilege(name, 'set')
      from app.analysts a join pg_roles r on r.rolname = a.role cross join json_each_text($2) settings (name, value)
      where not coalesce(name || '=' || value = any(r.rolconfig), false)
      union all select distinct 6, case when ours then format('grant connect on database %I to %I', current_database(), r.rolname)
        else format('grant connect on database %I to %I with grant option', current_database(), current_user) end, ours
      from app.analysts a join pg_roles r on r.rolname = a.role,
        has_database_privilege(current_database(), 'connect with grant option') ours
      where not has_database_privilege(r.oid, current_database(), 'connect')
    ) statements (nr, sql, "isOurs") where sql is not null order by nr`,
    [FUNCTIONS, SETTINGS],
  )
  return rows
}

/**
 * Revokes the permissions that our own role may revoke. Returns the statements that an administrator of the server must
 * run. Statements without the right to run them would fill PostgreSQL's log.
 */
export async function revokePublicPermissions(client: Pick<pg.PoolClient, 'query'>): Promise<readonly string[]> {
  for (const { sql, isOurs } of await publicPermissions(client)) if (isOurs) await client.query(sql)
  return (await publicPermissions(client)).map(({ sql }) => sql)
}
