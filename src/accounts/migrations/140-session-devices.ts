import type { Migration } from '../../database/migration.ts'

/** By what name a player knows a session: the browser and its system in a few words, not all that it said of itself. */
export const sessionDevices: Migration = {
  name: '140-session-devices',
  sql: `
    alter table app.sessions add column device text;
  `,
}
