import type { Migration } from '../../database/migration.ts'

/** Which kinds there are is said by the contract alone: an area that brings one changes no table. */
export const notificationKinds: Migration = {
  name: '062-notification-kinds',
  sql: 'alter table app.notifications drop constraint if exists notifications_kind_check;',
}
