import { code, erased, integer, readModel, table, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof walletTables> {}
}

export const walletTables = readModel(
  {
    wallets: table({
      hidden: 'a wallet is shown to its player alone',
      doc: 'The Ethereum address that a player has connected, if any. Whoever connected it need not own it: verified_at is null until its owner has signed. It is shown to the player alone.',
      columns: {
        user_id: integer(null, { dataSubject: 'deletes' }),
        address: code('The Ethereum address, with the capitals of EIP-55.'),
        connected_at: timestamp('When it was connected.'),
        verified_at: timestamp('When its owner signed for it; null: unverified.', { nullable: true }),
      },
      key: ['user_id'],
    }),
  },
  { erased },
)
