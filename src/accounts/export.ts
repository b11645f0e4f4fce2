import { sql } from 'kysely'
import type { OwnExport } from '../contracts/account.ts'
import type { Database } from '../database/database.ts'
import type { HeldTable } from '../database/held-tables.ts'
import { forPerson } from '../event-log/personal-data.ts'
import { upcast } from '../event-log/readable-log.ts'
import type { Clearings } from '../kernel/clearings.ts'
import type { RecordedEvent } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'
import type { Sealing } from '../kernel/handler.ts'
import { dataFor, type Namings, ownerOf, peopleOf } from '../kernel/naming.ts'
import type { HeldView } from '../slice/holding.ts'
import { type ReadDb, type ReadModels, wide } from '../slice/read-models.ts'

/** All that the game holds about people, as its areas declare it. */
export interface Held {
  readonly views: readonly HeldView[]
  readonly tables: readonly HeldTable[]
  readonly namings: Namings
}

/** Makes copies of all that is held about a person. */
export interface Exports {
  of(person: { readonly userId: number; readonly username: string; readonly at: string }): Promise<OwnExport>
}

interface ExportDependencies {
  readonly database: Pick<Database, 'db'>
  /** As the store holds it. */
  readonly log: Pick<EventLog, 'readStream'>
  readonly personal: Sealing
  readonly clearings: Pick<Clearings, 'ready' | 'hides'>
  readonly held: Held
}

type Row = Record<string, unknown>
type OwnEvent = OwnExport['events'][number]
type Trace = ReadModels['read.traces']
/** Rows by view and table. */
type Found = Readonly<Record<string, Row[]>>

/** What stands for a name or an address in the name of a stream. */
const HASH = /^[0-9a-f]{32}$/

/** Traces read and opened at once: others are answered in between. */
const AT_ONCE = 250

export function createExports({ database, log, personal, clearings, held }: ExportDependencies): Exports {
  const { views, tables, namings } = held
  const copied = views.filter(({ leftOut }) => leftOut === undefined)
  const shown = tables.filter(({ shown }) => shown.length > 0)

  /** The events of one of a person's traces. */
  async function eventsAt({ stream, is_own, revisions }: Omit<Trace, 'user_id'>, userId: number) {
    const pages = is_own
      ? [await log.readStream(stream)]
      : await Promise.all(revisions.map((revision) => log.readStream(stream, revision, 1)))
    return pages.flat().filter((event) => !clearings.hides(event) && isFor(userId, is_own, event, namings))
  }

  return {
    async of({ userId, username, at }) {
      const found = await rowsOf(database.db, held, userId)
      const readModels = Object.fromEntries(copied.map((view) => [view.view, givenOf(view, found, userId)]))
      const rows = Object.fromEntries(
        shown.map(({ table, shown }) => [
          table.replace('app.', ''),
          found[table]!.map((row) => Object.fromEntries(shown.map((column) => [column, row[column]]))),
        ]),
      )
      await clearings.ready()
      const traces = tracesOf(held, found)
      const events: OwnEvent[] = []
      for (let from = 0; from < traces.length; from += AT_ONCE) {
        const read = await Promise.all(traces.slice(from, from + AT_ONCE).map((trace) => eventsAt(trace, userId)))
        const opened = await forPerson(userId, personal).open(read.flat())
        events.push(...opened.map((event) => toldOf(userId, upcast(event), namings)))
      }
      return { exportedAt: at, userId, username, readModels, tables: rows, events: events.sort(byTime) }
    },
  }
}

function givenOf({ view, given }: HeldView, found: Found, userId: number): Row[] {
  const give = given as ((row: Row, userId: number) => Row) | undefined
  return give ? found[view]!.map((row) => give(row, userId)) : found[view]!
}

/** Where a person has left something: as noted, and as the rows lead to it whose events are not noted. */
function tracesOf({ views }: Held, found: Found): readonly Omit<Trace, 'user_id'>[] {
  const traces = new Map((found.traces as unknown as Trace[]).map((trace) => [trace.stream, trace]))
  const led = views.flatMap(({ view, streams }) =>
    streams ? found[view]!.flatMap((row) => (streams as (row: Row) => readonly string[])(row)) : [],
  )
  const others = [...new Set(led)].filter((stream) => !traces.has(stream))
  return [...traces.values(), ...others.map((stream) => ({ stream, is_own: true, revisions: [] }))]
}

/** Whether somebody did it, it names them, or it was done to what is theirs. */
function isFor(userId: number, isOwn: boolean, event: RecordedEvent, namings: Namings): boolean {
  const naming = namings[event.type]!
  return peopleOf(event, naming).has(userId) || (isOwn && !naming.isConfidential && ownerOf(event, naming) === null)
}

/** An event as its person reads it. An asterisk stands for what of its stream's name says who else it is, or was made of a name or an address. */
function toldOf(userId: number, event: RecordedEvent, namings: Namings): OwnEvent {
  const { stream, revision, type, metadata } = event
  const naming = namings[type]!
  const owner = ownerOf(event, naming)
  const isOthers = metadata.actor !== userId && owner !== null && owner !== userId
  return {
    stream: stream
      .split('-')
      .map((part) => (HASH.test(part) || (isOthers && part === String(owner)) ? '*' : part))
      .join('-'),
    revision,
    type,
    at: metadata.at,
    by: metadata.actor === null ? null : metadata.actor === userId ? 'self' : 'other',
    data: dataFor(userId, event, naming),
  }
}

/** Those of one stream in its order, also where several took effect at the same time. */
const byTime = (a: OwnEvent, b: OwnEvent): number =>
  compared(a.at, b.at) || compared(a.stream, b.stream) || a.revision - b.revision

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** All rows of a person by view and table, as they stood at one moment: one statement. */
async function rowsOf(db: ReadDb, { views, tables }: Held, userId: number): Promise<Found> {
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
