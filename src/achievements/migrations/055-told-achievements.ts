import type { Migration } from '../../database/migration.ts'

/** Unlockings that their player has been told of by a check; each at most once. */
export const toldAchievements: Migration = {
  name: '055-achievements',
  sql: `
    create table app.told_achievements (
      user_id int not null,
      unlock_id uuid not null,
      told_at timestamptz not null,
      primary key (user_id, unlock_id)
    );
  `,
}
