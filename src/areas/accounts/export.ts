import { sql } from 'kysely'
import type { PersonTable } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import type { PersonalStreams } from '../../database/personal-streams.ts'
import { forPerson } from '../../event-log/personal-data.ts'
import { createUpcaster } from '../../event-log/upcast.ts'
import { type EventDeclarations, upcastersOf } from '../../kernel/declared-events.ts'
import type { RecordedEvent } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import type { Sealing } from '../../kernel/handler.ts'
import type { PersonalDataView } from '../../slice/personal-data-views.ts'
import { type ReadDb, wide } from '../../slice/read-models.ts'
import type { OwnExport } from './contract.ts'

/** All personal data that the game holds, as declared by its areas. */
export interface PersonalDataMap {
  readonly views: readonly PersonalDataView[]
  readonly tables: readonly PersonTable[]
  readonly streams: readonly PersonalStreams[]
  readonly events: EventDeclarations
}

interface ExportDependencies {
  readonly database: Pick<Database, 'db'>
  /** The log as stored, still encrypted. */
  readonly log: Pick<EventLog, 'readStream'>
  readonly personal: Sealing
  readonly personalDataMap: PersonalDataMap
}

type Row = Record<string, unknown>
type OwnEvent = OwnExport['events'][number]
/** Rows by view and table. */
type Found = Readonly<Record<string, Row[]>>

/** The keyed hash of a name within a stream name. */
const HASH = /^[0-9a-f]{32}$/

/** Streams read and decrypted at once. Other requests are handled between two batches. */
const AT_ONCE = 250

/** Creates copies of all personal data of a person. */
export function createExports({ database, log, personal, personalDataMap }: ExportDependencies) {
  const { views, tables, events: declared } = personalDataMap
  const upcast = createUpcaster(upcastersOf(declared))
  const shown = tables.filter(({ shown }) => shown.length > 0)

  return {
    async of({
      userId,
      username,
      at,
    }: Pick<OwnExport, 'userId' | 'username'> & { readonly at: string }): Promise<OwnExport> {
      const found = await rowsOf(database.db, personalDataMap, userId)
      const readModels = Object.fromEntries(
        views.map(({ view, exportRow }) => [view, found[view]!.map((row) => exportRow(row, userId))]),
      )
      const rows = Object.fromEntries(
        shown.map(({ table, shown }) => [
          table.replace('app.', ''),
          found[table]!.map((row) => Object.fromEntries(shown.map((column) => [column, row[column]]))),
        ]),
      )
      const streams = streamsOf(personalDataMap, found, userId)
      const events: OwnEvent[] = []
      for (let from = 0; from < streams.length; from += AT_ONCE) {
        const read = await Promise.all(streams.slice(from, from + AT_ONCE).map((stream) => log.readStream(stream)))
        const own = read.flat().filter((event) => isAbout(userId, event, declared))
        const opened = await forPerson(userId, personal).open(own)
        events.push(...opened.map((event) => toExportedEvent(userId, upcast(event), declared)))
      }
      return { exportedAt: at, userId, username, readModels, tables: rows, events: events.sort(byTime) }
    },
  }
}

export type Exports = ReturnType<typeof createExports>

/** Names of the streams that the person's rows refer to. */
function streamsOf({ streams }: PersonalDataMap, found: Found, userId: number): readonly string[] {
  const names = streams.flatMap(({ of, by, stream }) => {
    const rows = (found[of] ?? []).filter((row) => row[by] === userId)
    return rows.map(stream as unknown as (row: Row) => string)
  })
  return [...new Set(names)]
}

/** False if the data subject is another user: a report by a reader, or an earlier account of the same name. */
function isAbout(userId: number, { type, data }: RecordedEvent, declared: EventDeclarations): boolean {
  const subject = (data as Row)[declared[type]?.encrypted?.subject ?? 'userId']
  return subject === undefined || subject === userId
}

/** An event for the export. An asterisk replaces the keyed hash of a name in the stream name. */
function toExportedEvent(userId: number, event: RecordedEvent, declared: EventDeclarations): OwnEvent {
  const { stream, revision, type, metadata } = event
  const secret: readonly string[] = declared[type]?.secret ?? []
  return {
    stream: stream
      .split('-')
      .map((part) => (HASH.test(part) ? '*' : part))
      .join('-'),
    revision,
    type,
    at: metadata.at,
    by: metadata.actor === null ? null : metadata.actor === userId ? 'self' : 'other',
    data: Object.fromEntries(Object.entries(event.data as Row).filter(([field]) => !secret.includes(field))),
  }
}

/** By time; events of one stream with the same time stay in order. */
const byTime = (a: OwnEvent, b: OwnEvent): number =>
  compared(a.at, b.at) || compared(a.stream, b.stream) || a.revision - b.revision

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** All rows of a person by view and table. One statement, so that they are consistent. */
async function rowsOf(db: ReadDb, { views, tables }: PersonalDataMap, userId: number): Promise<Found> {
  const ofViews = views.map(({ view, by }) => {
    const theirs = sql.join(
      by.map((column) => sql`${sql.id(column)} = ${wide(userId)}`),
      sql` or `,
    )
    return { name: view, rows: sql`read.${sql.id(view)} h where ${theirs}` }
  })
  const ofTables = tables.map(({ table, by }) => ({
    name: table,
    rows: sql`${sql.table(table)} h where h.${sql.id(by)} = ${wide(userId)}`,
  }))
  const all = [...ofViews, ...ofTables]
  const lists = all.map((each) => sql`(select coalesce(json_agg(row_to_json(h)), '[]') from ${each.rows})`)
  const { rows } = await sql<{ lists: Row[][] }>`select to_json(array[${sql.join(lists)}]) as lists`.execute(db)
  return Object.fromEntries(all.map(({ name }, index) => [name, rows[0]!.lists[index]!]))
}
