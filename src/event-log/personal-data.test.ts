import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { NewEvent, Position, RecordedEvent } from '../kernel/event.ts'
import type { Sealing } from '../kernel/handler.ts'
import { createMemoryLog } from './memory/memory-log.ts'
import { forPerson, openPersonalData, withPersonalData } from './personal-data.ts'

// The keys in memory; personal-data.store.test.ts has them in PostgreSQL.

const masterKey = Buffer.alloc(32, 7)
const fields = {
  UserRegistered: { subject: 'userId', fields: ['username', 'profile'] },
  LoginFailed: { subject: '$day', fields: ['ip'] },
}

/** Answers the queries of the key store. */
function keyTables() {
  const people = new Map<number, Buffer>()
  const days = new Map<string, Buffer>()
  const erased = new Set<number>()
  let hmac: { master_id: string; wrapped: Buffer } | undefined
  let queries = 0
  function answer(text: string, values: readonly any[]): unknown[] {
    queries++
    if (text.startsWith('insert into app.hmac_key')) hmac ??= { master_id: values[0], wrapped: values[1] }
    else if (text.startsWith('select wrapped')) return [hmac]
    else if (text.startsWith("select 'person:'"))
      return [
        ...values[0].flatMap((id: number) => row(`person:${id}`, people.get(id))),
        ...values[1].flatMap((day: string) => row(`day:${day}`, days.get(day))),
      ]
    else if (text.startsWith('with master')) {
      values[0].forEach((id: number, index: number) => void (erased.has(id) || people.set(id, values[1][index])))
      values[2].forEach((day: string, index: number) => void days.set(day, values[3][index]))
      return [hmac]
    } else if (text.startsWith('with destroyed')) {
      for (const id of values[0]) {
        people.delete(id)
        erased.add(id)
      }
    } else if (text.startsWith('select user_id')) return [...erased].map((id) => ({ user_id: String(id) }))
    else if (text.startsWith('delete from app.day_keys'))
      return [...days.keys()].filter((day) => day < values[0] && days.delete(day)).map((day) => ({ day }))
    else throw new Error(`unexpected: ${text}`)
    return []
  }
  const row = (subject: string, wrapped: Buffer | undefined) => (wrapped ? [{ subject, wrapped }] : [])
  const pool = { query: async (text: string, values: any[]) => ({ rows: answer(text.trim(), values) }) }
  return { pool: pool as never, queries: () => queries, days }
}

const event = (type: string, data: unknown, at = '2026-08-01T10:00:00.000Z'): NewEvent => ({
  id: randomUUID().toUpperCase(),
  type,
  data,
  metadata: { $correlationId: 'c', $causationId: 'c', actor: null, version: 1, source: 'command', at },
})
const registered = (userId: number, more: object = {}) =>
  event('UserRegistered', { userId, username: 'ada', profile: { bio: 'Hello' }, role: 'user', ...more })
const recorded = (event: NewEvent, revision = 0): RecordedEvent => ({
  ...event,
  stream: 's',
  revision,
  position: String(revision) as Position,
  recordedAt: '',
})
const dataOf = (events: readonly (NewEvent | RecordedEvent)[]) => events.map(({ data }) => data as any)

async function start() {
  const database = keyTables()
  const personal = await openPersonalData({ database, masterKey })
  const stored = async (...events: NewEvent[]) =>
    (await personal.seal(events, fields)).map((each, index) => recorded(each, index))
  return { personal, stored, ...database }
}

test('declared fields are encrypted with the key of the person; the rest of the event is unchanged', async () => {
  const { personal, stored } = await start()
  const plain = registered(1)
  const [sealed] = await stored(plain)
  expect(sealed).toMatchObject({ id: plain.id, type: 'UserRegistered', metadata: plain.metadata })
  expect(sealed!.data).toEqual({
    userId: 1,
    username: { $sealed: 'person:1', value: expect.any(String) },
    profile: { $sealed: 'person:1', value: expect.any(String) },
    role: 'user',
  })
  expect(Buffer.from((sealed!.data as any).username.value, 'base64').includes('ada')).toBe(false)
  expect(dataOf(await personal.open([sealed!]))).toEqual([plain.data])
  // A store may write the id of an event in small letters.
  expect(dataOf(await personal.open([{ ...sealed!, id: sealed!.id.toLowerCase() }]))).toEqual([plain.data])
})

test('null and missing fields stay as they are; false, 0 and an empty text are encrypted', async () => {
  const { personal, stored } = await start()
  const { profile: _, ...without } = registered(1, { username: null }).data as any
  const events = [event('UserRegistered', without), registered(1, { username: '', profile: 0 })]
  const sealed = await stored(...events)
  expect(sealed[0]!.data).toEqual({ userId: 1, username: null, role: 'user' })
  expect(sealed[1]!.data).toMatchObject({ username: { $sealed: 'person:1' }, profile: { $sealed: 'person:1' } })
  expect(dataOf(await personal.open(sealed))).toEqual(dataOf(events))
})

test('events without personal data are returned as they are, without a query', async () => {
  const { personal, queries } = await start()
  const before = queries()
  const events = [event('MatchStarted', { fixtureId: 1, note: null, list: [1], text: 'x' })]
  expect(await personal.seal(events, fields)).toBe(events)
  const log = events.map((each) => recorded(each))
  expect(await personal.open(log)).toBe(log)
  expect(queries()).toBe(before)
})

test('in one batch, each event has the key of its own person or day, and others are the same objects', async () => {
  const { personal, stored } = await start()
  const other = event('MatchStarted', { fixtureId: 1 })
  const events = [registered(1), other, registered(2), event('LoginFailed', { ip: '10.0.0.1' })]
  const sealed = await stored(...events)
  expect(sealed.map(({ data }) => JSON.stringify(data).match(/"\$sealed":"([^"]*)"/)?.[1])).toEqual([
    'person:1',
    undefined,
    'person:2',
    'day:2026-08-01',
  ])
  const opened = await personal.open(sealed)
  expect(dataOf(opened)).toEqual(dataOf(events))
  expect(opened[1]).toBe(sealed[1])
})

test('an encrypted value cannot be moved to another event, field or person', async () => {
  const { personal, stored } = await start()
  const [one, two] = await stored(registered(1), registered(1))
  const [other] = await stored(registered(2))
  const { username, profile } = one!.data as any
  await expect(personal.open([{ ...two!, data: one!.data }])).rejects.toThrow()
  await expect(personal.open([{ ...one!, data: { username: profile, profile: username } }])).rejects.toThrow()
  const moved = { ...username, $sealed: 'person:2' }
  await expect(personal.open([other!, { ...one!, data: { username: moved } }])).rejects.toThrow()
})

test('after an erasure the fields are null, also on the node that had the key in its cache', async () => {
  const { personal, stored } = await start()
  const log = await stored(registered(1), registered(2))
  await personal.erase(1)
  expect(dataOf(await personal.open(log))).toMatchObject([
    { userId: 1, username: null, profile: null, role: 'user' },
    { userId: 2, username: 'ada', profile: { bio: 'Hello' } },
  ])
  expect(dataOf(await stored(registered(1)))).toMatchObject([{ username: null, profile: null, role: 'user' }])
  expect(await personal.erasedPeople()).toEqual([1])
})

test('the key of a day is destroyed when the day is more than 30 days ago', async () => {
  const { personal, stored, days } = await start()
  const failed = (at: string) => event('LoginFailed', { ip: '10.0.0.1' }, at)
  const log = await stored(failed('2026-08-01T23:59:59.999Z'), failed('2026-08-02T00:00:00.000Z'))
  expect(await personal.destroyOldDayKeys('2026-08-31T23:59:59.999Z')).toBe(0)
  expect(await personal.destroyOldDayKeys('2026-09-01T00:00:00.000Z')).toBe(1)
  expect([...days.keys()]).toEqual(['2026-08-02'])
  expect(dataOf(await personal.open(log))).toEqual([{ ip: null }, { ip: '10.0.0.1' }])
})

test('a log is read with its personal data, by stream and as a whole', async () => {
  const { personal } = await start()
  const log = createMemoryLog()
  const plain = registered(1)
  await log.append('account-1', await personal.seal([plain], fields), 'no_stream')
  const open = withPersonalData(log, personal)
  expect(dataOf(await open.readStream('account-1'))).toEqual([plain.data])
  const page = await open.readAll(null, {}, 10)
  expect(dataOf(page.events)).toEqual([plain.data])
  expect({ ...page, events: [] }).toEqual({ ...(await log.readAll(null, {}, 10)), events: [] })
  expect(open.append).toBe(log.append)
})

test('for one person, fields with the key of another person or of a day are null', async () => {
  const { personal, stored } = await start()
  const log = await stored(registered(1), registered(2), event('LoginFailed', { ip: '10.0.0.1', key: 'k' }))
  const mine: Sealing = forPerson(1, personal)
  expect(dataOf(await mine.open(log))).toEqual([
    { userId: 1, username: 'ada', profile: { bio: 'Hello' }, role: 'user' },
    { userId: 2, username: null, profile: null, role: 'user' },
    { ip: null, key: 'k' },
  ])
  const plain = [recorded(event('MatchStarted', { fixtureId: 1 }))]
  expect((await mine.open(plain))[0]).toBe(plain[0])
  expect(mine.seal).toBe(personal.seal)
})

test('an event without a user id is an error that names it', async () => {
  const { personal } = await start()
  for (const userId of [undefined, 'x', 1.5, null])
    await expect(personal.seal([event('UserRegistered', { userId, username: 'ada' })], fields)).rejects.toThrow(
      new TypeError('UserRegistered has no user id in userId'),
    )
})

test('names in stream names are 32 hex digits that depend on kind and value', async () => {
  const { personal } = await start()
  const own = personal.hmac('username', 'ada')
  expect(own).toMatch(/^[0-9a-f]{32}$/)
  expect(personal.hmac('username', 'ada')).toBe(own)
  expect(personal.hmac('ip', 'ada')).not.toBe(own)
  expect(personal.hmac('username', 'bob')).not.toBe(own)
})

test('a master key of another length is refused', async () => {
  for (const length of [0, 31, 33])
    await expect(openPersonalData({ database: keyTables(), masterKey: Buffer.alloc(length) })).rejects.toThrow(
      new TypeError('the master key has 32 bytes'),
    )
})
