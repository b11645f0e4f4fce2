import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { bigint, code, integer, texts, timestamp } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof leagueAppTables> {}
}

export const leagueAppTables = {
  'app.join_code_attempts': appTable({
    doc: 'Wrong join codes of the last hour, by user and by address (keyed hashes; docs/threats.md T37).',
    columns: {
      scope: code<'ip' | 'user'>(null, { secret: true, sql: "check (scope in ('ip', 'user'))" }),
      key: code(null, { secret: true }),
      wrong: integer(),
      codes: texts('Keyed hashes of the codes: each counts once.', { secret: true, sql: "default '{}'" }),
      since: timestamp(),
      user_id: bigint('User of the counter; null for a counter of an address.', {
        nullable: true,
        dataSubject: 'deletes',
        sql: "generated always as (case when scope = 'user' then key::bigint end) stored",
      }),
    },
    key: ['scope', 'key'],
    indexes: { join_code_attempts_age: '(since)' },
  }),
  'app.right_join_codes': appTable({
    doc: 'Players with a correct join code in the last 24 hours; wrong codes from their address do not block them.',
    columns: { user_id: bigint(null, { dataSubject: 'deletes' }), at: timestamp() },
    key: ['user_id'],
    indexes: { right_join_codes_at_idx: '(at)' },
  }),
}
