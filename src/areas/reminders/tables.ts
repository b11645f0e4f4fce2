import { boolean, code, erased, integer, readModel, table, type ViewsOf } from '../../slice/table.ts'
import type { ReminderTime } from './contract.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof reminderTables> {}
}

export const reminderTables = readModel(
  {
    reminder_settings: table({
      hidden: 'a time zone shows where a player lives',
      doc: 'Settings of players who have changed how they are reminded of missing picks.',
      columns: {
        user_id: integer(null, { dataSubject: 'deletes' }),
        mail: boolean('Consent to reminders by mail.'),
        remind_when: code<ReminderTime>('`day`, `evening` or `late`: when they are reminded.', {
          sql: "check (remind_when in ('day', 'evening', 'late'))",
        }),
        time_zone: code('Time zone, such as `Europe/London`; null: none chosen.', { nullable: true }),
        push_declined: boolean('Whether they do not want to be asked about push.'),
      },
      key: ['user_id'],
    }),
  },
  { erased },
)
