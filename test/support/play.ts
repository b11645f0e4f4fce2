import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { projecting } from '../../projections/engine/group-target.ts'
import type { Tx } from '../../projections/engine/store.ts'
import { playGroup } from '../../projections/play/projector.ts'
import type { AccountEvent } from '../../src/areas/accounts/events.ts'
import type { CompetitionEvent } from '../../src/areas/competitions/events.ts'
import type { FixtureEvent, GameweekEvent, SeasonEvent, TeamEvent } from '../../src/areas/fixtures/events.ts'
import { type PredictionEvent, predictionEvents } from '../../src/areas/predictions/events.ts'
import { createUpcaster } from '../../src/event-log/upcast.ts'
import { upcastersOf } from '../../src/kernel/declared-events.ts'
import type { Event, Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { ReadDb } from '../../src/slice/read-models.ts'

const group: ProjectionGroup = playGroup

/** An event of a prediction, of any version. */
export type AnyPrediction<E = PredictionEvent> = E extends { data: { revision: number } }
  ? Omit<E, 'data'> & { readonly data: Omit<E['data'], 'revision' | 'entry'> & Partial<E['data']> }
  : E

export type PlayEvent =
  | TeamEvent
  | SeasonEvent
  | FixtureEvent
  | GameweekEvent
  | AnyPrediction
  | AccountEvent
  | Extract<CompetitionEvent, { type: 'PrizeBooked' }>

/** Records an event as a log would return it; revisions count per stream, in the order of recording. */
export function recorder() {
  const revisions = new Map<string, number>()
  let position = 0
  return (event: PlayEvent, at: string, actor: number | null = null): RecordedEvent => {
    const stream = streamOf(event)
    const revision = (revisions.get(stream) ?? -1) + 1
    revisions.set(stream, revision)
    position += 1
    const metadata = { $correlationId: 'c', $causationId: 'c', actor, version: 1, source: 'command', at } as const
    return upcast({
      id: randomUUID(),
      ...(event as Event),
      metadata,
      stream,
      revision,
      position: String(position) as Position,
      recordedAt: at,
    })
  }
}

const upcast = createUpcaster(upcastersOf(predictionEvents))

function streamOf(event: PlayEvent): string {
  const data = event.data as Record<string, unknown>
  if (event.type.startsWith('Prediction')) return `prediction-${data.userId}-${data.fixtureId}`
  if (event.type === 'GameweekSettled') return `gameweek-${data.season}-${data.gameweek}`
  if ('fixtureId' in data) return `fixture-${data.fixtureId}`
  return `${event.type}-${JSON.stringify(data)}`
}

/** A generation of the group `play` in the schema `name`, without the engine. Transactions are like the engine's. */
export async function playTables(db: ReadDb, name: string) {
  const inSchema = <T>(work: (tx: Parameters<typeof playGroup.project>[0]) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await sql`select ${projecting(name)}`.execute(tx)
      return work(tx as Tx)
    })
  await sql`create schema ${sql.id(name)}`.execute(db)
  await inSchema((tx) => sql.raw(`${group.ddl};${group.indexes}`).execute(tx))
  return {
    inSchema,
    async drop() {
      await sql`drop schema ${sql.id(name)} cascade`.execute(db)
    },
    /** Projects in batches of `size`, each in its own transaction. */
    async project(events: readonly RecordedEvent[], size = 500) {
      const changes = []
      for (let i = 0; i < events.length; i += size) {
        changes.push(...(await inSchema((tx) => group.project(tx, events.slice(i, i + size)))))
      }
      return changes
    },
    /** Every row of every table as sorted text; `without` names tables to leave out. */
    async bytes(without: readonly string[] = []): Promise<Record<string, string[]>> {
      const { rows } = await sql<{ tablename: string }>`
        select tablename from pg_tables where schemaname = ${name} order by tablename`.execute(db)
      const tables: Record<string, string[]> = {}
      for (const { tablename } of rows) {
        if (without.includes(tablename)) continue
        const text = await sql<{ row: string }>`
          select t::text as row from ${sql.id(name, tablename)} t order by 1`.execute(db)
        tables[tablename] = text.rows.map((each) => each.row)
      }
      return tables
    },
    /** Rows of a `read` view, named without its schema. */
    rows<T>(view: string, orderBy: string): Promise<T[]> {
      const { sql: text } = playGroup.views.find((each) => each.name === view)!
      return inSchema(async (tx) => {
        const result = await sql
          .raw<T>(`select * from (${text ?? `select * from ${view}`}) v order by ${orderBy}`)
          .execute(tx)
        return result.rows
      })
    },
  }
}
