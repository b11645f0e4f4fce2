import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../projections/engine/store.ts'
import type { Event, NewEvent, Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import type { FieldLogger } from '../../src/kernel/logger.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'

/** A small group for the engine's own tests: every event once, and a total for each stream. */
interface CountedData {
  readonly amount: number
}

type Hook = (events: readonly RecordedEvent[]) => Promise<void> | void

/** Fails on a repeated event by its primary key. Sums up, so that a lost or repeated batch is visible. */
export function countingGroup(
  over: Partial<ProjectionGroup> & {
    before?: Hook
    after?: (tx: Tx, events: readonly RecordedEvent[]) => Promise<void>
  } = {},
): ProjectionGroup {
  const { before, after, ...group } = over
  return {
    name: 'counting',
    version: 1,
    events: ['Counted'],
    ddl: `
      create table seen (event_id uuid primary key, position text not null, stream text not null);
      create table totals (stream text primary key, events bigint not null, amount bigint not null);
    `,
    indexes: 'create index on seen (stream)',
    views: [
      { name: 'totals', doc: 'One row a stream: how many events and their amounts.' },
      { name: 'seen', sql: 'select event_id, position from seen', doc: 'One row an event.' },
    ],
    async project(tx, events) {
      await before?.(events)
      const rows = JSON.stringify(
        events.map(({ id, position, stream, data }) => ({
          id,
          position,
          stream,
          amount: (data as CountedData).amount,
        })),
      )
      await sql`insert into seen select id, position, stream from json_to_recordset(${rows}::json) as e(id uuid, position text, stream text)`.execute(
        tx,
      )
      await sql`insert into totals select stream, count(*), sum(amount) from json_to_recordset(${rows}::json) as e(stream text, amount bigint) group by stream
        on conflict (stream) do update set events = totals.events + excluded.events, amount = totals.amount + excluded.amount`.execute(
        tx,
      )
      await after?.(tx, events)
      return [{ room: 'all', topic: 'table' }]
    },
    ...group,
  }
}

export function newEvent(type: string, data: unknown = {}): NewEvent<Event> {
  const id = randomUUID()
  return {
    id,
    type,
    data,
    metadata: {
      $correlationId: id,
      $causationId: id,
      actor: null,
      version: 1,
      source: 'command',
      at: '2026-08-15T14:00:00.000Z',
    },
  }
}

/** Appends each event to its own stream, many at a time; returns the last position. */
export async function appendEvents(log: EventLog, count: number, type = 'Counted', amount = 1): Promise<Position> {
  let last: Position | undefined
  for (let done = 0; done < count; done += 1_000) {
    const appends = Array.from({ length: Math.min(1_000, count - done) }, () => ({
      stream: `${type.toLowerCase()}-${randomUUID()}`,
      events: [newEvent(type, { amount })],
      expected: 'no_stream' as const,
    }))
    for (const outcome of await log.appendMany(appends)) {
      if (!outcome.ok) throw new Error('a fresh stream was there already')
      if (!last || log.compare(last, outcome.position) < 0) last = outcome.position
    }
  }
  return last!
}

interface LoggedLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: Record<string, unknown>
}

/** Collects the logged lines. */
export function listLogger(): FieldLogger & { readonly lines: LoggedLine[] } {
  const lines: LoggedLine[] = []
  const at = (level: LoggedLine['level']) => (fields: object, message: string) => {
    lines.push({ level, message, fields: fields as Record<string, unknown> })
  }
  return { lines, info: at('info'), warn: at('warn'), error: at('error') }
}

/** Waits until a condition holds; throws after `ms`. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const end = performance.now() + ms
  const next = pauses()
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`)
    await next()
  }
}

/** Pauses between two checks: short at first, then up to 50 ms, because a check costs statements or a request. */
export function pauses(): () => Promise<void> {
  let ms = 5
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    ms = Math.min(50, 1.3 * ms)
  }
}
