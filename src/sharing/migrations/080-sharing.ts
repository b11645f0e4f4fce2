import type { Migration } from '../../database/migration.ts'

/**
 * Ids of shares and comments, and who has viewed what. A viewer is a keyed hash that differs from day to day, kept until the day after:
 * neither an address nor a player stands here. `logged`: of the views of a day, how many the log knows.
 */
export const sharingTables: Migration = {
  name: '080-sharing',
  sql: `
    create sequence app.seq_share as bigint;
    create sequence app.seq_share_comment as bigint;

    create table app.share_viewers (
      share_id int not null,
      day text collate "C" not null,
      viewer text collate "C" not null,
      primary key (share_id, day, viewer)
    );
    create index share_viewers_day on app.share_viewers (day);

    create table app.share_views (
      share_id int not null,
      day text collate "C" not null,
      views int not null,
      logged int not null default 0,
      primary key (share_id, day)
    ) with (fillfactor = 70);
    create index share_views_unlogged on app.share_views (day) where views > logged;
  `,
}
