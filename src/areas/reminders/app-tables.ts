import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { bigint, code, integer, smallint, text, timestamp, uuid } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof reminderAppTables> {}
}

const ofReminder = { user_id: bigint(null, { dataSubject: 'deletes' }), season: code(), gameweek: smallint() }

/** Reminders are stored before they are sent, and never projected: a rebuild sends none. */
export const reminderAppTables = {
  'app.reminders': appTable({
    doc: 'One row per player and gameweek with a reminder of missing picks: the key makes it the only one.',
    columns: {
      ...ofReminder,
      missing: integer('Number of missing picks.'),
      closes_at: timestamp('Cutoff of the first missing pick.'),
      created_at: timestamp(),
      noted_at: timestamp('When it was put into the inbox; null: not yet.', { nullable: true, secret: true }),
    },
    key: ['user_id', 'season', 'gameweek'],
    indexes: { reminders_to_note: '(created_at) where noted_at is null', reminders_age: '(created_at)' },
  }),
  'app.push_subscriptions': appTable({
    doc: 'Browsers that reminders are pushed to, with the endpoint and keys of their subscriptions.',
    columns: {
      id: code('SHA-256 of the endpoint.'),
      user_id: bigint(null, { dataSubject: 'deletes' }),
      name: text('Such as `Firefox on Windows`.'),
      endpoint: text(null, { secret: true }),
      p256dh: code(null, { secret: true }),
      auth: code(null, { secret: true }),
      added_at: timestamp(),
      reached_at: timestamp('Last delivery; null: none yet.', { nullable: true }),
    },
    key: ['id'],
    indexes: { push_subscriptions_user: '(user_id)' },
  }),
  'app.reminder_deliveries': appTable({
    doc: 'Mails and push messages of reminders, without address and text, which are computed when one is sent.',
    columns: {
      id: uuid('Part of the Message-ID of a mail: the same for every attempt.', { secret: true }),
      ...ofReminder,
      channel: code<'mail' | 'push'>(null, { sql: "check (channel in ('mail', 'push'))" }),
      device: code('The subscription of a push message; null: a mail.', {
        nullable: true,
        secret: true,
        sql: 'references app.push_subscriptions on delete cascade',
      }),
      until: timestamp('Cutoff of the last missing pick: after it, nothing is sent.', { secret: true }),
      tries: integer(null, { sql: 'default 0', secret: true }),
      tried_at: timestamp('Start of the last attempt.', { nullable: true, secret: true }),
      sent_at: timestamp(null, { nullable: true }),
    },
    key: ['id'],
    indexes: {
      reminder_deliveries_due: '(until) where sent_at is null',
      reminder_deliveries_of: '(user_id, season, gameweek)',
      reminder_deliveries_device: '(device)',
    },
  }),
}
