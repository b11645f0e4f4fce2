import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ReadDb } from '../../slice/read-models.ts'

/** Lines of files of test events that have been stored, so that the same file again has no second effect. */
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
 * A key for each line: of it and all lines before it, so that a line that is mended or added changes no key before it. A clear of simulated
 * data makes all keys new.
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
