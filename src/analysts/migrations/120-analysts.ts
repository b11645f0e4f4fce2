import type { Migration } from '../../database/migration.ts'

/** The roles of PostgreSQL that this store has made for analysts: a server may hold other stores, and roles are the server's. */
export const analystRoles: Migration = {
  name: '120-analysts',
  sql: `
    create table app.analysts (
      role text collate "C" primary key,
      created_at timestamptz not null
    );
  `,
}
