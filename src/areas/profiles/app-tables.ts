import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { bigint, bytes, code, timestamp } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof profileAppTables> {}
}

export const profileAppTables = {
  'app.avatars': appTable({
    doc:
      'Profile pictures, stored outside the log and shared by all nodes (docs/decisions/0035). A new picture is stored before its event, and the old one deleted ' +
      'after it.',
    columns: {
      name: code(),
      user_id: bigint(null, { dataSubject: 'deletes', sql: 'references app.credentials (user_id) on delete cascade' }),
      picture: bytes(),
      stored_at: timestamp(),
    },
    key: ['name'],
    indexes: { avatars_user: '(user_id)' },
    afterCreate: 'alter table app.avatars alter column picture set storage external',
  }),
}
