import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/support/postgres.ts'
import { until } from '../../test/support/projections.ts'
import { clientOf, serveRoutes, sessionsByCookie } from '../../test/support/serve.ts'
import { personTablesOf } from '../database/app-tables.ts'
import type { Database } from '../database/database.ts'
import { createErasure } from '../database/erasure.ts'
import { createQuotas } from '../database/quotas.ts'
import { commonTables } from '../database/tables.ts'
import { openPersonalData, type PersonalData } from '../event-log/personal-data.ts'
import { idempotencyKeys } from '../kernel/quota.ts'
import { HttpProblem } from '../slice/problem.ts'
import { route, tagged } from '../slice/route.ts'

const LONG = 'x'.repeat(93_000)
let time = Date.parse('2026-11-21T09:00:00.000Z')
let database: Database & { drop(): Promise<void> }
let personal: PersonalData
let served: Awaited<ReturnType<typeof serveRoutes>>

/** Pending responses, which a test resolves. */
const pending: { answer(body: { userId: number; name: string | null }): void }[] = []
const send = (path: string) => clientOf(served.url, 6).post(path, {}, { 'idempotency-key': 'of-a-person' })

const routes = tagged('Things', [
  route({
    method: 'post',
    path: '/api/people/:id',
    access: 'user',
    summary: 'Returns a person',
    params: z.object({ id: z.int() }),
    responses: { 200: z.object({ userId: z.int(), name: z.nullable(z.string()) }) },
    consumes: [],
    async handle() {
      return { body: await new Promise((answer) => pending.push({ answer })) }
    },
  }),
  route({
    method: 'post',
    path: '/api/things',
    access: 'user',
    summary: 'Makes a thing',
    body: z.object({
      name: z.string().check(z.minLength(2, 'Two letters at least')),
      picks: z.optional(z.array(z.looseObject({ id: z.int() }))),
      tags: z.optional(z.record(z.string(), z.int())),
    }),
    responses: { 201: z.object({ name: z.string() }) },
    problems: [409],
    consumes: [],
    async handle({ body }) {
      if (body.name === 'taken') throw new HttpProblem(409, 'That name is taken')
      return { status: 201, body: { name: body.name } }
    },
  }),
])

beforeAll(async () => {
  database = await testDatabase()
  personal = await openPersonalData({ database, masterKey: randomBytes(32) })
  const engine = { nudge: () => undefined, waitFor: async () => [] }
  served = await serveRoutes({ database, engine, clock: { now: () => time }, routes, sessions: sessionsByCookie() })
})
afterAll(async () => {
  await served.stop()
  await database.drop()
})

const post = (userId: number, body: unknown, key?: string) =>
  clientOf(served.url, userId).post('/api/things', body, key === undefined ? {} : { 'idempotency-key': key })
const storedOf = async (userId: number) => {
  const { rows } = await database.pool.query<{ status: number; body: unknown; bytes: number }>(
    'select status, body, pg_column_size(k)::int as bytes from app.idempotency_keys k where user_id = $1',
    [userId],
  )
  return rows
}

describe('a refusal under an Idempotency-Key', () => {
  test('is stored as status and detail; a repeat returns these, regardless of its body', async () => {
    const first = await post(1, { name: 'x', [LONG]: 1 }, 'a-key')
    expect([first.status, first.body.errors]).toEqual([400, [{ path: 'name', message: 'Two letters at least' }]])
    const again = await post(1, { name: 'a good one' }, 'a-key')
    expect([again.status, again.body.detail, again.body.errors]).toEqual([400, 'Two letters at least', undefined])
    expect(await storedOf(1)).toEqual([
      { status: 400, body: { problem: 'Two letters at least' }, bytes: expect.any(Number) },
    ])

    await post(2, { name: 'taken' }, 'another')
    expect((await storedOf(2)).map(({ body }) => body)).toEqual([{ problem: 'That name is taken' }])
  })

  test.each([
    [
      'text that cannot be stored, in a field named by the sender',
      { name: 'ok', picks: [{ id: 1, [LONG]: '\0' }] },
      'picks.0',
    ],
    [
      'the same, further down',
      { name: 'ok', picks: [{ id: 1, [LONG.slice(50_000)]: { [LONG.slice(50_000)]: ['\0'] } }] },
      'picks.0',
    ],
    ['a wrong value in a field named by the sender', { name: 'ok', tags: { [LONG]: 'one' } }, 'tags'],
  ])('reflects nothing of the body, neither at first nor repeated: %s', async (_what, body, path) => {
    const key = randomUUID()
    const direct = await post(3, body, key)
    expect([direct.status, direct.body.errors[0].path]).toEqual([400, path])
    expect(JSON.stringify(direct.body)).not.toContain('xxx')
    expect(JSON.stringify((await post(3, {}, key)).body)).not.toContain('xxx')
    for (const { bytes } of await storedOf(3)) expect(bytes).toBeLessThan(500)
  })

  test('names few of many wrong fields', async () => {
    const { status, body } = await post(3, { name: 'ok', picks: Array.from({ length: 6_000 }, () => ({ id: 'one' })) })
    expect([status, body.errors.length]).toEqual([400, 20])
  })
})

test('R145: a response is not stored if a user in it is erased during the request, and its repeat runs again', async () => {
  const path = '/api/people/77'
  const running = send(path)
  await until('it has been read', async () => pending.length === 1)
  await personal.erase(77)
  await createErasure(database, personTablesOf(commonTables)).forget(77)
  pending[0]!.answer({ userId: 77, name: 'somebody' })
  expect((await running).body).toEqual({ userId: 77, name: 'somebody' })
  expect(await storedOf(6)).toMatchObject([{ status: null, body: null }])

  const again = send(path)
  await until('it runs again', async () => pending.length === 2)
  pending[1]!.answer({ userId: 77, name: null })
  expect((await again).body).toEqual({ userId: 77, name: null })
})

test('T121: an erasure that takes long holds up no response', async () => {
  await database.pool.query("insert into app.allowances values (78, 'slow', '{0}', '{0}', now())")
  const holder = await database.pool.connect()
  await holder.query('begin; select from app.allowances where user_id = 78 for update')
  const erasing = createErasure(database, personTablesOf(commonTables)).forget(78)
  const isWaiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await until('it waits', async () => (await database.pool.query(isWaiting)).rowCount === 1)
  const { status } = await post(79, { name: 'meanwhile' }, 'during-an-erasure')
  await holder.query('rollback')
  holder.release()
  await erasing
  expect(status).toBe(201)
})

test('a player has 1,000 keys a day; then known keys are answered, and others get 429 until the next day', async () => {
  const at = new Date(time).toISOString()
  await createQuotas(database).consume({ userId: 4, quota: idempotencyKeys, amount: 980, at })
  const sent = Array.from({ length: 40 }, (_, nth) => post(4, { name: 'x' }, `key-${nth}`))
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect([400, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([20, 20])
  expect(await storedOf(4)).toHaveLength(20)
  const known = `key-${statuses.indexOf(400)}`

  const refused = await post(4, { name: 'ok' }, 'one more')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(15 * 3_600)])
  expect((await post(4, { name: 'ok' }, known)).status).toBe(400)
  expect((await post(4, { name: 'ok' })).status).toBe(201)
  expect((await post(5, { name: 'ok' }, 'one more')).status).toBe(201)
  time = Date.parse('2026-11-22T00:00:00.000Z')
  expect((await post(4, { name: 'ok' }, 'one more')).status).toBe(201)
})
