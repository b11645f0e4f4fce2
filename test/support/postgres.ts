import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate.ts'
import { migrations } from '../../src/database/migrations/index.ts'

/** Address of the test server, set by the global setup (an embedded server with fsync off) or by hand. */
export function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest, whose global setup starts a server')
  return url
}

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

/** Named after its migrations, so that a server which outlives a run never hands out an old schema. */
const templateName = `plp_template_${createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)}`

/** The migrated database that all others are copied from; the first worker that needs it makes it. */
async function makeTemplate(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock(hashtext('plp.test-template'))")
  const { rowCount } = await client.query('select from pg_database where datname = $1', [templateName])
  if (rowCount === 0) {
    const half = `${templateName}_${randomBytes(4).toString('hex')}`
    await client.query(`create database ${half}`)
    const database = openDatabase(addressOf(half))
    try {
      await migrate(database)
    } finally {
      await database.close()
    }
    await client.query(`alter database ${half} rename to ${templateName}`)
  }
  await client.query("select pg_advisory_unlock(hashtext('plp.test-template'))")
}

let template: Promise<void> | undefined

/** A fresh, migrated database of its own; `drop` closes and removes it. */
export async function testDatabase(): Promise<Database & { drop(): Promise<void> }> {
  template ??= onServer(makeTemplate)
  await template
  const name = `t_${randomBytes(6).toString('hex')}`
  await onServer((client) => client.query(`create database ${name} template ${templateName}`))
  const database = openDatabase(addressOf(name))
  return {
    ...database,
    async drop() {
      await database.close()
      await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}
