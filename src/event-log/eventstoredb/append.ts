import { type JSONType, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import type { NewEvent, Position } from '../../kernel/event.ts'
import { type Append, type AppendOutcome, EventLogUnavailable } from '../../kernel/event-log.ts'
import { withDeadline } from '../deadline.ts'
import { type Calls, collect } from './calls.ts'
import type { StoreClient } from './client.ts'
import { actualRevision } from './faults.ts'
import { toPosition } from './position.ts'
import { type Answer, createSharedAppends } from './shared-appends.ts'
import { fullName, isPlace, toRecorded } from './stored.ts'

/** Most bytes of one append, the server's own limit. */
const maxAppendBytes = 1_048_576
/** Appends of `appendMany` on their way side by side; the server takes 100 calls a connection. */
const writers = 64
/** Most appends on their way; beyond it callers are refused at once. */
const maxWaiting = 20_000

interface Appending {
  /** One append; an unknown outcome is tried again with the same ids until the time is over. */
  submit(append: Append): Promise<AppendOutcome>
  /** Side by side, but appends to one stream one after another; outcomes in the order given. */
  submitAll(appends: readonly Append[]): Promise<AppendOutcome[]>
}

/** Never appends with `any`: with an exact revision or `no_stream` the same ids are stored once. `onStored` is called after each append that was. */
export function createAppending(store: StoreClient, calls: Calls, prefix: string, onStored: () => void): Appending {
  const { client, credentials } = store
  const shared = createSharedAppends(store, prefix)
  let waiting = 0

  /** A call of its own: what the shared one has not answered is asked again without it. */
  async function appendAlone({ stream, events, expected }: Append, deadline: number): Promise<Answer> {
    const call = client.appendToStream(
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
    )
    try {
      const result = await withDeadline(call, deadline + 100, `append to ${stream}`)
      return { success: result.success, revision: Number(result.nextExpectedRevision), position: result.position }
    } catch (error) {
      const actual = actualRevision(error)
      if (actual !== undefined) return { success: false, revision: actual === 'no_stream' ? -1 : actual }
      throw error
    }
  }

  async function appendOnce(append: Append, deadline: number, tries: number): Promise<AppendOutcome> {
    const answer = await (tries === 0 && !shared.isMute()
      ? shared.append(append, deadline)
      : appendAlone(append, deadline))
    const { revision } = answer
    if (!answer.success) return { ok: false, actual: revision < 0 ? 'no_stream' : revision }
    // The position of a longer append is looked up at its last event.
    const known = append.events.length === 1 && isPlace(answer.position) ? toPosition(answer.position) : undefined
    return { ok: true, revision, position: known ?? (await positionOf(append.stream, revision)) }
  }

  async function positionOf(stream: string, revision: number): Promise<Position> {
    const read = client.readStream(fullName(prefix, stream), {
      fromRevision: BigInt(revision),
      maxCount: 1,
      credentials,
      requiresLeader: true,
    })
    const [event] = await collect(read, { most: 1, silentMs: calls.timeoutMs })
    if (!event) throw new EventLogUnavailable(`append to ${stream}: stored, but not to be read yet`)
    return toRecorded(event, prefix).position
  }

  async function submit(append: Append): Promise<AppendOutcome> {
    calls.refuseClosed()
    if (waiting >= maxWaiting) throw new EventLogUnavailable('too many appends are waiting')
    waiting++
    try {
      const outcome = await calls.retried(`append to ${append.stream}`, (deadline, tries) =>
        appendOnce(append, deadline, tries),
      )
      if (outcome.ok) onStored()
      return outcome
    } finally {
      waiting--
    }
  }

  return {
    submit,
    async submitAll(appends) {
      const outcomes: AppendOutcome[] = []
      const byStream = Map.groupBy(appends.keys(), (index) => (appends[index] as Append).stream)
      const groups = byStream.values()
      const writer = async () => {
        for (const indexes of groups) {
          for (const index of indexes) outcomes[index] = await submit(appends[index] as Append)
        }
      }
      await Promise.all(Array.from({ length: Math.min(writers, appends.length) }, writer))
      return outcomes
    },
  }
}

/** Throws `RangeError` for an append that the server would refuse for its size. */
export function checkSize(stream: string, events: readonly NewEvent[]): void {
  let bytes = 0
  for (const event of events) {
    bytes +=
      Buffer.byteLength(JSON.stringify(event.data)) +
      Buffer.byteLength(JSON.stringify(event.metadata)) +
      event.type.length
  }
  if (bytes > maxAppendBytes)
    throw new RangeError(`append to ${stream}: ${bytes} bytes, the event store takes ${maxAppendBytes}`)
}
