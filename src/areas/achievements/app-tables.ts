import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { integer, timestamp, uuid } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof achievementAppTables> {}
}

export const achievementAppTables = {
  'app.told_achievements': appTable({
    doc: 'Unlocks that a check has returned to their player. Each is returned at most once.',
    columns: { user_id: integer(null, { dataSubject: 'deletes' }), unlock_id: uuid(), told_at: timestamp() },
    key: ['user_id', 'unlock_id'],
  }),
}
