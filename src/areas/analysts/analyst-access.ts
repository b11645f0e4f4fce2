import { createHash } from 'node:crypto'
import type pg from 'pg'
import { escapeLiteral as literal, escapeIdentifier as quoted } from 'pg'
import { isLockTimeout, LOCK_TIMEOUT } from '../../database/lock-timeout.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { DescribedColumns } from '../../slice/columns.ts'
import type { Hidden } from '../../slice/table.ts'
import { RESTRICTIONS, revokePublicPermissions } from './public-permissions.ts'
import { ANALYSIS_VIEWS } from './views.ts'

type Client = Pick<pg.PoolClient, 'query'>

interface AnalystAccessDependencies {
  readonly pool: pg.Pool
  readonly columns: DescribedColumns
  readonly hidden: Hidden
}

const UNDEFINED_TABLE = '42P01'

/**
 * One change of objects or roles at a time: PostgreSQL cannot change one in two transactions at once. The timeout limits
 * the wait for analysts who hold locks on the views.
 */
export const ONE_AT_A_TIME = `${LOCK_TIMEOUT}; lock table app.analysts in share row exclusive mode`

/** Provisions analysts: meanings of columns, the views of `analysis`, and the permissions of their roles. */
export function createAnalystAccess({ pool, columns, hidden }: AnalystAccessDependencies) {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([columns, ANALYSIS_VIEWS, hidden, RESTRICTIONS]))
    .digest('hex')

  /** Views of `read` that analysts may read. An undeclared view belongs to a group that no longer exists. */
  const readableViews = Object.keys(columns)
    .map((name) => name.slice('read.'.length))
    .filter((view) => !Object.hasOwn(hidden.views, view))

  /** True if everything is provisioned. A read model that goes live with other columns drops the dependent views. */
  async function isProvisioned(client: Client): Promise<boolean> {
    const { rows } = await client.query<{ isProvisioned: boolean }>(
      `select coalesce(obj_description(to_regnamespace('analysis')) = $1, false)
        and (select count(*) from pg_class where relnamespace = to_regnamespace('analysis') and relkind = 'v') = $2
        and not exists (
          select from pg_class v join pg_attribute a on a.attrelid = v.oid and a.attnum > 0 and not a.attisdropped
          where v.relnamespace = to_regnamespace('read') and v.relname || '.' || a.attname = any($3)
            and col_description(v.oid, a.attnum) is null)
        and not exists (
          select from app.analysts join pg_roles r on r.rolname = role
          join pg_class v on v.relnamespace = any(array[to_regnamespace('read'), to_regnamespace('analysis')]) and v.relkind = 'v'
          where (v.relnamespace = to_regnamespace('analysis') or v.relname = any($4))
            <> exists (select from aclexplode(v.relacl) where grantee = r.oid and privilege_type = 'SELECT')) as "isProvisioned"`,
      [fingerprint, ANALYSIS_VIEWS.length, describedColumns(), readableViews],
    )
    return rows[0]!.isProvisioned
  }

  /** `view.column` of every described column. */
  function describedColumns(): readonly string[] {
    return Object.entries(columns).flatMap(([view, words]) =>
      Object.keys(words).map((column) => `${view.slice('read.'.length)}.${column}`),
    )
  }

  const exclusively = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
    inTransaction({ pool }, async (client) => {
      await client.query(ONE_AT_A_TIME)
      return work(client)
    })

  async function describe(client: Client): Promise<void> {
    for (const { view, names } of await readViews(client)) {
      const comments = names.flatMap((name) => {
        const words = columns[`read.${view}`]?.[name]
        return words === undefined
          ? []
          : [`comment on column read.${quoted(view)}.${quoted(name)} is ${literal(words)}`]
      })
      if (comments.length > 0) await client.query(comments.join(';\n'))
    }
  }

  /**
   * Views without the condition that hides columns. An older release created them, and they are used until the new ones
   * are built.
   */
  async function openViews(client: Client): Promise<readonly string[]> {
    const { rows } = await client.query<{ view: string }>(
      `select viewname as view from pg_views where schemaname = 'read' and viewname = any($1) and definition !~ 'has_schema_privilege'`,
      [Object.keys(hidden.columns)],
    )
    return rows.map(({ view }) => view)
  }

  /** Revokes views that an older release granted and this one hides. */
  async function revokeHidden(client: Client): Promise<void> {
    const { rows } = await client.query<{ sql: string }>(
      `select format('revoke all on read.%I from %I', v.relname, r.rolname) as sql
      from app.analysts join pg_roles r on r.rolname = role
      join pg_class v on v.relnamespace = to_regnamespace('read') and v.relkind = 'v' and v.relname <> all($1)
      where exists (select from aclexplode(v.relacl) where grantee = r.oid)`,
      [readableViews],
    )
    for (const { sql } of rows) await client.query(sql)
  }

  async function grant(client: Client, role: string): Promise<void> {
    const to = quoted(role)
    const unrestricted = await openViews(client)
    const grants = (await readViews(client)).flatMap(({ view }) =>
      readableViews.includes(view) && !unrestricted.includes(view)
        ? [`grant select on read.${quoted(view)} to ${to}`]
        : [],
    )
    await client.query(
      [
        `revoke all on all tables in schema read, analysis from ${to}`,
        `grant usage on schema read, analysis to ${to}`,
        `grant select on all tables in schema analysis to ${to}`,
        ...grants,
      ].join(';\n'),
    )
  }

  return {
    /**
     * Provisions missing objects and replaces those of older releases. Runs one statement if nothing is missing.
     * Idempotent, on any node.
     */
    async provision(): Promise<void> {
      if (await isProvisioned(pool)) return
      try {
        // A lock of an analyst on a view of `analysis` delays all the rest.
        await exclusively(revokeHidden)
        await exclusively(async (client) => {
          // Another node may have been first.
          if ((await isProvisioned(client)) || (await openViews(client)).length > 0) return
          await describe(client)
          await client.query('drop schema if exists analysis cascade; create schema analysis')
          for (const view of ANALYSIS_VIEWS) await client.query(definition(view))
          const { rows } = await client.query<{ role: string }>(
            'select role from app.analysts join pg_roles on rolname = role',
          )
          for (const { role } of rows) await grant(client, role)
          if (rows.length > 0) await revokePublicPermissions(client)
          await client.query(`comment on schema analysis is ${literal(fingerprint)}`)
        })
      } catch (error) {
        // The read models are not built yet, or an analyst holds a lock. The next run tries again.
        if ((error as { code?: string }).code !== UNDEFINED_TABLE && !isLockTimeout(error)) throw error
      }
    },
    /**
     * Grants a role everything that analysts may read, and revokes permissions with which any role can disturb others.
     * Returns the statements for this that an administrator of the server must run. Throws PostgreSQL errors.
     */
    grantTo: (role: string): Promise<readonly string[]> =>
      exclusively(async (client) => {
        await grant(client, role)
        return revokePublicPermissions(client)
      }),
  }
}

export type AnalystAccess = ReturnType<typeof createAnalystAccess>

/** Names the views of `read`, not those of this node's version. */
const served = (sql: string): string => sql.replaceAll(/\bread\.(\w+)/g, 'read."$1"')

const definition = ({ name, doc, columns, sql }: (typeof ANALYSIS_VIEWS)[number]): string =>
  [
    `create view analysis.${quoted(name)} as ${served(sql)}`,
    `comment on view analysis.${quoted(name)} is ${literal(doc)}`,
    ...Object.entries(columns).map(
      ([column, words]) => `comment on column analysis.${quoted(name)}.${quoted(column)} is ${literal(words)}`,
    ),
  ].join(';\n')

interface FoundView {
  readonly view: string
  readonly names: readonly string[]
}

async function readViews(client: Client): Promise<readonly FoundView[]> {
  const { rows } = await client.query<FoundView>(
    `select v.relname as view, array_agg(a.attname::text order by a.attnum) as names
    from pg_class v join pg_attribute a on a.attrelid = v.oid and a.attnum > 0 and not a.attisdropped
    where v.relnamespace = to_regnamespace('read') and v.relkind = 'v' group by v.relname order by v.relname`,
  )
  return rows
}
