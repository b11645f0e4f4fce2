import type { Migration } from '../migration.ts'

/** The one row that readiness writes to learn whether writes are taken. */
export const writeProbe: Migration = {
  name: '046-write-probe',
  sql: `
    create table app.write_probe (
      single boolean primary key default true check (single),
      at timestamptz not null
    );
    insert into app.write_probe (at) values (now());
  `,
}
