import type { ColumnWords } from '../slice/columns.ts'
import type { walletRows } from './read-model.ts'

export const walletColumns: ColumnWords<typeof walletRows> = {
  'read.wallets': {
    address: 'The Ethereum address, with the capitals of EIP-55.',
    connected_at: 'When it was connected.',
    verified_at: 'When its owner signed for it; null: unverified.',
  },
}
