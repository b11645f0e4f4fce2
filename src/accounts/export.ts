import { sql } from 'kysely'
import type { OwnExport } from '../contracts/account.ts'
import type { HeldTable } from '../database/held-tables.ts'
import type { RecordedEvent } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'
import { mapLimited } from '../kernel/map-limited.ts'
import type { HeldView } from '../slice/holding.ts'
import type { ReadDb } from '../slice/read-models.ts'

/** All that the game holds about people, as its areas declare it. */
export interface Held {
  readonly views: readonly HeldView[]
  readonly tables: readonly HeldTable[]
}

interface ExportDependencies {
  readonly db: ReadDb
  /** As readers see it: personal data in the clear. */
  readonly log: Pick<EventLog, 'readStream'>
  readonly held: Held
}

type Row = Record<string, unknown>
type StreamsOf = ((row: Row) => readonly string[]) | undefined

/** Streams read side by side. */
const READERS = 64

/** All that the game holds about a person: their rows, and the events in the streams that these rows come from. */
export async function exportOf(
  { db, log, held }: ExportDependencies,
  { userId, username, at }: { readonly userId: number; readonly username: string; readonly at: string },
): Promise<OwnExport> {
  const streams = new Set<string>()
  const note = (streamsOf: StreamsOf, rows: readonly Row[]): void => {
    for (const row of rows) for (const stream of streamsOf?.(row) ?? []) streams.add(stream)
  }

  const readModels: Record<string, Row[]> = {}
  for (const { view, by, streams: streamsOf } of held.views) {
    const theirs = sql.join(
      by.map((column) => sql`${sql.id(column)} = ${userId}`),
      sql` or `,
    )
    const { rows } = await sql<Row>`select * from read.${sql.id(view)} where ${theirs}`.execute(db)
    note(streamsOf as StreamsOf, rows)
    readModels[view] = rows.map((row) => shownOf(row, Object.keys(row)))
  }

  const tables: Record<string, Row[]> = {}
  for (const { table, shown, streams: streamsOf } of held.tables) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where user_id = ${userId}`.execute(db)
    note(streamsOf as StreamsOf, rows)
    if (shown.length > 0) tables[table.replace('app.', '')] = rows.map((row) => shownOf(row, shown))
  }

  const read = await mapLimited([...streams], READERS, (stream) => log.readStream(stream))
  const events = read
    .flatMap((all) => all.filter((event) => isOf(userId, event)))
    .map(({ stream, revision, type, metadata, data }) => ({
      stream,
      revision,
      type,
      at: metadata.at,
      data: data as Row,
    }))
    .sort((a, b) => a.at.localeCompare(b.at) || a.stream.localeCompare(b.stream) || a.revision - b.revision)
  return { exportedAt: at, userId, username, readModels, tables, events }
}

/** Columns as a file shows them: bytes in base64. */
function shownOf(row: Row, columns: readonly string[]): Row {
  const shown = columns.map((column) => [column, row[column]] as const)
  return Object.fromEntries(
    shown.map(([column, value]) => [column, Buffer.isBuffer(value) ? value.toString('base64') : value]),
  )
}

/** The names under which events speak of people. */
const PERSON = /^(user|creator|admin|captain|follower|followed|reporter|owner)Id$/

/** Whether somebody did it, or it is about them. */
function isOf(userId: number, { data, metadata }: RecordedEvent): boolean {
  if (metadata.actor === userId) return true
  return Object.entries(data as Row).some(([name, value]) => value === userId && PERSON.test(name))
}
