import type { Migration } from '../../database/migration.ts'

/**
 * What other players cause is one entry as long as it is unread: `subject` is what it is about, `count` how many it tells of.
 * `app.notification_parts` has every event that an entry with a subject tells (`told_in`: the source of its first), so that each is
 * told once, and who did it (`part`), so that somebody who does it again is not counted again.
 */
export const notificationSubjects: Migration = {
  name: '061-notification-subjects',
  sql: `
    alter table app.notifications
      add column subject text collate "C",
      add column count int not null default 1;
    create unique index notifications_unread_subject on app.notifications (user_id, subject) where read_at is null and subject is not null;

    create table app.notification_parts (
      source text collate "C" not null,
      user_id bigint not null,
      told_in text collate "C" not null,
      part text collate "C" not null,
      stored_at timestamptz not null,
      primary key (source, user_id)
    );
    create index notification_parts_of on app.notification_parts (user_id, told_in, part);
    create index notification_parts_age on app.notification_parts (stored_at);
  `,
}
