import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountEvent } from '../../src/areas/accounts/events.ts'
import type { ProfileEvent } from '../../src/areas/profiles/events.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { recordedAt } from '../../test/support/projecting.ts'
import { profilesGroup } from './projector.ts'

const group: ProjectionGroup = profilesGroup

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(`create schema profiles_t; set search_path to profiles_t; ${group.ddl}`)
})
afterAll(() => database.drop())

type Said = Extract<ProfileEvent, { type: 'NameChanged' | 'ProfileChanged' }> | AccountEvent
const named = (userId: number, firstName: string | null, lastName: string | null): Said => ({
  type: 'NameChanged',
  data: { userId, firstName, lastName },
})
const changed = (userId: number, fields: object): Said => ({ type: 'ProfileChanged', data: { userId, ...fields } })
const deleted = (userId: number): Said => ({ type: 'UserDeleted', data: { userId } })

const recorded = (event: Said, n: number): RecordedEvent => recordedAt(event, n, '2026-11-21T09:00:00.000Z')

/** Returns all rows after projecting the events in batches of a size. */
async function project(events: readonly Said[], size = 100) {
  const all = events.map(recorded)
  return database.db.transaction().execute(async (tx) => {
    await sql`set local search_path to profiles_t`.execute(tx)
    await sql`truncate profiles, erased`.execute(tx)
    const changes: LiveChange[] = []
    for (let at = 0; at < all.length; at += size) changes.push(...(await group.project(tx, all.slice(at, at + size))))
    const { rows } = await sql<object>`select * from profiles order by user_id`.execute(tx)
    return { rows, changes }
  })
}

const empty = { first_name: null, last_name: null, bio: null, location: null, phone: null, favorite_team: null }

test('a row contains the latest values, and omitted fields are unchanged (R131)', async () => {
  const { rows, changes } = await project([
    named(1, 'Maya', 'Kessler'),
    changed(1, { bio: 'Row F.', phone: '07700 900123', favoriteTeam: 3 }),
    changed(1, { phone: null, location: 'Hounslow' }),
    named(1, 'Maya', null),
    changed(2, { favoriteTeam: 4 }),
  ])
  expect(rows).toEqual([
    { ...empty, user_id: 1, first_name: 'Maya', bio: 'Row F.', location: 'Hounslow', favorite_team: 3 },
    { ...empty, user_id: 2, favorite_team: 4 },
  ])
  expect(changes).toEqual([1, 2].map((id) => ({ room: `user:${id}`, topic: 'user' })))
})

test('the row of a deleted person is removed and never returns (T58)', async () => {
  const { rows } = await project([named(1, 'Maya', null), deleted(1), changed(1, { favoriteTeam: 3 })], 1)
  expect(rows).toEqual([])
})

test('batches of any size result in the same rows', async () => {
  const id = fc.integer({ min: 1, max: 3 })
  const words = fc.constantFrom('one', 'two', null)
  const event = fc.oneof(
    fc.tuple(id, words, words).map(([n, first, last]) => named(n, first, last)),
    fc
      .tuple(id, fc.record({ bio: words, location: words, phone: words }, { requiredKeys: [] }))
      .map(([n, fields]) => changed(n, fields)),
    fc.tuple(id, fc.integer({ min: 1, max: 20 })).map(([n, favoriteTeam]) => changed(n, { favoriteTeam })),
    fc.oneof({ weight: 1, arbitrary: id.map(deleted) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 20 }), fc.integer({ min: 1, max: 5 }), async (events, size) => {
      expect((await project(events, size)).rows).toEqual((await project(events, 1_000)).rows)
    }),
    { numRuns: 40 },
  )
})
