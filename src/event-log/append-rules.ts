import type { NewEvent, RecordedEvent } from '../kernel/event.ts'
import type { EventFilter, ExpectedRevision } from '../kernel/event-log.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Throws `TypeError` for invalid arguments of an append, which a store would refuse late or hang on. */
export function checkAppend(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): void {
  if (stream === '' || stream.startsWith('$') || stream.includes('\0'))
    throw new TypeError(`not a stream name: ${JSON.stringify(stream)}`)
  if (expected !== 'no_stream' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new TypeError(`not an expected revision: ${String(expected)}`)
  }
  if (events.length === 0) throw new TypeError(`nothing to append to ${stream}`)
  for (const event of events) checkEvent(stream, event)
}

function checkEvent(stream: string, event: NewEvent): void {
  if (!uuid.test(event.id)) throw new TypeError(`${stream}: event id ${JSON.stringify(event.id)} is not a UUID`)
  if (event.type === '' || event.type.startsWith('$') || event.type.includes('\0'))
    throw new TypeError(`${stream}: not an event type: ${JSON.stringify(event.type)}`)
  if (event.data === undefined || event.data === null) throw new TypeError(`${stream}: ${event.type} has no data`)
}

/** Throws `TypeError` for a prefix that could collide with another one or with system streams. */
export function checkPrefix(prefix: string): void {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(prefix))
    throw new TypeError(`not a stream prefix (letters, digits, _ and -): ${JSON.stringify(prefix)}`)
}

/** True if an event matches the filter. */
export function matches(event: RecordedEvent, filter: EventFilter): boolean {
  if (filter.types && !filter.types.includes(event.type)) return false
  return !filter.streamPrefixes || filter.streamPrefixes.some((start) => event.stream.startsWith(start))
}
