import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type DescribedColumns, meaningOf } from '../slice/columns.ts'
import { KEPT_BACK, KEPT_BACK_COLUMNS } from './kept-back.ts'
import { ANALYSIS_VIEWS } from './views.ts'

/** What analysts find: what each column means, the views of `analysis`, and what their roles may read. */
export interface Desk {
  /** Lays out what is missing, or stands as an older release had it; one statement where nothing does. Repeatable, on any node. */
  lay(): Promise<void>
  /** Gives a role all that analysts may read. Throws what PostgreSQL says. */
  admit(role: string): Promise<void>
}

type Client = Pick<pg.PoolClient, 'query'>

interface DeskDependencies {
  readonly pool: pg.Pool
  readonly columns: DescribedColumns
}

const UNDEFINED_TABLE = '42P01'
/** One at a time lays out: PostgreSQL does not change one object in two transactions at once. */
const LOCK = "select pg_advisory_xact_lock(hashtext('plp.analysts'))"

export function createDesk({ pool, columns }: DeskDependencies): Desk {
  const edition = createHash('sha256')
    .update(JSON.stringify([columns, ANALYSIS_VIEWS, KEPT_BACK, KEPT_BACK_COLUMNS]))
    .digest('hex')

  /** Whether all is laid out. A read model that was switched in with other columns has dropped what stood on it. */
  async function isLaid(client: Client): Promise<boolean> {
    const { rows } = await client.query<{ isLaid: boolean }>(
      `select coalesce(obj_description(to_regnamespace('analysis')) = $1, false)
        and (select count(*) from pg_class where relnamespace = to_regnamespace('analysis') and relkind = 'v') = $2
        and not exists (
          select from pg_class v join pg_attribute a on a.attrelid = v.oid and a.attnum > 0 and not a.attisdropped
          where v.relnamespace = to_regnamespace('read') and v.relname || '.' || a.attname = any($3)
            and col_description(v.oid, a.attnum) is null)
        and not exists (
          select from app.analysts join pg_roles on rolname = role
          join pg_class v on v.relnamespace = any(array[to_regnamespace('read'), to_regnamespace('analysis')]) and v.relkind = 'v'
          where v.relname <> all($4) and not has_any_column_privilege(rolname, v.oid, 'select')) as "isLaid"`,
      [edition, ANALYSIS_VIEWS.length, describedColumns(), Object.keys(KEPT_BACK)],
    )
    return rows[0]!.isLaid
  }

  /** `view.column` of all that is described. */
  function describedColumns(): readonly string[] {
    return Object.entries(columns).flatMap(([view, words]) =>
      Object.keys(words).map((column) => `${view.slice('read.'.length)}.${column}`),
    )
  }

  async function transaction(work: (client: Client) => Promise<void>): Promise<void> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(LOCK)
      await work(client)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  }

  async function describe(client: Client): Promise<void> {
    for (const { view, names } of await readViews(client)) {
      const comments = names.flatMap((name) => {
        const words = meaningOf(columns, `read.${view}`, name)
        return words === null ? [] : [`comment on column read.${quoted(view)}.${quoted(name)} is ${literal(words)}`]
      })
      if (comments.length > 0) await client.query(comments.join(';\n'))
    }
  }

  return {
    async lay() {
      if (await isLaid(pool)) return
      try {
        await transaction(async (client) => {
          // Another one may have been first.
          if (await isLaid(client)) return
          await describe(client)
          await client.query('drop schema if exists analysis cascade; create schema analysis')
          for (const view of ANALYSIS_VIEWS) await client.query(definition(view))
          const { rows } = await client.query<{ role: string }>(
            'select role from app.analysts join pg_roles on rolname = role',
          )
          for (const { role } of rows) await grant(client, role)
          await client.query(`comment on schema analysis is ${literal(edition)}`)
        })
      } catch (error) {
        // Beside a store whose read models are still being made: the next time comes.
        if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error
      }
    },
    admit: (role) => transaction((client) => grant(client, role)),
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

const definition = ({ name, doc, columns, sql }: (typeof ANALYSIS_VIEWS)[number]): string =>
  [
    `create view analysis.${quoted(name)} as ${sql}`,
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

async function grant(client: Client, role: string): Promise<void> {
  const to = quoted(role)
  const given = (await readViews(client)).flatMap(({ view, names }) => {
    if (Object.hasOwn(KEPT_BACK, view)) return []
    const kept = KEPT_BACK_COLUMNS[view] ?? {}
    const open = names.filter((name) => !Object.hasOwn(kept, name))
    const what = open.length === names.length ? 'select' : `select (${open.map(quoted).join(', ')})`
    return [`grant ${what} on read.${quoted(view)} to ${to}`]
  })
  await client.query(
    [
      `grant usage on schema read, analysis to ${to}`,
      `grant select on all tables in schema analysis to ${to}`,
      ...given,
    ].join(';\n'),
  )
}
