import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountEvent, LockoutEvent } from '../../src/areas/accounts/events.ts'
import type { ProfileEvent } from '../../src/areas/profiles/events.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { recordedAt } from '../../test/support/projecting.ts'
import { peopleGroup } from './projector.ts'

const group: ProjectionGroup = peopleGroup

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(`create schema people_t; set search_path to people_t; ${group.ddl}; ${group.indexes}`)
})
afterAll(() => database.drop())

type Said = AccountEvent | LockoutEvent | ProfileEvent

const minute = (n: number): string => new Date(Date.UTC(2026, 7, 1, 12, n)).toISOString()

const recorded = (event: Said, n: number): RecordedEvent => recordedAt(event, n, minute(n))

/** Empties the tables, projects the events in batches of a size and returns all rows. */
async function project(events: readonly Said[], size = 100) {
  const all = events.map(recorded)
  return database.db.transaction().execute(async (tx) => {
    await sql`set local search_path to people_t`.execute(tx)
    await sql`truncate people, lockouts`.execute(tx)
    const changes = []
    for (let at = 0; at < all.length; at += size) changes.push(...(await group.project(tx, all.slice(at, at + size))))
    const rows = async (table: string, key: string) =>
      (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by ${sql.ref(key)}`.execute(tx)).rows
    return { people: await rows('people', 'id'), lockouts: await rows('lockouts', 'key'), changes }
  })
}

const registered = (userId: number, username: string | null = 'Ada'): AccountEvent =>
  ({ type: 'UserRegistered', data: { userId, username, role: 'user' } }) as AccountEvent
const loggedIn = (userId: number): AccountEvent => ({ type: 'UserLoggedIn', data: { userId } })
const made = (userId: number, role: 'user' | 'admin'): AccountEvent => ({
  type: 'UserRoleChanged',
  data: { userId, role },
})
const deleted = (userId: number): AccountEvent => ({ type: 'UserDeleted', data: { userId } })
const called = (userId: number, firstName: string | null, lastName: string | null): ProfileEvent => ({
  type: 'NameChanged',
  data: { userId, firstName, lastName },
})
const shown = (userId: number, name: string): ProfileEvent => ({
  type: 'AvatarChanged',
  data: { userId, name, replaced: null },
})
const hidden = (userId: number, name: string): ProfileEvent => ({ type: 'AvatarRemoved', data: { userId, name } })
const locked = (key: string, n: number, ip: string | null = '203.0.113.7'): LockoutEvent => ({
  type: 'IpLocked',
  data: { key, ip, attempts: 5, until: minute(n + 15) },
})
const unlocked = (key: string, how: 'expired' | 'admin' | 'login'): LockoutEvent => ({
  type: 'IpUnlocked',
  data: { key, ip: null, how },
})

describe('people', () => {
  test('a person has name, role, registration and the last login after it', async () => {
    const { people } = await project([registered(1), registered(2, 'Bo'), made(1, 'admin'), loggedIn(1)])
    expect(people).toEqual([
      {
        id: 1,
        username: 'Ada',
        username_key: 'ada',
        display_name: 'Ada',
        profile_image: null,
        role: 'admin',
        registered_at: minute(0),
        last_login_at: minute(3),
        deleted_at: null,
      },
      expect.objectContaining({ id: 2, username: 'Bo', role: 'user', last_login_at: null }),
    ])
  })

  test('a deleted person has no name', async () => {
    const { people } = await project([registered(1), made(1, 'admin'), loggedIn(1), deleted(1)])
    expect(people).toEqual([
      {
        id: 1,
        username: null,
        username_key: null,
        display_name: null,
        profile_image: null,
        role: 'user',
        registered_at: minute(0),
        last_login_at: null,
        deleted_at: minute(3),
      },
    ])
  })

  test('projecting the erased log results in the same rows as the live projection', async () => {
    const live = await project([registered(1, 'Ada'), loggedIn(1), deleted(1), registered(2, 'Ada')])
    const rebuilt = await project([registered(1, null), loggedIn(1), deleted(1), registered(2, 'Ada')])
    expect(rebuilt).toEqual(live)
  })

  test('R130: the display name is first and last name, otherwise the username; the last picture counts', async () => {
    const { people } = await project([
      ...[registered(1), called(1, 'Ada', 'Lovelace'), shown(1, 'one'), shown(1, 'two')],
      ...[registered(2, 'Bo'), called(2, 'Bodo', null), called(2, null, null), shown(2, 'three'), hidden(2, 'three')],
    ])
    expect(people).toMatchObject([
      { username: 'Ada', display_name: 'Ada Lovelace', profile_image: '/api/avatars/two.webp' },
      { username: 'Bo', display_name: 'Bo', profile_image: null },
    ])
  })

  test('a deleted person has neither name nor picture, and later events add none', async () => {
    const before = [registered(1), called(1, 'Ada', 'Lovelace'), shown(1, 'one')]
    const { people } = await project([...before, deleted(1), called(1, 'Ada', 'Again'), shown(1, 'two')], 2)
    expect(people).toMatchObject([{ username: null, display_name: null, profile_image: null }])
  })

  test('R134: a changed name or picture notifies all open pages', async () => {
    for (const event of [called(7, 'Ada', null), shown(7, 'one'), hidden(7, 'one')])
      expect((await project([registered(7), event])).changes).toContainEqual({ room: 'all', topic: 'people' })
  })

  test('notifies the person’s own pages', async () => {
    const { changes } = await project([registered(7), loggedIn(7)])
    expect(changes).toEqual([{ room: 'user:7', topic: 'user' }])
  })
})

describe('lockouts', () => {
  test('an expired or cleared lock stays with its end time; an administrator’s unlock removes it', async () => {
    const { lockouts, changes } = await project([
      locked('a', 0),
      locked('b', 1),
      unlocked('a', 'expired'),
      unlocked('b', 'admin'),
    ])
    expect(lockouts).toEqual([
      {
        key: 'a',
        ip: '203.0.113.7',
        failed_attempts: 5,
        locked_at: minute(0),
        locked_until: minute(15),
        unlocked_at: minute(2),
      },
    ])
    expect(changes).toEqual([{ room: 'admins', topic: 'lockouts' }])
  })

  test('a new lock of the address replaces the old one', async () => {
    const { lockouts } = await project([locked('a', 0), unlocked('a', 'expired'), locked('a', 2)])
    expect(lockouts).toEqual([expect.objectContaining({ locked_until: minute(17), unlocked_at: null })])
  })

  test('a forgotten address leaves no row, whether or not its key still exists', async () => {
    const forgotten: LockoutEvent = { type: 'IpForgotten', data: { key: 'a' } }
    const live = await project([locked('a', 0), unlocked('a', 'expired'), forgotten])
    const rebuilt = await project([locked('a', 0, null), unlocked('a', 'expired'), forgotten])
    expect([live.lockouts, rebuilt.lockouts]).toEqual([[], []])
  })
})

test('batches of any size result in the same rows', async () => {
  const id = fc.integer({ min: 1, max: 3 })
  const key = fc.constantFrom('a', 'b')
  const event: fc.Arbitrary<Said> = fc.oneof(
    id.map((n) => registered(n, `Name${n}`)),
    id.map(loggedIn),
    fc.tuple(id, fc.constantFrom('user' as const, 'admin' as const)).map(([n, role]) => made(n, role)),
    id.map(deleted),
    fc.tuple(id, fc.constantFrom('Ada', null)).map(([n, first]) => called(n, first, null)),
    id.map((n) => shown(n, `picture${n}`)),
    id.map((n) => hidden(n, `picture${n}`)),
    fc.tuple(key, fc.integer({ min: 0, max: 50 })).map(([k, n]) => locked(k, n)),
    fc
      .tuple(key, fc.constantFrom('expired' as const, 'admin' as const, 'login' as const))
      .map(([k, how]) => unlocked(k, how)),
    key.map((k): LockoutEvent => ({ type: 'IpForgotten', data: { key: k } })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 25 }), fc.integer({ min: 1, max: 6 }), async (events, size) => {
      const { people, lockouts } = await project(events, 1_000)
      const inBatches = await project(events, size)
      expect([inBatches.people, inBatches.lockouts]).toEqual([people, lockouts])
    }),
    { numRuns: 60 },
  )
})
