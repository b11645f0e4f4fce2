import { sql } from 'kysely'
import type { OwnExport } from '../contracts/account.ts'
import type { HeldTable } from '../database/held-tables.ts'
import type { RecordedEvent } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'
import { mapLimited } from '../kernel/map-limited.ts'
import type { HeldView } from '../slice/holding.ts'
import { type ReadDb, wide } from '../slice/read-models.ts'

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
  const found = await rowsOf(db, held, userId)
  const readModels = Object.fromEntries(held.views.map(({ view }) => [view, found[view]!]))
  const told = held.tables.filter(({ shown }) => shown.length > 0)
  const tables = Object.fromEntries(
    told.map(({ table, shown }) => [
      table.replace('app.', ''),
      found[table]!.map((row) => Object.fromEntries(shown.map((column) => [column, row[column]]))),
    ]),
  )

  const streams = new Set<string>()
  const note = (name: string, streamsOf: StreamsOf): void => {
    for (const row of found[name]!) for (const stream of streamsOf?.(row) ?? []) streams.add(stream)
  }
  for (const { view, streams: streamsOf } of held.views) note(view, streamsOf as StreamsOf)
  for (const { table, streams: streamsOf } of held.tables) note(table, streamsOf as StreamsOf)
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

/** All rows of a person by view and table, as they stood at one moment: one statement. */
async function rowsOf(db: ReadDb, { views, tables }: Held, userId: number): Promise<Record<string, Row[]>> {
  const ofViews = views.map(({ view, by }) => {
    const theirs = sql.join(
      by.map((column) => sql`${sql.id(column)} = ${wide(userId)}`),
      sql` or `,
    )
    return { name: view, rows: sql`read.${sql.id(view)} h where ${theirs}` }
  })
  const ofTables = tables.map(({ table }) => ({
    name: table,
    rows: sql`${sql.table(table)} h where h.user_id = ${wide(userId)}`,
  }))
  const all = [...ofViews, ...ofTables]
  const lists = all.map((each) => sql`(select coalesce(json_agg(row_to_json(h)), '[]') from ${each.rows})`)
  const { rows } = await sql<{ lists: Row[][] }>`select to_json(array[${sql.join(lists)}]) as lists`.execute(db)
  return Object.fromEntries(all.map(({ name }, index) => [name, rows[0]!.lists[index]!]))
}

/** The names under which events speak of people. */
const PERSON = /^(user|creator|admin|captain|follower|followed|reporter|owner)Id$/

/** Whether somebody did it, or it is about them. */
function isOf(userId: number, { data, metadata }: RecordedEvent): boolean {
  if (metadata.actor === userId) return true
  return Object.entries(data as Row).some(([name, value]) => value === userId && PERSON.test(name))
}
