import { expect, test } from 'vitest'
import type { AccountEvent } from '../../src/areas/accounts/events.ts'
import type { WalletEvent } from '../../src/areas/wallet/events.ts'
import { createRandom } from '../../src/kernel/random.ts'
import { projectorOf } from '../../test/support/projecting.ts'
import { walletGroup } from './projector.ts'

type Said = WalletEvent | Extract<AccountEvent, { type: 'UserDeleted' }>
/** Null: the encryption key is destroyed. */
const connected = (userId: number, address: string | null): Said => ({
  type: 'WalletConnected',
  data: { userId, address: address as string },
})
const verified = (userId: number): Said => ({ type: 'WalletVerified', data: { userId } })
const disconnected = (userId: number): Said => ({ type: 'WalletDisconnected', data: { userId } })
const deleted = (userId: number): Said => ({ type: 'UserDeleted', data: { userId } })

const project = projectorOf(walletGroup)

/** Returns `1 0xa verified`, `2 0xb`… after all events, in batches of a size. */
async function projected(events: readonly Said[], size: number) {
  const { tables, changes } = await project(events, size)
  const rows = tables.wallets!.map(({ user_id, address, verified_at }) =>
    [user_id, address, ...(verified_at === null ? [] : ['verified'])].join(' '),
  )
  return { rows: rows.sort(), changes }
}

test('the last wallet of each player counts, verified separately, and their pages are notified (R100, R101)', async () => {
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

test('nothing of a deleted player remains, whether or not their key still exists', async () => {
  for (const address of ['0xa', null])
    for (const size of [1, 10]) {
      const events = [connected(1, address), verified(1), connected(2, '0xb'), deleted(1), connected(1, address)]
      expect((await projected(events, size)).rows).toEqual(['2 0xb'])
    }
})

test('random events result in the same table in batches of any size', async () => {
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
