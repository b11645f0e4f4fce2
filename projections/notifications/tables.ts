import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const notificationsVersion = 2

/** Only the settings are projected: an inbox is filled by a reactor and never built anew. */
export const notificationsDdl = `
create table mutes (
  user_id integer not null,
  kind text collate "C" not null,
  primary key (user_id, kind)
);

create table erased (
  user_id integer primary key
);
`

export interface NotificationsTables {
  mutes: ReadModels['read.notification_mutes']
  erased: { user_id: number }
}

export const notificationsViews: readonly ReadView[] = [
  {
    name: 'notification_mutes',
    sql: 'select user_id, kind from mutes',
    doc: 'One row a user and kind of notification that they have muted.',
  },
]
