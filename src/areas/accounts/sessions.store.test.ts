import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../test/support/app.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { statementsOf } from '../../../test/support/statements.ts'
import type { Database } from '../../database/database.ts'
import type { EndedSessions } from '../../slice/sessions.ts'
import { createSessions, type Sessions, SLIDING_MS } from './sessions.ts'

const START = '2026-11-24T12:00:00.000Z'
const HOUR_MS = 3_600_000
let database: Database & { drop(): Promise<void> }
let clock: ReturnType<typeof testClock>
let sessions: Sessions
let isInformed: boolean
let userId = 100

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  clock = testClock(START)
  isInformed = true
  sessions = createSessions({ database, clock })
  sessions.keepWhile(() => isInformed)
  userId++
  await database.pool.query(
    `insert into app.credentials (user_id, account_key, password_hash, role, created_at) values ($1, $2, '', 'user', $3)`,
    [userId, `key-${userId}`, START],
  )
  await database.pool.query('create schema if not exists people_stub')
  await database.pool.query(`create table if not exists people_stub.people (id bigint, username text);
    create or replace view read.people as select * from people_stub.people`)
  await database.pool.query('insert into people_stub.people values ($1, $2)', [userId, `player-${userId}`])
})

const find = async (token: string) => (await sessions.find(token))?.role ?? null
const statements = async (token: string) => (await statementsOf(() => sessions.find(token))).length
const messages = async (): Promise<EndedSessions[]> => {
  const { rows } = await database.pool.query(`select body->'broadcast' as ended from engine.messages order by version`)
  return rows.map(({ ended }) => ended)
}

test('a session is read once while its node knows of every ended one, else at each request', async () => {
  const token = (await sessions.create(userId))!
  expect([await statements(token), await statements(token), await statements(token)]).toEqual([1, 0, 0])
  isInformed = false
  expect([await statements(token), await statements(token)]).toEqual([1, 1])
})

test('a name that is not projected yet is read again', async () => {
  await database.pool.query('delete from people_stub.people where id = $1', [userId])
  const token = (await sessions.create(userId))!
  expect([await statements(token), await statements(token)]).toEqual([1, 1])
})

test.each<[string, (token: string, id: string) => Promise<unknown>]>([
  ['signing out', (token) => sessions.end(token)],
  ['ending it', (_, id) => sessions.endOne(userId, id)],
  ['ending all', () => sessions.endAll(userId)],
  ['a new token', (_, id) => sessions.renew(id)],
])('%s ends a session in memory at once', async (_, end) => {
  const token = (await sessions.create(userId))!
  const { sessionId } = (await sessions.find(token))!
  await end(token, sessionId)
  expect(await find(token)).toBeNull()
})

test('sessions beyond the fiftieth end in memory, too', async () => {
  const first = (await sessions.create(userId))!
  await sessions.find(first)
  for (let n = 0; n < 50; n++) {
    clock.advance(1_000)
    await sessions.create(userId)
  }
  expect(await find(first)).toBeNull()
})

test('a session read before its end arrives is not kept', async () => {
  const token = (await sessions.create(userId))!
  const reading = sessions.find(token)
  sessions.forget({ userId, sessionId: null, exceptSessionId: null })
  await reading
  expect(await statements(token)).toBe(1)
})

test('a user’s sessions are forgotten except one, others are not; all are when any may have ended', async () => {
  const [one, two, other] = [await sessions.create(userId), await sessions.create(userId), await sessions.create(101)]
  const ids = []
  for (const token of [one, two, other]) ids.push((await sessions.find(token!))!.sessionId)
  sessions.forget({ userId, sessionId: null, exceptSessionId: ids[0]! })
  const counts = []
  for (const token of [one, two, other]) counts.push(await statements(token!))
  expect(counts).toEqual(userId === 101 ? [0, 1, 1] : [0, 1, 0])
  sessions.forget(null)
  expect([await statements(one!), await statements(two!)]).toEqual([1, 1])
})

test('a kept session expires by the clock, and its use renews it each hour (R51)', async () => {
  const token = (await sessions.create(userId))!
  await sessions.find(token)
  clock.advance(HOUR_MS + 1)
  expect(await sessions.find(token)).toMatchObject({ renewed: true })
  expect(await sessions.find(token)).toMatchObject({ renewed: false })
  clock.advance(SLIDING_MS - 1)
  expect(await find(token)).toBe('user')
  clock.advance(SLIDING_MS + 1)
  expect(await find(token)).toBeNull()
})

test('the end of a session and a change of role reach all nodes at the commit; expired sessions end silently', async () => {
  await sessions.create(userId)
  const { id } = (await sessions.listOf(userId))[0]!
  const before = (await messages()).length
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('delete from app.sessions where user_id = $1', [userId])
  await client.query(`update app.credentials set role = 'admin' where user_id = $1`, [userId])
  await client.query(`update app.credentials set role = 'admin' where user_id = $1`, [userId])
  expect(await messages()).toHaveLength(before)
  await client.query('commit')
  client.release()
  expect((await messages()).slice(before)).toEqual([
    { userId, sessionId: id, exceptSessionId: null },
    { userId, sessionId: null, exceptSessionId: null },
  ])
  await sessions.create(userId)
  await sessions.sweep(new Date(clock.now() + SLIDING_MS).toISOString())
  expect(await sessions.listOf(userId)).toEqual([])
  expect(await messages()).toHaveLength(before + 2)
})
