import { type Rows, rows } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof walletRows> {}
}

export const walletRows = rows({
  'read.wallets': {
    user_id: 'integer',
    address: 'text',
    connected_at: 'timestamp with time zone',
    verified_at: 'timestamp with time zone | null',
  },
})
