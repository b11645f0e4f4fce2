import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { code, timestamp } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof analystAppTables> {}
}

export const analystAppTables = {
  'app.analysts': appTable({
    doc: 'Database roles created for analysts.',
    columns: { role: code(), created_at: timestamp() },
    key: ['role'],
  }),
}
