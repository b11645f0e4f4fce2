import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { bigint, code, timestamp } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof walletAppTables> {}
}

export const walletAppTables = {
  'app.wallet_challenges': appTable({
    doc: 'The latest challenge of a player. The message to sign is not stored: it is computed from the challenge and the connected wallet.',
    columns: {
      user_id: bigint(null, { dataSubject: 'deletes', sql: 'references app.credentials (user_id) on delete cascade' }),
      nonce: code(null, { secret: true }),
      issued_at: timestamp(),
    },
    key: ['user_id'],
  }),
}
