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
  /** Opens and upcasts what was read. */
  readonly prepare: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>
  readonly max: number
}

/** The fold of a stream that does not exist. */
const emptyFold = <S>(initialState: S): Loaded<S> => ({ state: initialState, revision: -1, ids: [] })

export function createFolds({ log, prepare, max }: FoldsOptions): Folds {
  const cache = createLru<string, Loaded<unknown>>(max)
  const numbers = new WeakMap<AnyDecider, number>()
  let deciders = 0

  // Two areas may fold one stream, each in its own way.
  function keyOf(decider: unknown, stream: string): string {
    const known = decider as AnyDecider
    const number = numbers.get(known) ?? ++deciders
    numbers.set(known, number)
    return `${number}/${stream}`
  }

  function keep<S>(key: string, fold: Loaded<S>): Loaded<S> {
    const cached = cache.get(key)
    if (!cached || cached.revision <= fold.revision) cache.set(key, fold)
    return fold
  }

  const knownOf = <S>(decider: { readonly initialState: S }, stream: string): Loaded<S> =>
    (cache.get(keyOf(decider, stream)) as Loaded<S> | undefined) ?? emptyFold(decider.initialState)

  return {
    known: knownOf,
    latest(decider, stream, fold) {
      const kept = knownOf(decider, stream)
      return kept.revision > fold.revision ? kept : fold
    },
    async load(decider, stream) {
      const cached = knownOf(decider, stream)
      const recorded = await log.readStream(stream, cached.revision + 1)
      if (recorded.length === 0) return cached
      const events = await prepare(recorded)
      return keep(keyOf(decider, stream), fold(decider, cached, events as never))
    },
    advance: (decider, stream, from, events) => keep(keyOf(decider, stream), fold(decider, from, events)),
  }
}

function fold<C, E extends Event, S, Code extends string>(
  decider: Decider<C, E, S, Code>,
  from: Loaded<S>,
  events: readonly (E & { readonly id: string })[],
): Loaded<S> {
  let state = from.state
  for (const event of events) state = decider.evolve(state, event)
  const revision = from.revision + events.length
  const ids = from.ids && revision < rememberedIds ? [...from.ids, ...events.map((event) => event.id)] : null
  return { state, revision, ids }
}
