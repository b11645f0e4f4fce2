import { randomUUID } from 'node:crypto'

/**
 * An event as the stand-in stores it. Its commit and prepare positions are equal, as the server returns for single
 * writes.
 */
export interface StoredEvent {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
  readonly stream: string
  readonly revision: number
  readonly position: number
  /** Ticks of 100 nanoseconds since 1970, as the server writes them. */
  readonly created: string
}

export interface Proposed {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export type Expected = number | 'no_stream' | 'any'

export type WriteResult =
  | { readonly ok: true; readonly revision: number; readonly position: number }
  | { readonly ok: false; readonly actual: number }

/** The rules of the server's store: exact revisions, idempotent repeats, `$all` ordered by position. */
export interface StandInStore {
  write(stream: string, events: readonly Proposed[], expected: Expected): WriteResult
  stream(name: string): readonly StoredEvent[]
  readonly all: readonly StoredEvent[]
  /** Index in `all` of the first event at or after a position. */
  indexOf(position: number): number
  /** Removes the newest events until `count` are left, like a server that was restored to an earlier state. */
  truncate(count: number): void
  onWritten(listener: () => void): () => void
}

export function createStandInStore(): StandInStore {
  const all: StoredEvent[] = []
  const streams = new Map<string, StoredEvent[]>()
  const listeners = new Set<() => void>()
  let position = 100

  const store: StandInStore = {
    all,
    indexOf(wanted) {
      let [low, high] = [0, all.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((all[middle] as StoredEvent).position < wanted) low = middle + 1
        else high = middle
      }
      return low
    },
    truncate(count) {
      for (const { stream } of all.splice(count)) streams.get(stream)?.pop()
      position = all.at(-1)?.position ?? 100
    },
    stream: (name) => streams.get(name) ?? [],
    onWritten(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    write(name, events, expected) {
      const there = streams.get(name) ?? []
      const from = expected === 'any' ? there.length : expected === 'no_stream' ? 0 : expected + 1
      if (from !== there.length) {
        const last = there[from + events.length - 1]
        const repeated = events.every((event, index) => there[from + index]?.id === event.id)
        if (repeated && last) return { ok: true, revision: last.revision, position: last.position }
        return { ok: false, actual: there.length - 1 }
      }
      for (const event of events) {
        // Positions are file offsets: they grow by the size of the written event.
        position += 150 + event.data.length + event.metadata.length
        const stored = {
          ...event,
          stream: name,
          revision: there.length,
          position,
          created: `${BigInt(Date.now()) * 10_000n}`,
        }
        there.push(stored)
        all.push(stored)
      }
      streams.set(name, there)
      for (const listener of listeners) listener()
      return { ok: true, revision: there.length - 1, position }
    },
  }
  // A new server contains events of its own.
  store.write('$settings', [systemEvent('update')], 'no_stream')
  store.write('$stats-127.0.0.1:2113', [systemEvent('$statsCollected')], 'no_stream')
  return store
}

const systemEvent = (type: string): Proposed => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: Buffer.from(''),
})
