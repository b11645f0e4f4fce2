import pg from 'pg'
import { type Column, columnDdl, tableDdl } from '../slice/table.ts'
import type { AppTable, AppTableDeclarations } from './app-tables.ts'
import type { Migration } from './migration.ts'

/** The schema of all tables that are not projected. */
export interface Schema {
  readonly tables: AppTableDeclarations
  /** Names with schema; of type `bigint`. */
  readonly sequences: readonly string[]
  readonly migrations: readonly Migration[]
}

/**
 * Creates missing tables, columns, indexes and sequences. Returns their names. A new column of an existing table must be nullable or
 * have a default. All other changes of a table need a migration.
 */
export async function createMissing(client: pg.ClientBase, schema: Schema): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with own as (
       select c.oid, relkind, nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname in ('app', 'engine', 'log'))
     select name from own union all
     select name || '.' || attname from own join pg_attribute on attrelid = oid
     where relkind = 'r' and attnum > 0 and not attisdropped`,
  )
  const present = new Set(rows.map(({ name }) => name))
  const missing = [...declaredIn(schema)].filter(([name]) => !present.has(name))
  await client.query(missing.map(([, ddl]) => ddl).join(';\n'))
  return missing.map(([name]) => name)

  /** Statements by the name of the created object. */
  function* declaredIn({ tables, sequences }: Schema): Generator<readonly [name: string, ddl: string]> {
    for (const name of sequences) yield [name, `create sequence ${name} as bigint`]
    for (const [name, table] of Object.entries(tables)) {
      if (!present.has(name)) yield [name, created(name, table)]
      else
        for (const [column, each] of Object.entries(table.columns))
          yield [
            `${name}.${column}`,
            `alter table ${name} add column ${columnDdl(column, each)}${commentOn(name, column, each)}`,
          ]
      yield* indexesOf(name, table)
    }
  }
}

const created = (name: string, table: AppTable): string =>
  [
    tableDdl(name, table).replace('create table', table.isUnlogged ? 'create unlogged table' : 'create table'),
    table.afterCreate === undefined ? '' : `${table.afterCreate};\n`,
    `comment on table ${name} is ${pg.escapeLiteral(table.doc)}`,
    ...Object.entries(table.columns).map(([column, each]) => commentOn(name, column, each)),
  ].join('')

function* indexesOf(
  table: string,
  { indexes = {}, uniqueIndexes = {} }: AppTable,
): Generator<readonly [name: string, ddl: string]> {
  const [schema] = table.split('.')
  for (const [name, on] of Object.entries(indexes))
    yield [`${schema}.${name}`, `create index ${name} on ${table} ${on}`]
  for (const [name, on] of Object.entries(uniqueIndexes))
    yield [`${schema}.${name}`, `create unique index ${name} on ${table} ${on}`]
}

const commentOn = (table: string, name: string, { doc }: Column): string =>
  doc === null ? '' : `;\ncomment on column ${table}.${name} is ${pg.escapeLiteral(doc)}`
