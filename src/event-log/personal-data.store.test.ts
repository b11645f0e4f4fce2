import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/postgres.ts'
import type { NewEvent } from '../kernel/event.ts'
import { MasterKeyMismatch, rewrap } from './key-store.ts'
import { createMemoryLog } from './memory/memory-log.ts'
import { openPersonalData, withPersonalData } from './personal-data.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
const masterKey = randomBytes(32)
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const fields = {
  UserRegistered: { subject: 'userId', fields: ['username', 'profile'] },
  LoginFailed: { subject: '$day', fields: ['ip'] },
}

const event = (type: string, data: unknown, at = '2026-08-01T10:00:00.000Z'): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: { $correlationId: 'c', $causationId: 'c', actor: null, version: 1, source: 'command', at },
})

const registered = (userId: number, username = 'ada') =>
  event('UserRegistered', { userId, username, profile: { bio: 'Hello, goals!' }, role: 'user' })

/** Appends encrypted events, and returns the raw and the decrypted log. */
async function stored(...events: NewEvent[]) {
  const personal = await openPersonalData({ database, masterKey })
  const log = createMemoryLog()
  await log.append('account-1', await personal.seal(events, fields), 'no_stream')
  return { personal, log, open: withPersonalData(log, personal) }
}

test('named fields are encrypted in the log and decrypted for readers; other fields are unchanged', async () => {
  const { log, open } = await stored(registered(1, 'ada-lovelace'))
  const raw = JSON.stringify(await log.readStream('account-1'))
  expect(raw).not.toContain('ada-lovelace')
  expect(raw).not.toContain('Hello, goals!')
  expect(raw).toContain('"role":"user"')
  const data = { userId: 1, username: 'ada-lovelace', profile: { bio: 'Hello, goals!' }, role: 'user' }
  expect((await open.readStream('account-1'))[0]?.data).toEqual(data)
  expect((await open.readAll(null, {}, 10)).events[0]?.data).toEqual(data)
})

test('each person has a separate key, the same on every node', async () => {
  await stored(registered(11), registered(12))
  const { rows } = await database.pool.query('select user_id, wrapped from app.person_keys where user_id in (11, 12)')
  expect(rows).toHaveLength(2)
  const { log } = await stored(registered(11, 'again'))
  const other = withPersonalData(log, await openPersonalData({ database, masterKey }))
  expect((await other.readStream('account-1'))[0]?.data).toMatchObject({ username: 'again' })
})

test('nodes that concurrently create a key for a person agree on one', async () => {
  const nodes = await Promise.all(Array.from({ length: 5 }, () => openPersonalData({ database, masterKey })))
  const sealed = await Promise.all(nodes.map((node) => node.seal([registered(20)], fields)))
  const log = createMemoryLog()
  await log.append('a', sealed.flat(), 'no_stream')
  const read = await withPersonalData(log, await openPersonalData({ database, masterKey })).readStream('a')
  expect(read.map((recorded) => (recorded.data as { username: string }).username)).toEqual(Array(5).fill('ada'))
})

test('after an erasure the fields are null, on a new node too, and the id is recorded', async () => {
  const { personal, log, open } = await stored(registered(30), registered(31))
  await personal.erase(30)
  for (const node of [open, withPersonalData(log, await openPersonalData({ database, masterKey }))]) {
    const read = await node.readStream('account-1')
    expect(read.map((recorded) => recorded.data)).toMatchObject([
      { userId: 30, username: null, profile: null, role: 'user' },
      { userId: 31, username: 'ada' },
    ])
  }
  expect(await personal.erasedPeople()).toContain(30)
})

test('an erased person never gets a key again: fields of later events are null', async () => {
  const { personal } = await stored(registered(40))
  await personal.erase(40)
  const [late] = await personal.seal([registered(40, 'late')], fields)
  expect(late?.data).toMatchObject({ userId: 40, username: null, profile: null })
  expect((await database.pool.query('select 1 from app.person_keys where user_id = 40')).rows).toHaveLength(0)
})

test('a restored key of an erased person is not used', async () => {
  const { personal, log } = await stored(registered(41))
  const backup = await database.pool.query('select wrapped from app.person_keys where user_id = 41')
  await personal.erase(41)
  await database.pool.query('insert into app.person_keys values (41, $1)', [backup.rows[0].wrapped])
  const restored = await openPersonalData({ database, masterKey })
  expect((await withPersonalData(log, restored).readStream('account-1'))[0]?.data).toMatchObject({ username: null })
  await restored.erase(...(await restored.erasedPeople()))
  expect((await database.pool.query('select 1 from app.person_keys where user_id = 41')).rows).toHaveLength(0)
})

test('an erasure on another node takes effect within 30 seconds', async () => {
  let now = 1_000
  const { personal, log } = await stored(registered(42))
  const other = withPersonalData(log, await openPersonalData({ database, masterKey, clock: { now: () => now } }))
  expect((await other.readStream('account-1'))[0]?.data).toMatchObject({ username: 'ada' })
  await personal.erase(42)
  now += 30_001
  expect((await other.readStream('account-1'))[0]?.data).toMatchObject({ username: null })
})

test('an IP address is encrypted with the key of its day, which is destroyed after 30 days', async () => {
  const failed = (ip: string, at: string) => event('LoginFailed', { key: 'k', ip, attempts: 1 }, at)
  const { personal, log, open } = await stored(
    failed('10.0.0.1', '2026-08-01T23:59:00.000Z'),
    failed('10.0.0.2', '2026-08-02T00:00:00.000Z'),
  )
  expect(JSON.stringify(await log.readStream('account-1'))).not.toContain('10.0.0')
  const ips = async () =>
    (await open.readStream('account-1')).map((recorded) => (recorded.data as { ip: string | null }).ip)
  expect(await personal.destroyOldDayKeys('2026-08-31T12:00:00.000Z')).toBe(0)
  expect(await ips()).toEqual(['10.0.0.1', '10.0.0.2'])
  expect(await personal.destroyOldDayKeys('2026-09-01T00:00:00.000Z')).toBe(1)
  expect(await ips()).toEqual([null, '10.0.0.2'])
})

test('an encrypted value that was changed or moved to another event is not decrypted', async () => {
  const { personal, log } = await stored(registered(50), registered(50, 'bob'))
  const [first, second] = await log.readStream('account-1')
  if (!first || !second) throw new Error('two events')
  await expect(personal.open([{ ...second, data: first.data }])).rejects.toThrow()
})

test('an event without a user id is a fault, not a leak', async () => {
  const personal = await openPersonalData({ database, masterKey })
  await expect(personal.seal([event('UserRegistered', { username: 'ada' })], fields)).rejects.toBeInstanceOf(TypeError)
})

test('names in stream names are HMACs: the same on every node, different by kind, never the name', async () => {
  const one = await openPersonalData({ database, masterKey })
  const two = await openPersonalData({ database, masterKey })
  expect(one.hmac('username', 'ada')).toMatch(/^[0-9a-f]{32}$/)
  expect(one.hmac('username', 'ada')).toBe(two.hmac('username', 'ada'))
  expect(one.hmac('username', 'ada')).not.toBe(one.hmac('ip', 'ada'))
})

test('a MASTER_KEY that does not match the store is a bad setting', async () => {
  await stored(registered(60))
  await expect(openPersonalData({ database, masterKey: randomBytes(32) })).rejects.toBeInstanceOf(MasterKeyMismatch)
})

test('the master key can be replaced: all data is readable with the new one, none with the old', async () => {
  const other = await testDatabase()
  try {
    const personal = await openPersonalData({ database: other, masterKey })
    const log = createMemoryLog()
    await log.append(
      'a',
      await personal.seal([registered(1), event('LoginFailed', { ip: '10.0.0.1' })], fields),
      'no_stream',
    )
    const newKey = randomBytes(32)
    await expect(rewrap(other, randomBytes(32), newKey)).rejects.toBeInstanceOf(MasterKeyMismatch)
    expect(await rewrap(other, masterKey, newKey)).toBe(3)
    await expect(openPersonalData({ database: other, masterKey })).rejects.toBeInstanceOf(MasterKeyMismatch)
    const after = await openPersonalData({ database: other, masterKey: newKey })
    expect((await withPersonalData(log, after).readStream('a')).map((recorded) => recorded.data)).toMatchObject([
      { username: 'ada' },
      { ip: '10.0.0.1' },
    ])
    expect(after.hmac('username', 'ada')).toBe(personal.hmac('username', 'ada'))
    await expect(personal.seal([registered(2)], fields)).rejects.toBeInstanceOf(MasterKeyMismatch)
  } finally {
    await other.drop()
  }
})

test('unreachable keys make the log unavailable', async () => {
  const personal = await openPersonalData({ database, masterKey })
  const away = { pool: { query: () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })) } }
  await expect(openPersonalData({ database: away as never, masterKey })).rejects.toMatchObject({
    name: 'EventLogUnavailable',
  })
  expect(personal.hmac('username', 'ada')).toHaveLength(32)
})
