import { LiveTopic } from '../../src/contracts/live.ts'
import type { Position } from '../../src/kernel/event.ts'
import type { LiveChange } from '../../src/slice/group.ts'

/** Postgres refuses a NOTIFY payload of 8,000 bytes and more; the rest is for the version in front. */
const maxPayload = 7_900

/** What nodes tell each other over NOTIFY. */
interface EngineMessage {
  /** Id of the sending node: it ignores its own. */
  readonly node: string
  /** Groups and reactors that have passed a position. */
  readonly moved?: readonly { readonly name: string; readonly position: Position }[]
  readonly changes: readonly LiveChange[]
  /** Rows of the engine were changed by hand (retry, skip, a rebuild asked for): look at them now. */
  readonly reload: boolean
  /** Version of the changes. */
  readonly version: string
}

/** One change for each room and topic; ids are joined, and a change without ids stands for all of them. */
export function mergeChanges(changes: readonly LiveChange[]): readonly LiveChange[] {
  const merged = new Map<string, { room: string; topic: LiveTopic; ids: Set<number> | null }>()
  for (const { room, topic, ids } of changes) {
    const key = `${topic} ${room}`
    const known = merged.get(key)
    if (!known) merged.set(key, { room, topic, ids: ids ? new Set(ids) : null })
    else if (!ids) known.ids = null
    else if (known.ids) for (const id of ids) known.ids.add(id)
  }
  return [...merged.values()].map(({ room, topic, ids }) => (ids ? { room, topic, ids: [...ids] } : { room, topic }))
}

/** Every topic for everyone: after a switch or a gap nobody knows what an open page has missed. */
export const everythingChanged: readonly LiveChange[] = LiveTopic.options.map((topic) => ({ room: 'all', topic }))

/** `[topic, rooms, ids or 0]`: rooms that share topic and ids share an entry. */
type Entry = [topic: LiveTopic, rooms: string[], ids: readonly number[] | 0]
interface Wire {
  n: string
  m?: [name: string, position: Position][]
  x?: 1
  c?: Entry[]
}

/** Payloads for NOTIFY, each short enough; the version is put in front by the statement that sends them. */
export function encodeMessages(message: Omit<EngineMessage, 'version'>): readonly string[] {
  const head: Wire = { n: message.node }
  if (message.moved) head.m = message.moved.map(({ name, position }) => [name, position])
  if (message.reload) head.x = 1
  const payloads: string[] = []
  let wire = head
  let size = byteLength(head)
  for (const entry of entriesOf(message.changes)) {
    const length = byteLength(entry) + 8
    if (wire.c && size + length > maxPayload) {
      payloads.push(JSON.stringify(wire))
      wire = { n: message.node }
      size = byteLength(wire)
    }
    wire.c = [...(wire.c ?? []), entry]
    size += length
  }
  payloads.push(JSON.stringify(wire))
  return payloads
}

/** Entries of at most 3,000 bytes each. */
function entriesOf(changes: readonly LiveChange[]): readonly Entry[] {
  const entries = new Map<string, { entry: Entry; size: number }>()
  const all: Entry[] = []
  for (const { room, topic, ids: named } of changes) {
    // A longer list is not worth its bytes: without one the whole topic is read again.
    const ids = named && named.length <= 200 ? named : undefined
    const key = `${topic} ${ids?.join() ?? ''}`
    const open = entries.get(key)
    if (open && open.size + room.length + 3 <= 3_000) {
      open.entry[1].push(room)
      open.size += room.length + 3
    } else {
      const entry: Entry = [topic, [room], ids ?? 0]
      all.push(entry)
      entries.set(key, { entry, size: byteLength(entry) })
    }
  }
  return all
}

/** Null for what is not ours: the channel is open to everyone with access to the database. */
export function decodeMessage(payload: string): EngineMessage | null {
  const space = payload.indexOf(' ')
  try {
    const wire = JSON.parse(payload.slice(space + 1)) as Wire
    return {
      node: wire.n,
      ...(wire.m ? { moved: wire.m.map(([name, position]) => ({ name, position })) } : {}),
      reload: wire.x === 1,
      version: payload.slice(0, space),
      changes: (wire.c ?? []).flatMap(([topic, rooms, ids]) =>
        rooms.map((room) => (ids === 0 ? { room, topic } : { room, topic, ids })),
      ),
    }
  } catch {
    return null
  }
}

const byteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
