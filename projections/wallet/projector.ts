import { sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import type { WalletEvent } from '../../src/wallet/events.ts'
import { type WalletTables, walletDdl, walletVersion, walletViews } from './tables.ts'

type Known = WalletEvent | AccountEvent
const hearing = {
  WalletConnected: true,
  WalletVerified: true,
  WalletDisconnected: true,
  ...deletionsOnly,
} as const satisfies Hearing<Known>
type Handled = Heard<Known, typeof hearing>
type Row = WalletTables['wallets']

/** Which wallets players have connected, and which of them are proved to be theirs. */
export const walletGroup: ProjectionGroup<WalletTables, Handled> = {
  name: 'wallet',
  version: walletVersion,
  events: heardIn(hearing),
  ddl: walletDdl,
  views: walletViews,
  project,
}

/** Folds the batch over the rows it touches and writes each of them once; of deleted users nothing stays. */
async function project(
  tx: Transaction<WalletTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  const erased = facts.flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : []))
  if (erased.length > 0)
    await sql`insert into erased (user_id) select unnest(${erased}::int[]) on conflict do nothing`.execute(tx)
  const concerned = [...new Set(facts.map(({ data }) => data.userId))]
  const before = await sql<Row>`delete from wallets where user_id = any(${concerned}::int[]) returning *`.execute(tx)
  const rows = new Map(before.rows.map((row) => [row.user_id, row]))
  for (const fact of facts) fold(rows, fact)
  if (rows.size > 0)
    await sql`
      insert into wallets (user_id, address, connected_at, verified_at)
      select r.user_id, r.address, r.connected_at, r.verified_at
      from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as r (
        user_id int, address text, connected_at timestamptz, verified_at timestamptz)
      where not exists (select from erased e where e.user_id = r.user_id)
    `.execute(tx)
  const told = new Set(facts.flatMap(({ type, data }) => (type === 'UserDeleted' ? [] : [data.userId])))
  return [...told].map((id) => ({ room: `user:${id}`, topic: 'user' }))
}

function fold(rows: Map<number, Row>, { type, data, metadata: { at } }: Recorded<Handled>): void {
  const row = rows.get(data.userId)
  switch (type) {
    case 'WalletConnected': {
      // Its key is destroyed: the deletion comes further on in the log.
      const address: string | null = data.address ?? null
      if (address === null) rows.delete(data.userId)
      else rows.set(data.userId, { user_id: data.userId, address, connected_at: at, verified_at: null })
      return
    }
    case 'WalletVerified':
      if (row) rows.set(data.userId, { ...row, verified_at: at })
      return
    case 'WalletDisconnected':
    case 'UserDeleted':
      rows.delete(data.userId)
  }
}
