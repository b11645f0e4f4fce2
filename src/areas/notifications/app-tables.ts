import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import type { Migration } from '../../database/migration.ts'
import type { NotificationPayload } from '../../slice/notifications.ts'
import { bigint, code, integer, json, timestamp } from '../../slice/table.ts'
import type { NotificationKind } from './contract.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof notificationAppTables> {}
}

export const notificationAppTables = {
  'app.notifications': appTable({
    doc: 'Inboxes of players: filled once by a reactor, never rebuilt. Events that other players cause share one entry as long as it is unread.',
    columns: {
      id: bigint(null, { secret: true, sql: 'generated always as identity' }),
      user_id: bigint(null, { dataSubject: 'deletes' }),
      source: code('Id of the event, at most once for each player.', { secret: true }),
      kind: code<NotificationKind>(),
      data: json<NotificationPayload & { readonly simulated?: true }>(),
      created_at: timestamp('Effective time of the event.'),
      stored_at: timestamp('It is kept for 180 days from then on.', { secret: true }),
      read_at: timestamp(null, { nullable: true }),
      subject: code('Subject of an entry for several events.', { nullable: true, secret: true }),
      count: integer('Number of events in the entry.', { sql: 'default 1' }),
    },
    key: ['id'],
    constraints: ['unique (source, user_id)'],
    indexes: { notifications_inbox: '(user_id, id desc)', notifications_age: '(stored_at)' },
    uniqueIndexes: {
      notifications_unread_subject: '(user_id, subject) where read_at is null and subject is not null',
    },
  }),
  'app.notification_parts': appTable({
    doc: 'Every event of an entry with a subject, so that an event is counted once, and so is a person who does the same again.',
    columns: {
      source: code(null, { secret: true }),
      user_id: bigint(null, { dataSubject: 'deletes' }),
      told_in: code('`source` of the entry.', { secret: true }),
      part: code('The person who caused it.', { secret: true }),
      stored_at: timestamp(null, { secret: true }),
    },
    key: ['source', 'user_id'],
    indexes: {
      notification_parts_of: '(user_id, told_in, part)',
      notification_parts_age: '(stored_at)',
      notification_parts_part: '(part)',
    },
  }),
}

/** The contract alone declares the kinds: an area that adds one changes no table. */
export const notificationKinds: Migration = {
  name: '062-notification-kinds',
  sql: 'alter table app.notifications drop constraint if exists notifications_kind_check',
}
