import type { Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { walletEvents } from '../../src/areas/wallet/events.ts'
import { walletTables } from '../../src/areas/wallet/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { foldRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type TablesOf, tablesFor } from '../../src/slice/table.ts'

const handled = { ...walletEvents, UserDeleted: accountEvents.UserDeleted }
type Handled = EventsOf<typeof handled>
type WalletTables = TablesOf<typeof walletTables>
type Row = WalletTables['wallets']

/** Connected wallets of players, and whether ownership is verified. */
export const walletGroup: ProjectionGroup<WalletTables, Handled> = {
  name: 'wallet',
  version: 2,
  events: typesOf(handled),
  ...tablesFor(walletTables),
  project,
}

async function project(
  tx: Transaction<WalletTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  await foldRows(tx, 'wallets', facts, fold)
  const owners = new Set(facts.flatMap(({ type, data }) => (type === 'UserDeleted' ? [] : [data.userId])))
  return [...owners].map((id) => ({ room: `user:${id}`, topic: 'user' }))
}

function fold(row: Row | null, { type, data, metadata: { at } }: Recorded<Handled>): Row | null {
  switch (type) {
    case 'WalletConnected': {
      // Null after the key of an erased person is destroyed.
      const address: string | null = data.address ?? null
      return address === null ? null : { user_id: data.userId, address, connected_at: at, verified_at: null }
    }
    case 'WalletVerified':
      return row && { ...row, verified_at: at }
    case 'WalletDisconnected':
    case 'UserDeleted':
      return null
  }
}
