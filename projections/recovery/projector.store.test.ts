import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountEvent } from '../../src/accounts/events.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { RecoveryEvent } from '../../src/recovery/events.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import type { Tx } from '../engine/store.ts'
import { recoveryGroup } from './projector.ts'

const group: ProjectionGroup = recoveryGroup

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

type Said = RecoveryEvent | Extract<AccountEvent, { type: 'UserDeleted' }>
/** null: its key is destroyed. */
const gave = (userId: number, email: string | null): Said => ({
  type: 'EmailChanged',
  data: { userId, email, version: 1 },
})
const deleted = (userId: number): Said => ({ type: 'UserDeleted', data: { userId } })

function recorded(event: Said, n: number): RecordedEvent {
  const at = '2026-11-21T09:00:00.000Z'
  const metadata = { $correlationId: 'c', $causationId: 'c', actor: null, version: 1, source: 'command', at } as const
  const place = { stream: 's', revision: n, position: String(n) as Position, recordedAt: at }
  return { id: randomUUID(), ...event, metadata, ...place }
}

/** `1 a@example.org`… after all events, in batches of a size. */
async function projected(events: readonly Said[], size: number): Promise<string[]> {
  const name = `recovery_${randomUUID().slice(0, 8)}`
  const inSchema = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.db.transaction().execute(async (tx) => {
      await sql`set local search_path to ${sql.id(name)}`.execute(tx)
      return work(tx as Tx)
    })
  await sql`create schema ${sql.id(name)}`.execute(database.db)
  await inSchema((tx) => sql.raw(group.ddl).execute(tx))
  const all = events.map(recorded)
  for (let from = 0; from < all.length; from += size)
    await inSchema((tx) => group.project(tx, all.slice(from, from + size)))
  const { rows } = await inSchema((tx) =>
    sql<{ row: string }>`select concat_ws(' ', user_id, email) as row from recovery order by user_id`.execute(tx),
  )
  await sql`drop schema ${sql.id(name)} cascade`.execute(database.db)
  return rows.map(({ row }) => row)
}

test('T58: of a deleted person nothing stays, also not what stands after the deletion in the log', async () => {
  for (const late of ['late@example.org', null])
    for (const size of [1, 2, 10]) {
      const events = [gave(1, 'a@example.org'), gave(2, 'b@example.org'), deleted(1), gave(1, late)]
      expect(await projected(events, size)).toEqual(['2 b@example.org'])
    }
})
