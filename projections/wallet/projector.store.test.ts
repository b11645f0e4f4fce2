import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountEvent } from '../../src/accounts/events.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { createRandom } from '../../src/kernel/random.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import type { WalletEvent } from '../../src/wallet/events.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import type { Tx } from '../engine/store.ts'
import { walletGroup } from './projector.ts'

const group: ProjectionGroup = walletGroup

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

type Said = WalletEvent | Extract<AccountEvent, { type: 'UserDeleted' }>
/** null: its key is destroyed. */
const connected = (userId: number, address: string | null): Said => ({
  type: 'WalletConnected',
  data: { userId, address: address as string },
})
const verified = (userId: number): Said => ({ type: 'WalletVerified', data: { userId } })
const disconnected = (userId: number): Said => ({ type: 'WalletDisconnected', data: { userId } })
const deleted = (userId: number): Said => ({ type: 'UserDeleted', data: { userId } })

function recorded(event: Said, n: number): RecordedEvent {
  const at = '2026-11-21T09:00:00.000Z'
  const metadata = { $correlationId: 'c', $causationId: 'c', actor: null, version: 1, source: 'command', at } as const
  const place = { stream: 's', revision: n, position: String(n) as Position, recordedAt: at }
  return { id: randomUUID(), ...event, metadata, ...place }
}

/** `1 0xa verified`, `2 0xb`… after all events, in batches of a size. */
async function projected(events: readonly Said[], size: number) {
  const name = `wallet_${randomUUID().slice(0, 8)}`
  const inSchema = <T>(work: (tx: Parameters<typeof walletGroup.project>[0]) => Promise<T>): Promise<T> =>
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
    sql<{ row: string }>`
      select concat_ws(' ', user_id, address, case when verified_at is not null then 'verified' end) as row
      from wallets order by user_id
    `.execute(tx),
  )
  await sql`drop schema ${sql.id(name)} cascade`.execute(database.db)
  return { rows: rows.map(({ row }) => row), changes }
}

test('the last wallet of each player counts, verified by itself alone, and their pages hear of it (R100, R101)', async () => {
  const { rows, changes } = await projected(
    [
      ...[connected(1, '0xa'), verified(1), connected(2, '0xb'), verified(2), connected(2, '0xc')],
      ...[connected(3, '0xd'), verified(3), disconnected(3)],
    ],
    10,
  )
  expect(rows).toEqual(['1 0xa verified', '2 0xc'])
  expect(changes).toEqual([1, 2, 3].map((id) => ({ room: `user:${id}`, topic: 'user' })))
})

test('of a deleted player nothing stays, whether their key still opens the address or not', async () => {
  for (const address of ['0xa', null])
    for (const size of [1, 10]) {
      const events = [connected(1, address), verified(1), connected(2, '0xb'), deleted(1), connected(1, address)]
      expect((await projected(events, size)).rows).toEqual(['2 0xb'])
    }
})

test('whatever happens, the table is the same in any batches', async () => {
  const random = createRandom('wallets')
  const events = Array.from({ length: 150 }, () => {
    const userId = 1 + random.below(12)
    const say = [() => connected(userId, `0x${random.below(3)}`), () => verified(userId), () => disconnected(userId)]
    return random.below(20) === 0 ? deleted(userId) : say[random.below(3)]!()
  })
  const whole = await projected(events, events.length)
  expect(whole.rows.length).toBeGreaterThan(1)
  for (const size of [1, 7]) expect((await projected(events, size)).rows).toEqual(whole.rows)
})
