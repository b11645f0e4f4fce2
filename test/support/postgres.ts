import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate.ts'

/** Address of the test server, set by the global setup (an embedded server with fsync off) or by hand. */
export function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest, whose global setup starts a server')
  return url
}

/** A fresh, migrated database of its own; `drop` closes and removes it. */
export async function testDatabase(): Promise<Database & { drop(): Promise<void> }> {
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: testServerUrl() })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(testServerUrl())
  url.pathname = `/${name}`
  const database = openDatabase(url.href)
  await migrate(database)
  return {
    ...database,
    async drop() {
      await database.close()
      const client = new pg.Client({ connectionString: testServerUrl() })
      await client.connect()
      await client.query(`drop database if exists ${name} with (force)`)
      await client.end()
    },
  }
}
