import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { code, integer } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof sharingAppTables> {}
}

export const sharingAppTables = {
  'app.share_viewers': appTable({
    doc: 'Viewers by day, deleted after the next day. The key is a keyed hash that differs from day to day, and contains neither an address nor a player.',
    columns: { share_id: integer(), day: code(), viewer: code() },
    key: ['share_id', 'day', 'viewer'],
    indexes: { share_viewers_day: '(day)' },
  }),
  'app.share_views': appTable({
    doc: 'Number of views by share and day.',
    columns: {
      share_id: integer(),
      day: code(),
      views: integer(),
      logged: integer('Number of views that are recorded in the log.', { sql: 'default 0' }),
    },
    key: ['share_id', 'day'],
    storage: 'fillfactor = 70',
    indexes: { share_views_unlogged: '(day) where views > logged' },
  }),
}
