import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/database/database.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { bareEnvironment } from './support/bare-environment.ts'

// A node that finds a log with a history but no read models, as after a restore without PostgreSQL's dump.

let app: TestApp
let database: Database
const children: ChildProcess[] = []

beforeAll(async () => {
  app = await startTestApp()
  await app.stop()
  database = openDatabase(app.databaseUrl)
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname ~ '_g[0-9]+$'`.execute(database.db)
  for (const { name } of rows) await sql`drop schema ${sql.id(name)} cascade`.execute(database.db)
  await sql`truncate engine.generations, engine.reactors`.execute(database.db)
})
afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  await database?.close()
  await app?.close()
})

/** A node in production, where each line is JSON. */
function startNode() {
  const child = spawn(process.execPath, ['src/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      PORT: '0',
      DATABASE_URL: app.databaseUrl,
      MASTER_KEY: app.masterKey.toString('base64'),
      EVENTSTORE_PREFIX: app.prefix,
      NODE_ENV: 'production',
    },
  })
  children.push(child)
  let out = ''
  child.stdout!.on('data', (chunk) => {
    out += chunk
  })
  const lines = () => out.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line)] : []))
  return {
    lines,
    has: (text: string) => out.includes(text),
    url: () => lines().find(({ msg }) => msg === 'listening')?.url as string | undefined,
  }
}

test.skipIf(process.env.TEST_EVENTSTORE_URL)(
  'PLP is ready when /readyz is 200, and reports the read models it is building until then',
  async () => {
    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = database.db.transaction().execute(async (tx) => {
      // The lock makes names in events unreadable, so no read model of people is built.
      await sql`lock table app.person_keys in access exclusive mode`.execute(tx)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const { url, lines, has } = startNode()
    await expect.poll(url, { timeout: 60_000 }).toBeDefined()
    const building = () => lines().filter(({ msg }) => msg === 'building read models')
    await expect.poll(() => building().length, { timeout: 30_000 }).toBeGreaterThan(1)
    expect(building()[0]).toMatchObject({ done: 0, percent: 0, total: expect.any(Number) })
    expect(building()[0].total).toBeGreaterThan(380)
    const refused = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url()}/api/fixtures`)))
    expect(refused.map(({ status }) => status)).toEqual(Array(20).fill(503))
    const missingAt = async (address: string | undefined) => {
      const { status, missing } = await fetch(`${address}/readyz`).then(async (res) => ({
        ...((await res.json()) as { missing: string[] }),
        status: res.status,
      }))
      return [status, missing.at(-1)]
    }
    expect(await missingAt(url())).toEqual([503, 'read models are not built yet: 0 %'])
    expect(has('PLP is ready')).toBe(false)
    const another = startNode()
    await expect.poll(another.url, { timeout: 60_000 }).toBeDefined()
    expect(await missingAt(another.url())).toEqual([503, 'read models are not built yet: 0 %'])
    release.resolve()
    await holding
    for (const node of [{ url, has }, another]) {
      await expect.poll(() => node.has(`PLP is ready: ${node.url()}`), { timeout: 120_000 }).toBe(true)
      expect((await fetch(`${node.url()}/readyz`)).status).toBe(200)
    }
    expect(lines().filter(({ msg }) => String(msg).startsWith('request refused'))).toHaveLength(1)
  },
  240_000,
)
