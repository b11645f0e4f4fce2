import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createAchievementsGroup } from '../../projections/achievements/projector.ts'
import type { Badge } from '../../projections/achievements/rows.ts'
import { type AchievementEntry, catalogue } from '../../src/areas/achievements/catalogue.ts'
import { dueBadges } from '../../src/areas/achievements/tables.ts'
import type { Event, Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import type { ReadDb } from '../../src/slice/read-models.ts'

/** Records events as a log would return them, in sequence. */
export function eventRecorder() {
  let position = 0
  return (event: Event, at: string, simulated = false): RecordedEvent => {
    position += 1
    const metadata = {
      ...{ $correlationId: 'c', $causationId: 'c', actor: null, version: 1, source: 'command', at },
      ...(simulated ? { simulated } : {}),
    } as RecordedEvent['metadata']
    const place = { stream: `s-${position}`, revision: 0, position: String(position) as Position, recordedAt: at }
    return { id: randomUUID(), type: event.type, data: event.data, metadata, ...place }
  }
}

/** A generation of the group `achievements` in its own schema, without the engine. */
export async function achievementTables(db: ReadDb, rules: readonly AchievementEntry[] = catalogue) {
  const name = `achievements_${randomUUID().slice(0, 8)}`
  const group: ProjectionGroup = createAchievementsGroup(rules)
  const inSchema = <T>(work: (tx: Parameters<typeof group.project>[0]) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await sql`set local search_path to ${sql.id(name)}`.execute(tx)
      return work(tx)
    })
  await sql`create schema ${sql.id(name)}`.execute(db)
  await inSchema((tx) => sql.raw(`${group.ddl};${group.indexes}`).execute(tx))
  return {
    drop: () => sql`drop schema ${sql.id(name)} cascade`.execute(db),
    /** Projects in batches of `size`, each in its own transaction; `by` replaces the group, as on another node. */
    async project(events: readonly RecordedEvent[], size = 500, by = group): Promise<readonly LiveChange[]> {
      const changes: LiveChange[] = []
      for (let from = 0; from < events.length; from += size)
        changes.push(...(await inSchema((tx) => by.project(tx, events.slice(from, from + size)))))
      return changes
    },
    /** Every row of every table as sorted text. */
    async bytes(): Promise<Record<string, string[]>> {
      const { rows } = await sql<{ tablename: string }>`
        select tablename from pg_tables where schemaname = ${name} order by tablename`.execute(db)
      const tables: Record<string, string[]> = {}
      for (const { tablename } of rows) {
        const text = await sql<{ row: string }>`
          select t::text as row from ${sql.id(name, tablename)} t order by 1`.execute(db)
        tables[tablename] = text.rows.map(({ row }) => row)
      }
      return tables
    },
    async badges(): Promise<readonly Badge[]> {
      const { rows } = await sql<Badge>`
        select * from ${sql.id(name, 'badges')} order by user_id, achievement`.execute(db)
      return rows
    },
    /** The badge events that the reactor has yet to append. */
    async due(): Promise<readonly Pick<Badge, 'user_id' | 'achievement'>[]> {
      const { rows } = await sql<Badge>`
        select user_id, achievement from ${sql.id(name, 'badges')} where ${sql.raw(dueBadges)}`.execute(db)
      return rows
    },
    async rows<T>(table: string, orderBy: string): Promise<readonly T[]> {
      const { rows } = await sql<T>`
        select * from ${sql.id(name, table)} order by ${sql.raw(orderBy)}`.execute(db)
      return rows
    },
  }
}
