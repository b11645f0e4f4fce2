import type { EventMetadata, RecordedEvent } from '../../kernel/event.ts'
import { type AllPosition, toPosition } from './position.ts'

/** An event as the client returns it. */
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

/** The stream name on the server, which may contain several games. */
export const fullName = (prefix: string, stream: string): string => `${prefix}.${stream}`

export const isOurs = (event: Stored, prefix: string): boolean => event.streamId.startsWith(fullName(prefix, ''))

/** False for unknown positions: the server sends the highest number, 0 or none. */
export const isKnown = (position: AllPosition | undefined): position is AllPosition =>
  position !== undefined && position.commit > 0n && position.commit < 2n ** 63n

/** Converts an event to the form of the port, without the prefix. */
export function toRecorded(event: Stored, prefix: string): RecordedEvent {
  if (!isKnown(event.position))
    throw new TypeError(`event ${event.id} has no position: EventStoreDB 23.10 or later is needed`)
  return {
    id: event.id,
    type: event.type,
    data: event.data,
    metadata: event.metadata as EventMetadata,
    stream: event.streamId.slice(fullName(prefix, '').length),
    revision: Number(event.revision),
    position: toPosition(event.position),
    recordedAt: event.created.toISOString(),
  }
}
