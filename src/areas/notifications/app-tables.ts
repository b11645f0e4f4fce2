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
    doc: 'Inboxes of players: filled once by a reactor, never rebuilt. Repeated events caused by other players share one entry while it is unread.',
    columns: {
      id: bigint(null, { secret: true, sql: 'generated always as identity' }),
      user_id: bigint(null, { dataSubject: 'deletes' }),
      source: code('Id of the event; unique per player.', { secret: true }),
      kind: code<NotificationKind>(),
      data: json<NotificationPayload & { readonly simulated?: true }>(),
      created_at: timestamp('Effective time of the event.'),
      stored_at: timestamp('Start of the retention of 180 days.', { secret: true }),
      read_at: timestamp(null, { nullable: true }),
      subject: code('Subject of an entry that counts several events.', { nullable: true, secret: true }),
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
    doc: 'Events of entries with a subject, so that each event and each person is counted once.',
    columns: {
      source: code(null, { secret: true }),
      user_id: bigint(null, { dataSubject: 'deletes' }),
      told_in: code('`source` of the entry that counts the event.', { secret: true }),
      part: code('Person who caused the event, or the event if each counts.', { secret: true }),
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

/** Drops the check on kinds: the contract declares them, so a new kind needs no migration. */
export const notificationKinds: Migration = {
  name: '062-notification-kinds',
  sql: 'alter table app.notifications drop constraint if exists notifications_kind_check',
}
