import type { AppTables } from './app-tables.ts'
import type { Database } from './database.ts'
import type { Migration } from './migration.ts'
import { assertSupported } from './unsupported-postgres.ts'

/** Runs the steps that have not run yet; two nodes starting at once take turns. Gives the names of those that ran. */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<readonly string[]> {
  const client = await database.pool.connect()
  try {
    const { rows } = await client.query<{ number: number }>(
      "select current_setting('server_version_num')::int as number",
    )
    assertSupported(rows[0]!.number)
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('plp.migrations'))")
    await client.query('create schema if not exists app')
    await client.query(
      'create table if not exists app.migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    const done = new Set(
      (await client.query<Pick<AppTables['app.migrations'], 'name'>>('select name from app.migrations')).rows.map(
        (row) => row.name,
      ),
    )
    const ran: string[] = []
    for (const { name, sql } of migrations) {
      if (done.has(name)) continue
      await client.query(sql)
      await client.query('insert into app.migrations (name) values ($1)', [name])
      ran.push(name)
    }
    await client.query('commit')
    return ran
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
