import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ReadDb } from '../../slice/read-models.ts'

/** Stores the emitted lines of files with test events, so that emitting a file again has no second effect. */
export function createEmittedLines(db: ReadDb) {
  return {
    async has(key: string): Promise<boolean> {
      const { rows } = await sql`select from app.emitted_lines where key = ${key}`.execute(db)
      return rows.length > 0
    },
    async add(key: string, at: string): Promise<void> {
      await sql`insert into app.emitted_lines (key, emitted_at) values (${key}, ${at}) on conflict do nothing`.execute(
        db,
      )
    },
  }
}

/**
 * Returns a key per line. A key depends on the line and all lines before it, so a changed line does not affect earlier keys. A purge of
 * simulated data changes all keys.
 */
export async function keysOfLines(db: ReadDb, lines: readonly object[]): Promise<readonly string[]> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0)::int as number from engine.clearings`.execute(db)
  const hash = createHash('sha256').update(String(rows[0]!.number))
  return lines.map((line) =>
    hash
      .update(`\n${JSON.stringify(line)}`)
      .copy()
      .digest('hex'),
  )
}
