import type { Migration } from '../../database/migration.ts'

export const shoutSequence: Migration = { name: '100-shout-ids', sql: 'create sequence app.seq_shout as bigint;' }
