import { type JSONType, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import type { NewEvent, Position } from '../../kernel/event.ts'
import { type Append, type AppendOutcome, EventLogUnavailable } from '../../kernel/event-log.ts'
import { mapLimited } from '../../kernel/map-limited.ts'
import type { StoreClient } from './client.ts'
import { toPosition } from './position.ts'
import { collect } from './read-stream.ts'
import { fullName, isKnown, toRecorded } from './stored.ts'

/** The server's limit for one append. */
const maxAppendBytes = 1_048_576
/** Most appends of `appendMany` in flight; the server accepts 100 calls per connection. */
const writers = 64

/** Never appends with `any`: the server stores the same ids once only with an exact revision or `no_stream`. */
export function createAppending(store: StoreClient, prefix: string, onStored: () => void) {
  const { credentials } = store

  async function positionOf(stream: string, revision: number): Promise<Position> {
    const [event] = await store.call(`position in ${stream}`, (client, deadlineMs) => {
      const options = { fromRevision: BigInt(revision), maxCount: 1, credentials, requiresLeader: true }
      return collect(client.readStream(fullName(prefix, stream), options), deadlineMs)
    })
    if (!event) throw new EventLogUnavailable(`append to ${stream}: stored, but not readable yet`)
    return toRecorded(event, prefix).position
  }

  /** Retries an unknown outcome with the same ids until the timeout. */
  async function submit({ stream, events, expected }: Append): Promise<AppendOutcome> {
    const result = await store.call(`append to ${stream}`, (client, deadline) =>
      client.appendToStream(
        fullName(prefix, stream),
        events.map(({ id, type, data, metadata }) =>
          jsonEvent({ id, type, data: data as JSONType, metadata: { ...metadata } }),
        ),
        {
          expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
          credentials,
          deadline,
          requiresLeader: true,
        },
      ),
    )
    const revision = Number(result.nextExpectedRevision)
    if (!result.success) return { ok: false, actual: revision < 0 ? 'no_stream' : revision }
    // The position of a longer append is read from its last event.
    const known = events.length === 1 && isKnown(result.position) ? toPosition(result.position) : undefined
    onStored()
    return { ok: true, revision, position: known ?? (await positionOf(stream, revision)) }
  }

  return {
    submit,
    /** Concurrent, but in sequence within a stream; outcomes in the order of the appends. */
    async submitAll(appends: readonly Append[]): Promise<AppendOutcome[]> {
      const outcomes: AppendOutcome[] = []
      const byStream = Map.groupBy(appends.keys(), (index) => (appends[index] as Append).stream)
      await mapLimited([...byStream.values()], writers, async (indexes) => {
        for (const index of indexes) outcomes[index] = await submit(appends[index] as Append)
      })
      return outcomes
    },
  }
}

/** Throws `RangeError` for an append that exceeds the server's size limit. */
export function checkSize(stream: string, events: readonly NewEvent[]): void {
  const sizes = events.map(({ type, data, metadata }) => Buffer.byteLength(type + JSON.stringify([data, metadata])))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes > maxAppendBytes)
    throw new RangeError(`append to ${stream}: ${bytes} bytes, the event store accepts ${maxAppendBytes}`)
}
