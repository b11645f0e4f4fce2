import { code, erased, integer, readModel, table, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof walletTables> {}
}

export const walletTables = readModel(
  {
    wallets: table({
      hidden: 'a wallet is visible to its player only',
      doc: 'Ethereum addresses connected by players. A player may connect an address without owning it: `verified_at` is null until its owner has signed. Visible to the player only.',
      columns: {
        user_id: integer(null, { dataSubject: 'deletes' }),
        address: code('The Ethereum address, with its EIP-55 checksum.'),
        connected_at: timestamp('When it was connected.'),
        verified_at: timestamp('When its owner signed the challenge; null: unverified.', { nullable: true }),
      },
      key: ['user_id'],
    }),
  },
  { erased },
)
