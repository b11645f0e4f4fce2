import { sql } from 'kysely'

/** Prefix of prepared statements. */
export const PREPARED = '/* planned */'

/**
 * Marks a frequent statement as prepared: PostgreSQL parses and plans it once per connection. Planning may cost more than the
 * execution. Only for constant texts: each one is cached for the lifetime of its connection.
 */
export const prepared = sql.raw(PREPARED)
