import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../support/client.ts'
import { testDatabase } from '../support/postgres.ts'
import {
  freePort,
  type ProcessApp,
  registered,
  removeFolder,
  startProcess,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'
import { until } from '../support/projections.ts'
import { startMailServer } from '../support/recovery.ts'

// kill -9 ends a node while its outbox sends. SMTP permits delivery once, or twice with one Message-ID
// (docs/decisions/0033).

const MANY = 12
const KILLS = 4

let database: Awaited<ReturnType<typeof testDatabase>>
let mails: Awaited<ReturnType<typeof startMailServer>>
let app: ProcessApp
const dataDir = temporaryFolder()
const takes = async () => undefined

async function start(): Promise<void> {
  app = await startProcess({
    dataDir,
    port: await freePort(),
    env: { DATABASE_URL: database.url, SMTP_URL: mails.url, PUBLIC_URL: 'https://plp.example' },
  })
  await untilReady(app.url)
}

beforeAll(async () => {
  database = await testDatabase()
  mails = await startMailServer()
  await start()
})
afterAll(async () => {
  await app?.end('SIGKILL')
  await mails?.stop()
  await database?.drop()
  removeFolder(dataDir)
})

/** Kills the node. After a minute its mails are free for other nodes; the test does not wait for the clock. */
async function killed(): Promise<void> {
  expect((await app.end('SIGKILL')).signal).toBe('SIGKILL')
  await database.pool.query(`update app.outbox set next_at = now() where sent_at is null and tries > 0`)
}

/** A player with a mail waiting for their address. */
async function withMail(username: string): Promise<{ client: TestClient; to: string }> {
  const client = await registered(app.url, username)
  const to = `${username}@example.org`
  expect((await client.put('/api/profile', { email: to })).status).toBe(200)
  return { client, to }
}

const takenFor = (to: string) => mails.received.filter((mail) => mail.to === to).map(({ id }) => id)
const allMarked = () =>
  until(
    'every mail is marked',
    async () => (await database.pool.query('select from app.outbox where sent_at is null')).rowCount === 0,
    120_000,
  )

describe('R146: a node is killed while it sends', () => {
  test('before the mail server has accepted the mail: the next one sends it, and it goes out once', async () => {
    const held = Promise.withResolvers<void>()
    mails.taking = () => {
      held.resolve()
      return new Promise(() => undefined)
    }
    const { to } = await withMail('killed-before')
    await held.promise
    await killed()
    mails.taking = takes
    expect(takenFor(to)).toEqual([])
    await start()
    await allMarked()
    expect(takenFor(to)).toHaveLength(1)
  })

  test('between acceptance of the mail and its mark: it goes out again under the same id', async () => {
    const locker = new pg.Client({ connectionString: database.url })
    await locker.connect()
    // The lock delays the mark.
    mails.taking = async () => void (await locker.query('begin; lock table app.outbox in share row exclusive mode'))
    const { to } = await withMail('killed-between')
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%sent_at = $2%'`
    await until('the mark waits', async () => (await database.pool.query(`select ${waiting}`)).rowCount === 1, 60_000)
    expect(takenFor(to)).toHaveLength(1)
    expect((await app.end('SIGKILL')).signal).toBe('SIGKILL')
    // Otherwise PostgreSQL would finish the dead node's statement.
    await database.pool.query(`select pg_terminate_backend(pid) ${waiting}`)
    await locker.query('rollback')
    await locker.end()
    await killed()
    mails.taking = takes
    await start()
    await allMarked()
    const ids = takenFor(to)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  test(`at any moment, ${KILLS} times over ${MANY} mails: none is lost, and no more are duplicated than nodes have died`, async () => {
    // All wait until the last one is queued.
    mails.mode = 'refuses'
    const all: string[] = []
    for (let index = 0; index < MANY; index++) all.push((await withMail(`killed-any-${index}`)).to)
    mails.mode = 'takes'
    mails.taking = () => sleep(60)
    for (let kill = 0; kill < KILLS - 1; kill++) {
      const before = mails.received.length
      await killed()
      await start()
      const isLeft = async () => (await database.pool.query('select from app.outbox where sent_at is null')).rowCount
      await until('some are taken', async () => mails.received.length > before || !(await isLeft()), 60_000)
      await sleep(Math.random() * 200)
    }
    await killed()
    await start()
    await allMarked()
    const counts = all.map((to) => takenFor(to))
    expect(counts.filter((ids) => ids.length === 0)).toEqual([])
    expect(counts.every((ids) => new Set(ids).size === 1)).toBe(true)
    expect(counts.reduce((sum, ids) => sum + ids.length - 1, 0)).toBeLessThanOrEqual(KILLS)
  })
})
