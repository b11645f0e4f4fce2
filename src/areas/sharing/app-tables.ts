import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { code, integer } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof sharingAppTables> {}
}

export const sharingAppTables = {
  'app.share_viewers': appTable({
    doc: 'Viewers of a day, by a keyed hash that differs from day to day, kept until the next day: neither an address nor a player.',
    columns: { share_id: integer(), day: code(), viewer: code() },
    key: ['share_id', 'day', 'viewer'],
    indexes: { share_viewers_day: '(day)' },
  }),
  'app.share_views': appTable({
    doc: 'Views of a share on a day.',
    columns: {
      share_id: integer(),
      day: code(),
      views: integer(),
      logged: integer('How many of them the log has.', { sql: 'default 0' }),
    },
    key: ['share_id', 'day'],
    storage: 'fillfactor = 70',
    indexes: { share_views_unlogged: '(day) where views > logged' },
  }),
}
