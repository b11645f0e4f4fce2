import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { createFirst } from '../../projections/engine/generations.ts'
import { groups, schema } from '../../src/areas/index.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate.ts'

/** Address of the test server, set by the global setup (an embedded server with fsync off) or by hand. */
export function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest, whose global setup starts a server')
  return url
}

/**
 * Connections of a test's pool. Each new connection fills PostgreSQL's catalogue caches again, which takes longer than most statements
 * of a test; the 20 of the product would all be opened when a node starts.
 */
export const POOL = { max: 8 }

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: testServerUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const addressOf = (name: string): string => {
  const url = new URL(testServerUrl())
  url.pathname = `/${name}`
  return url.href
}

/** A template that test databases are copied from. Created once per server, by the first worker that needs it. */
export interface Template {
  readonly name: string
  /** Fills an empty database, or a copy of the template `on`. */
  readonly fill: (database: Database) => Promise<unknown>
  /** The template to start from. */
  readonly on?: Template
}

/** A template's name contains a hash of its content, so that a long-lived server never provides outdated content. */
const templateName = (what: string, ...content: readonly unknown[]): string =>
  `plp_${what}_${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)}`

const ofRun = (): string => `plp_run_${process.env.PLP_TEST_RUN}_`

/** A name for content that depends on all code and is therefore rebuilt for every run. */
export const nameInRun = (what: string): string => ofRun() + what

/** A migrated database without further content. */
export const migrated: Template = {
  name: templateName('migrated', schema),
  fill: (database) => migrate(database, schema),
}

/** The game's read tables, empty, as an engine creates them for an empty log. */
export const emptyReadTables: Template = {
  name: templateName('read_tables', schema, groups),
  on: migrated,
  async fill({ db }) {
    for (const group of groups) await createFirst(db, group, group.version)
  },
}

/** Preserves the empty read tables of groups that an engine under test does not have; it would drop them. */
export const keepOtherTables = ({ pool }: Pick<Database, 'pool'>, groups: readonly { readonly name: string }[]) =>
  pool.query('delete from engine.generations where name <> all($1)', [groups.map(({ name }) => name)])

/** Drops this run's templates from a server that outlives it. */
export const dropTemplatesOfRun = (): Promise<void> =>
  onServer(async (client) => {
    const { rows } = await client.query('select datname from pg_database where datname like $1', [`${ofRun()}%`])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  })

const copy = (client: pg.Client, name: string, of: string | undefined) =>
  // Copying the files costs half as much as writing their content through the WAL.
  client.query(`create database ${name}${of ? ` template ${of} strategy file_copy` : ''}`)

async function make(template: Template): Promise<void> {
  if (template.on) await made(template.on)
  await onServer(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('plp.test-template'))")
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template.name])
    if (rowCount !== 0) return
    const half = `${template.name}_${randomBytes(4).toString('hex')}`
    await copy(client, half, template.on?.name)
    const database = openDatabase(addressOf(half))
    try {
      await template.fill(database)
    } finally {
      await database.close()
    }
    await client.query(`alter database ${half} rename to ${template.name}`)
  })
}

const templates = new Map<string, Promise<void>>()

async function made(template: Template): Promise<void> {
  const making = templates.get(template.name) ?? make(template)
  templates.set(template.name, making)
  await making
}

/** A fresh database, migrated or copied from another template; `drop` closes and removes it. */
export async function testDatabase(template = migrated): Promise<Database & { drop(): Promise<void> }> {
  await made(template)
  const name = `t_${randomBytes(6).toString('hex')}`
  await onServer((client) => copy(client, name, template.name))
  const database = openDatabase(addressOf(name), POOL)
  return {
    ...database,
    async drop() {
      await database.close()
      await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}
