import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountEvent } from '../../src/accounts/events.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { createRandom } from '../../src/kernel/random.ts'
import type { NotificationSettingsEvent } from '../../src/notifications/events.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import type { Tx } from '../engine/store.ts'
import { notificationsGroup } from './projector.ts'

const group: ProjectionGroup = notificationsGroup

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

type Said = NotificationSettingsEvent | Extract<AccountEvent, { type: 'UserDeleted' }>
const muted = (userId: number, ...kinds: NotificationSettingsEvent['data']['kinds']): Said => ({
  type: 'NotificationsMuted',
  data: { userId, kinds },
})
const deleted = (userId: number): Said => ({ type: 'UserDeleted', data: { userId } })

function recorded(event: Said, n: number): RecordedEvent {
  const at = '2026-11-21T09:00:00.000Z'
  const metadata = { $correlationId: 'c', $causationId: 'c', actor: null, version: 1, source: 'command', at } as const
  const place = { stream: 's', revision: n, position: String(n) as Position, recordedAt: at }
  return { id: randomUUID(), ...event, metadata, ...place }
}

/** `1 prize`, `2 league`… after all events, in batches of a size. */
async function projected(events: readonly Said[], size: number) {
  const name = `notifications_${randomUUID().slice(0, 8)}`
  const inSchema = <T>(work: (tx: Parameters<typeof notificationsGroup.project>[0]) => Promise<T>): Promise<T> =>
    database.db.transaction().execute(async (tx) => {
      await sql`set local search_path to ${sql.id(name)}`.execute(tx)
      return work(tx as Tx)
    })
  await sql`create schema ${sql.id(name)}`.execute(database.db)
  await inSchema((tx) => sql.raw(group.ddl).execute(tx))
  const all = events.map(recorded)
  const changes: LiveChange[] = []
  for (let from = 0; from < all.length; from += size)
    changes.push(...(await inSchema((tx) => group.project(tx, all.slice(from, from + size)))))
  const { rows } = await inSchema((tx) =>
    sql<{ row: string }>`select user_id || ' ' || kind as row from mutes order by user_id, kind`.execute(tx),
  )
  await sql`drop schema ${sql.id(name)} cascade`.execute(database.db)
  return { rows: rows.map(({ row }) => row), changes }
}

test('the last list of each player counts, and their pages hear of it', async () => {
  const { rows, changes } = await projected(
    [muted(1, 'prize', 'league'), muted(2, 'league'), muted(1, 'gameweek'), muted(2)],
    10,
  )
  expect(rows).toEqual(['1 gameweek'])
  expect(changes).toEqual([
    { room: 'user:1', topic: 'notifications' },
    { room: 'user:2', topic: 'notifications' },
  ])
})

test('of a deleted player nothing stays, also what stands behind the deletion', async () => {
  const events = [muted(1, 'prize'), muted(2, 'prize'), deleted(1), muted(1, 'league')]
  for (const size of [1, 10]) expect((await projected(events, size)).rows).toEqual(['2 prize'])
})

test('whatever happens, the table is the same in any batches', async () => {
  const random = createRandom('notifications')
  const kinds = ['achievement', 'correction', 'gameweek', 'prize', 'league'] as const
  const events = Array.from({ length: 150 }, () => {
    const userId = 1 + random.below(12)
    return random.below(20) === 0 ? deleted(userId) : muted(userId, ...kinds.filter(() => random.below(2) === 0))
  })
  const whole = await projected(events, events.length)
  expect(whole.rows.length).toBeGreaterThan(3)
  for (const size of [1, 7]) expect((await projected(events, size)).rows).toEqual(whole.rows)
})
