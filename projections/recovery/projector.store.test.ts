import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountEvent } from '../../src/areas/accounts/events.ts'
import type { RecoveryEvent } from '../../src/areas/recovery/events.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { projectedInto, recordedAt } from '../../test/support/projecting.ts'
import { recoveryGroup } from './projector.ts'

const group: ProjectionGroup = recoveryGroup

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

type Said = RecoveryEvent | Extract<AccountEvent, { type: 'UserDeleted' }>
/** Null: the encryption key is destroyed. */
const gave = (userId: number, email: string | null): Said => ({
  type: 'EmailChanged',
  data: { userId, email, version: 1 },
})
const deleted = (userId: number): Said => ({ type: 'UserDeleted', data: { userId } })

const recorded = (event: Said, n: number): RecordedEvent => recordedAt(event, n, '2026-11-21T09:00:00.000Z')

/** Returns `1 a@example.org`… after all events, in batches of a size. */
async function projected(events: readonly Said[], size: number): Promise<string[]> {
  const all = events.map(recorded)
  const { found } = await projectedInto(database, group, all, size, (tx) =>
    sql<{ row: string }>`select concat_ws(' ', user_id, email) as row from recovery order by user_id`.execute(tx),
  )
  return found.rows.map(({ row }) => row)
}

test('T58: nothing of a deleted person remains, even for events after the deletion', async () => {
  for (const late of ['late@example.org', null])
    for (const size of [1, 2, 10]) {
      const events = [gave(1, 'a@example.org'), gave(2, 'b@example.org'), deleted(1), gave(1, late)]
      expect(await projected(events, size)).toEqual(['2 b@example.org'])
    }
})
