import { type Clock, isoNow, systemClock } from '../../kernel/clock.ts'
import type { NewEvent, Position, RecordedEvent } from '../../kernel/event.ts'
import {
  type Append,
  type AppendOutcome,
  type AppendResult,
  type EventFilter,
  type EventLog,
  EventLogUnavailable,
  type ExpectedRevision,
  type ReadPage,
  WrongExpectedRevision,
} from '../../kernel/event-log.ts'
import { checkAppend, matches } from '../append-rules.ts'
import { comparePositions, fromPosition, toPosition } from '../counted-position.ts'
import { createSignalHub } from '../signal-hub.ts'

/** An in-memory event log for unit tests. Events are copied as JSON, as by a store. */
export const createMemoryLog = (options: { clock?: Clock } = {}): EventLog => createMemoryStore(options).open()

/** An in-memory store; each log opened on it acts as a separate node with the same events. */
export function createMemoryStore(options: { clock?: Clock } = {}): { open(): EventLog } {
  const clock = options.clock ?? systemClock
  const all: RecordedEvent[] = []
  const streams = new Map<string, RecordedEvent[]>()
  const signals = createSignalHub()

  function appendOne(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): AppendOutcome {
    const there = streams.get(stream) ?? []
    const from = expected === 'no_stream' ? 0 : expected + 1
    if (there.length !== from) {
      const last = there[from + events.length - 1]
      const repeated = events.every((event, index) => there[from + index]?.id === event.id)
      if (repeated && last) return { ok: true, revision: last.revision, position: last.position, repeated: true }
      return { ok: false, actual: there.length === 0 ? 'no_stream' : there.length - 1 }
    }
    for (const event of events) {
      const recorded: RecordedEvent = deepFreeze({
        ...(JSON.parse(JSON.stringify(event)) as NewEvent),
        stream,
        revision: there.length,
        position: toPosition(all.length + 1),
        recordedAt: isoNow(clock),
      })
      there.push(recorded)
      all.push(recorded)
    }
    streams.set(stream, there)
    queueMicrotask(() => signals.notify())
    return { ok: true, revision: there.length - 1, position: toPosition(all.length), repeated: false }
  }

  function readPage(after: Position | null, filter: EventFilter, max: number): ReadPage {
    const events: RecordedEvent[] = []
    let index = fromPosition(after)
    for (; index < all.length && events.length < max; index++) {
      const event = all[index]
      if (event && matches(event, filter)) events.push(event)
    }
    return { events, next: index === 0 ? null : toPosition(index), end: index >= all.length }
  }

  function open(): EventLog {
    let closed = false
    const guard = () => {
      if (closed) throw new EventLogUnavailable('the event log is closed')
    }
    return {
      async append(stream, events, expected): Promise<AppendResult> {
        guard()
        checkAppend(stream, events, expected)
        const outcome = appendOne(stream, events, expected)
        if (!outcome.ok) throw new WrongExpectedRevision(stream, expected, outcome.actual)
        const { ok: _, ...result } = outcome
        return result
      },
      async appendMany(appends: readonly Append[]) {
        guard()
        for (const { stream, events, expected } of appends) checkAppend(stream, events, expected)
        return appends.map(({ stream, events, expected }) => appendOne(stream, events, expected))
      },
      async readStream(stream, from = 0) {
        guard()
        return (streams.get(stream) ?? []).slice(from)
      },
      async readAll(after, filter, max) {
        guard()
        return readPage(after, filter, max)
      },
      subscribe: (listener, signal) => signals.add(listener, signal),
      async head() {
        guard()
        return all.length === 0 ? null : toPosition(all.length)
      },
      async countByType() {
        guard()
        return new Map([...Map.groupBy(all, ({ type }) => type)].map(([type, events]) => [type, events.length]))
      },
      compare: comparePositions,
      async ready() {
        guard()
      },
      async close() {
        closed = true
      },
    }
  }

  return { open }
}

/** Prevents readers from changing shared events. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner)
    Object.freeze(value)
  }
  return value
}
