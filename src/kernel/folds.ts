import { LRUCache } from 'lru-cache'
import type { Loaded, Seen } from './command-handler.ts'
import type { Decider } from './decider.ts'
import type { Event, RecordedEvent } from './event.ts'
import type { EventLog } from './event-log.ts'

const rememberedIds = 256

type Stored = Pick<RecordedEvent, 'id' | 'position'>

interface FoldsOptions {
  readonly log: Pick<EventLog, 'readStream'>
  /** Calls the listener after a purge: cached folds are stale. */
  readonly onPurged: ((listener: () => void) => void) | undefined
  /** Decrypts and upcasts events. */
  readonly prepare: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>
  readonly max: number
}

/** A bounded cache of folded states by stream and decider. Loading reads only events after the cached revision. */
export function createFolds({ log, onPurged, prepare, max }: FoldsOptions) {
  const cache = new LRUCache<string, Loaded<unknown>>({ max })
  const numbers = new WeakMap<object, number>()
  let deciders = 0
  /** The folds made since the last purge. */
  let current = new WeakSet<Loaded<unknown>>()
  onPurged?.(() => {
    cache.clear()
    current = new WeakSet()
  })

  // Two areas may fold one stream with different deciders.
  function keyOf(decider: object, stream: string): string {
    const number = numbers.get(decider) ?? ++deciders
    numbers.set(decider, number)
    return `${number}/${stream}`
  }

  function remember<S>(key: string, fold: Loaded<S>): Loaded<S> {
    current.add(fold)
    const cached = cache.get(key)
    if (!cached || cached.revision <= fold.revision) cache.set(key, fold)
    return fold
  }

  /** The cached fold of a stream, or the fold of an empty stream; never reads the log. */
  function known<S>(decider: { readonly initialState: S }, stream: string): Loaded<S> {
    const cached = cache.get(keyOf(decider, stream)) as Loaded<S> | undefined
    if (cached) return cached
    const empty: Loaded<S> = { state: decider.initialState, revision: -1, ids: [], seen: null }
    current.add(empty)
    return empty
  }

  /** The present state; always reads the log. */
  async function load<C, E extends Event, S, Code extends string>(
    decider: Decider<C, E, S, Code>,
    stream: string,
  ): Promise<Loaded<S>> {
    const since = current
    const cached = known(decider, stream)
    const recorded = await log.readStream(stream, cached.revision + 1)
    if (recorded.length === 0 && since === current) return cached
    const events = await prepare(recorded)
    if (since !== current) return load(decider, stream)
    return remember(
      keyOf(decider, stream),
      fold(decider, cached, events as never, events.at(-1)?.revision ?? cached.revision),
    )
  }

  return {
    load,
    known,
    /** The newer of a fold and the cached fold of its stream; never reads the log. */
    latest<S>(decider: { readonly initialState: S }, stream: string, fold: Loaded<S>): Loaded<S> {
      const cached = known(decider, stream)
      return cached.revision > fold.revision ? cached : fold
    },
    /** Applies further events up to a revision, and caches the fold. */
    advance<C, E extends Event, S, Code extends string>(
      decider: Decider<C, E, S, Code>,
      stream: string,
      from: Loaded<S>,
      events: readonly (E & Stored)[],
      revision: number,
    ): Loaded<S> {
      const next = fold(decider, from, events, revision)
      return current.has(from) ? remember(keyOf(decider, stream), next) : next
    },
  }
}

function fold<C, E extends Event, S, Code extends string>(
  decider: Decider<C, E, S, Code>,
  from: Loaded<S>,
  events: readonly (E & Stored)[],
  revision: number,
): Loaded<S> {
  const state = events.reduce<S>((folded, event) => decider.evolve(folded, event), from.state)
  const ids = from.ids && revision < rememberedIds ? [...from.ids, ...events.map((event) => event.id)] : null
  return { state, revision, ids, seen: seenAfter(from.seen, events) }
}

function seenAfter(before: Seen | null, events: readonly (Event & Stored)[]): Seen | null {
  const last = events.at(-1)
  if (!last) return before
  const known = before?.types ?? []
  const types = events.every(({ type }) => known.includes(type))
    ? known
    : [...new Set([...known, ...events.map(({ type }) => type)])]
  return { position: last.position, types }
}
