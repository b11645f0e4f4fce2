import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const walletVersion = 1

export const walletDdl = `
create table wallets (
  user_id integer primary key,
  address text collate "C" not null,
  connected_at timestamptz not null,
  verified_at timestamptz
);

create table erased (
  user_id integer primary key
);
`

export interface WalletTables {
  wallets: ReadModels['read.wallets']
  erased: { user_id: number }
}

export const walletViews: readonly ReadView[] = [
  {
    name: 'wallets',
    doc: 'The Ethereum address that a player has connected, if any. Whoever connected it need not own it: verified_at is null until its owner has signed. It is shown to the player alone.',
  },
]
