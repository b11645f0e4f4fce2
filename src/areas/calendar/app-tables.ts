import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { integer } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof calendarAppTables> {}
}

export const calendarAppTables = {
  'app.calendar_addresses': appTable({
    doc: 'Players who have renewed their calendar address. The address is a keyed hash of player and number.',
    columns: {
      user_id: integer(null, { dataSubject: 'deletes' }),
      renewals: integer('Number of renewals; addresses of lower numbers have ended.'),
    },
    key: ['user_id'],
  }),
}
