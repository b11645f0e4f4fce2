import type { Clearings } from './clearings.ts'
import type { Loaded } from './command-handler.ts'
import type { Decider } from './decider.ts'
import type { Event, RecordedEvent } from './event.ts'
import type { EventLog } from './event-log.ts'
import { createLru } from './lru.ts'

type AnyDecider = Decider<never, never, unknown, string>

const rememberedIds = 256

/** Folded states by stream and decider, bounded; a read fetches only what follows the cached revision. */
interface Folds {
  /** The present state; always looks at the log. */
  load<C, E extends Event, S, Code extends string>(decider: Decider<C, E, S, Code>, stream: string): Promise<Loaded<S>>
  /** The state kept of a stream, else that of one that does not exist; never looks at the log. */
  known<C, E extends Event, S, Code extends string>(decider: Decider<C, E, S, Code>, stream: string): Loaded<S>
  /** The later of a fold and what is kept of its stream; never looks at the log. */
  latest<C, E extends Event, S, Code extends string>(
    decider: Decider<C, E, S, Code>,
    stream: string,
    fold: Loaded<S>,
  ): Loaded<S>
  /** The fold after further events, kept for the next load. */
  advance<C, E extends Event, S, Code extends string>(
    decider: Decider<C, E, S, Code>,
    stream: string,
    from: Loaded<S>,
    events: readonly (E & { readonly id: string })[],
  ): Loaded<S>
}

interface FoldsOptions {
  readonly log: Pick<EventLog, 'readStream'>
  /** What has been taken back counts as not there; a clear makes old what is kept. */
  readonly clearings: Pick<Clearings, 'ready' | 'hides' | 'onMoved'> | undefined
  /** Opens and upcasts what was read. */
  readonly prepare: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>
  readonly max: number
}

export function createFolds({ log, clearings, prepare, max }: FoldsOptions): Folds {
  const cache = createLru<string, Loaded<unknown>>(max)
  const numbers = new WeakMap<AnyDecider, number>()
  let deciders = 0
  /** The folds that know of the last clear. */
  let current = new WeakSet<Loaded<unknown>>()
  clearings?.onMoved(() => {
    cache.clear()
    current = new WeakSet()
  })
  const hides = (event: RecordedEvent) => clearings?.hides(event) ?? false

  // Two areas may fold one stream, each in its own way.
  function keyOf(decider: unknown, stream: string): string {
    const known = decider as AnyDecider
    const number = numbers.get(known) ?? ++deciders
    numbers.set(known, number)
    return `${number}/${stream}`
  }

  function keep<S>(key: string, fold: Loaded<S>): Loaded<S> {
    current.add(fold)
    const cached = cache.get(key)
    if (!cached || cached.revision <= fold.revision) cache.set(key, fold)
    return fold
  }

  function knownOf<S>(decider: { readonly initialState: S }, stream: string): Loaded<S> {
    const cached = cache.get(keyOf(decider, stream)) as Loaded<S> | undefined
    if (cached) return cached
    const empty: Loaded<S> = { state: decider.initialState, revision: -1, ids: [] }
    current.add(empty)
    return empty
  }

  const load: Folds['load'] = async (decider, stream) => {
    await clearings?.ready()
    const since = current
    const cached = knownOf(decider, stream)
    const recorded = await log.readStream(stream, cached.revision + 1)
    if (recorded.length === 0 && since === current) return cached
    const events = await prepare(recorded)
    if (since !== current) return load(decider, stream)
    return keep(keyOf(decider, stream), fold(decider, cached, events as never, hides))
  }

  return {
    known: knownOf,
    latest(decider, stream, fold) {
      const kept = knownOf(decider, stream)
      return kept.revision > fold.revision ? kept : fold
    },
    load,
    advance(decider, stream, from, events) {
      const next = fold(decider, from, events, () => false)
      return current.has(from) ? keep(keyOf(decider, stream), next) : next
    },
  }
}

function fold<C, E extends Event, S, Code extends string>(
  decider: Decider<C, E, S, Code>,
  from: Loaded<S>,
  events: readonly (E & { readonly id: string })[],
  hides: (event: RecordedEvent) => boolean,
): Loaded<S> {
  let { state, revision, hidden } = from
  for (const event of events) {
    revision++
    if (hides(event as never)) hidden = revision
    else state = decider.evolve(state, event)
  }
  const ids = from.ids && revision < rememberedIds ? [...from.ids, ...events.map((event) => event.id)] : null
  return { state, revision, ids, ...(hidden === undefined ? {} : { hidden }) }
}
