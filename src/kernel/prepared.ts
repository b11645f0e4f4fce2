import { sql } from 'kysely'

/** What the text of such a statement begins with. */
export const PREPARED = '/* planned */'

/**
 * Begins a statement that is sent over and over: PostgreSQL then parses and plans it once a connection, where planning may cost
 * more than running it. For texts that do not vary, as every one of them is kept for as long as its connection.
 */
export const prepared = sql.raw(PREPARED)
