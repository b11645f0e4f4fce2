import type { Migration } from '../migration.ts'

/** Where the Socket.IO adapter of several nodes puts what is too large for NOTIFY. */
export const sockets: Migration = {
  name: '041-sockets',
  sql: `
    create table app.socket_io_attachments (
      id bigserial unique,
      created_at timestamptz default now(),
      payload bytea
    );
  `,
}
