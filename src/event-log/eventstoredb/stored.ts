import type { EventMetadata, RecordedEvent } from '../../kernel/event.ts'
import type { EventFilter } from '../../kernel/event-log.ts'
import { type AllPosition, toPosition } from './position.ts'

/** An event as the client gives it. */
export interface Stored {
  readonly id: string
  readonly type: string
  readonly data: unknown
  readonly metadata: unknown
  readonly streamId: string
  readonly revision: bigint
  readonly created: Date
  readonly position?: AllPosition
}

/** The name of a stream on the server, where several games may live. */
export const fullName = (prefix: string, stream: string): string => `${prefix}.${stream}`

export const isOurs = (event: Stored, prefix: string): boolean => event.streamId.startsWith(fullName(prefix, ''))

/** The server's way to say that it does not know is the highest number, or none. */
export const isPlace = (position: AllPosition | undefined): position is AllPosition =>
  position !== undefined && position.commit > 0n && position.commit < 2n ** 63n

/** Where an event stands in `$all`; servers before 22.6 do not tell it for events of a stream. */
function placeOf({ id, position }: Stored): AllPosition {
  if (!position || position.commit >= 2n ** 63n)
    throw new TypeError(`event ${id} has no position: EventStoreDB 22.6 or later is needed`)
  return position
}

/** Without the prefix, as the port knows it. */
export const toRecorded = (event: Stored, prefix: string): RecordedEvent => ({
  id: event.id,
  type: event.type,
  data: event.data,
  metadata: event.metadata as EventMetadata,
  stream: event.streamId.slice(fullName(prefix, '').length),
  revision: Number(event.revision),
  position: toPosition(placeOf(event)),
  recordedAt: event.created.toISOString(),
})

export function matches(event: RecordedEvent, filter: EventFilter): boolean {
  if (filter.types && !filter.types.includes(event.type)) return false
  return !filter.streamPrefixes || filter.streamPrefixes.some((start) => event.stream.startsWith(start))
}
