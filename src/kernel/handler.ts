import { randomUUID } from 'node:crypto'
import type { Clearings } from './clearings.ts'
import type {
  Aggregate,
  CommandContext,
  CommandHandler,
  Handled,
  HandleItem,
  Loaded,
  PersonalFields,
} from './command-handler.ts'
import { isRejection } from './decider.ts'
import type { Event, NewEvent, RecordedEvent } from './event.ts'
import {
  type Append,
  type AppendResult,
  type EventLog,
  EventLogUnavailable,
  WrongExpectedRevision,
} from './event-log.ts'
import { createFolds } from './folds.ts'
import { mapLimited } from './map-limited.ts'
import { patient } from './patience.ts'
import { createTurns } from './turns.ts'
import { uuid5 } from './uuid5.ts'

/** Puts personal fields under their keys on the way in, opens them on the way out. */
export interface Sealing {
  seal(events: readonly NewEvent[], fields: PersonalFields): Promise<readonly NewEvent[]>
  open(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>
}

interface CommandHandlerOptions {
  readonly log: EventLog
  /** Needed by aggregates that name personal fields. */
  readonly personal?: Sealing
  /** Brings an event to the present version of its type. */
  readonly upcast?: (event: RecordedEvent) => RecordedEvent
  /** What has been taken back is no part of any state, keeps its revision, and is no repeat of what it once was. */
  readonly clearings?: Pick<Clearings, 'ready' | 'hides' | 'onMoved'>
  /** Streams whose folded state is kept; 10,000 when left out. */
  readonly cached?: number
  /** Milliseconds after which `handle` throws `EventLogUnavailable`; 3,000 when left out. */
  readonly timeoutMs?: number
}

/** How often a command is decided again after a conflict. */
const maxTries = 20
/** Most appends handed to the log at once, most streams read side by side, and most commands repeated side by side. */
const [chunk, readers, repeaters] = [4_000, 128, 16]

export function createCommandHandler(options: CommandHandlerOptions): CommandHandler {
  const { log, personal, upcast, clearings, cached = 10_000, timeoutMs = 3_000 } = options
  const hides = (event: RecordedEvent) => clearings?.hides(event) ?? false

  async function prepare(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const opened = personal ? await personal.open(events) : events
    return upcast ? opened.map(upcast) : opened
  }

  const folds = createFolds({ log, clearings, max: cached, prepare })
  const turns = createTurns()

  async function seal(events: readonly NewEvent[], fields: PersonalFields | undefined): Promise<readonly NewEvent[]> {
    if (!fields) return events
    if (!personal) throw new Error('an aggregate names personal fields, but the command handler has no keys')
    return personal.seal(events, fields)
  }

  const load = <C, E extends Event, S, Code extends string>({ decider }: Aggregate<C, E, S, Code>, stream: string) =>
    patient(folds.load(decider, stream), timeoutMs, (ms) => unavailable(stream, ms))

  /** What an earlier run of the same command with the same `idBase` stored. */
  async function findRepeat<E extends Event, S, Code extends string>(
    stream: string,
    fold: Loaded<S>,
    context: CommandContext,
  ): Promise<Handled<E, S, Code> | undefined> {
    if (context.idBase === undefined || fold.revision < 0) return undefined
    const idsOf = [idsFor(context, stream), idsFor(context, stream, fold.hidden)]
    const isFirst = (id: string) => idsOf.some((idOf) => idOf(0) === id)
    const from = fold.ids?.findIndex(isFirst) ?? 0
    if (from < 0) return undefined
    const recorded = await log.readStream(stream, from)
    const at = recorded.findIndex((event) => isFirst(event.id) && !hides(event))
    if (at < 0) return undefined
    const idOf = idsOf.find((ids) => ids(0) === recorded[at]!.id)!
    const mine = recorded.slice(at).filter((event, index) => event.id === idOf(index))
    const events = (await prepare(mine)) as unknown as E[]
    return { ok: true, events, state: fold.state, revision: fold.revision, position: mine.at(-1)?.position ?? null }
  }

  async function decideUntilStored<C, E extends Event, S, Code extends string>(
    aggregate: Aggregate<C, E, S, Code>,
    stream: string,
    command: C,
    context: CommandContext,
    abandoned: () => boolean,
    loaded: Loaded<S> | undefined,
  ): Promise<Handled<E, S, Code>> {
    for (let tries = 0; tries < maxTries && !abandoned(); tries++) {
      if (tries > 0) await jitter(tries)
      const fold =
        tries === 0 && loaded
          ? folds.latest(aggregate.decider, stream, loaded)
          : await folds.load(aggregate.decider, stream)
      const repeat = await findRepeat<E, S, Code>(stream, fold, context)
      if (repeat) return repeat
      const decision = aggregate.decider.decide(command, fold.state)
      if (isRejection<Code>(decision)) return { ok: false, ...decision }
      if (decision.length === 0)
        return { ok: true, events: [], state: fold.state, revision: fold.revision, position: null }
      const drafts = draft(aggregate, stream, decision, context, fold.hidden)
      const events = await seal(drafts, aggregate.personal as PersonalFields | undefined)
      try {
        const stored = await log.append(stream, events, fold.revision < 0 ? 'no_stream' : fold.revision)
        const accepted = await accept(aggregate, { stream, context, fold, drafts }, stored)
        if (accepted) return accepted
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error
      }
    }
    throw new EventLogUnavailable(`${stream}: still in conflict after ${maxTries} tries`)
  }

  /**
   * What the log says is stored: the drafts, or what an earlier run with the same `idBase` had drafted. Null where that has been taken
   * back: to be decided anew by what the stream is.
   */
  async function accept<C, E extends Event, S, Code extends string>(
    { decider }: Aggregate<C, E, S, Code>,
    { stream, context, fold, drafts }: Drafted<S>,
    stored: AppendResult,
  ): Promise<Handled<E, S, Code> | null> {
    const mayBeRepeat = stored.repeated ?? !context.certain
    const isOurs = context.idBase === undefined || !mayBeRepeat
    const recorded = isOurs ? [] : await log.readStream(stream, fold.revision + 1)
    if (recorded.some(hides)) return null
    const events = (isOurs ? drafts : await prepare(recorded)) as unknown as readonly (E & { id: string })[]
    const { state, revision } = folds.advance(decider, stream, fold, events)
    const plain = events.slice(0, drafts.length).map(({ type, data }) => ({ type, data })) as unknown as E[]
    return { ok: true, events: plain, state, revision, position: stored.position }
  }

  const handler: CommandHandler = {
    async handle(aggregate, stream, command, context, loaded) {
      let late = false
      const abandoned = () => late
      // Commands of this process on one stream take turns: in conflict are only those of other nodes.
      const decide = () => decideUntilStored(aggregate, stream, command, context, abandoned, loaded)
      const work = turns.run(stream, decide, abandoned)
      const handled = await patient(work, timeoutMs, (ms) => {
        late = true
        return unavailable(stream, ms)
      })
      if (!handled) throw new EventLogUnavailable(`${stream}: no turn within ${timeoutMs} ms`)
      return handled
    },

    async handleMany(aggregate, items) {
      const handled: Handled<Event, unknown, string>[] = []
      for (let from = 0; from < items.length; from += chunk) {
        handled.push(...((await handleChunk(aggregate as never, items.slice(from, from + chunk) as never)) as never[]))
      }
      return handled as never
    },

    load,
    known: ({ decider }, stream) => folds.known(decider, stream),
  }

  async function handleChunk<C, E extends Event, S, Code extends string>(
    aggregate: Aggregate<C, E, S, Code>,
    items: readonly HandleItem<C, S>[],
  ): Promise<readonly Handled<E, S, Code>[]> {
    const { decider } = aggregate
    const known = await mapLimited(items, readers, async ({ stream, fresh, loaded }) => {
      if (loaded) return folds.latest(decider, stream, loaded)
      return fresh ? folds.known(decider, stream) : load(aggregate, stream)
    })
    const outcomes: (Handled<E, S, Code> | undefined)[] = []
    const appends: Append[] = []
    const pending: (Drafted<S> & { index: number })[] = []
    for (const [index, { stream, command, context, fresh = false, loaded }] of items.entries()) {
      const fold = known[index]!
      outcomes[index] = await findRepeat<E, S, Code>(stream, fold, context)
      if (outcomes[index]) continue
      const decision = decider.decide(command, fold.state)
      if (isRejection<Code>(decision) || decision.length === 0) {
        // What a stream that was not read refuses or leaves is not known yet.
        if (!fresh || loaded) outcomes[index] = settled(decision, fold)
        continue
      }
      const drafts = draft(aggregate, stream, decision, context, fold.hidden)
      const events = await seal(drafts, aggregate.personal as PersonalFields | undefined)
      appends.push({ stream, events, expected: fold.revision < 0 ? 'no_stream' : fold.revision })
      pending.push({ index, stream, context, fold, drafts })
    }
    const stored = await patient(log.appendMany(appends), Number.POSITIVE_INFINITY, (ms) =>
      unavailable(`${appends.length} appends`, ms),
    )
    await mapLimited([...pending.entries()], repeaters, async ([at, drafted]) => {
      const result = stored[at]
      if (result?.ok) outcomes[drafted.index] = (await accept(aggregate, drafted, result)) ?? undefined
    })
    const again = [...items.entries()].filter(([index]) => outcomes[index] === undefined)
    await mapLimited(again, repeaters, async ([index, { stream, command, context }]) => {
      outcomes[index] = await handler.handle(aggregate, stream, command, context)
    })
    return outcomes as Handled<E, S, Code>[]
  }

  return handler
}

const unavailable = (what: string, ms: number) => new EventLogUnavailable(`${what}: no answer within ${ms} ms`)

/** A decision on its way into the log, and the fold it was made on. */
interface Drafted<S> {
  readonly stream: string
  readonly context: CommandContext
  readonly fold: Loaded<S>
  readonly drafts: readonly NewEvent[]
}

function settled<E extends Event, S, Code extends string>(
  decision: readonly E[] | { readonly rejected: Code },
  fold: Loaded<S>,
): Handled<E, S, Code> {
  if (isRejection<Code>(decision)) return { ok: false, ...decision }
  return { ok: true, events: [], state: fold.state, revision: fold.revision, position: null }
}

/** The decision as events of the log, personal data still in the clear. */
function draft<C, E extends Event, S, Code extends string>(
  aggregate: Aggregate<C, E, S, Code>,
  stream: string,
  decision: readonly E[],
  context: CommandContext,
  hidden: number | undefined,
): readonly NewEvent[] {
  const idOf = idsFor(context, stream, hidden)
  return decision.map((event, index) => ({
    id: idOf(index),
    type: event.type,
    data: event.data,
    metadata: {
      $correlationId: context.correlationId,
      $causationId: context.causationId,
      actor: context.actor,
      version: aggregate.versions?.[event.type as E['type']] ?? 1,
      source: context.source,
      at: context.at,
      ...(context.simulated ? { simulated: true as const } : {}),
      ...(context.underSimulation ? { underSimulation: true as const } : {}),
    },
  }))
}

/**
 * The ids of the events of a command, by their place in it. Behind what a clear has taken back they are others: what the same command had
 * stored before is not there any more, but its ids are taken. `hidden`: the revision of the last event that was taken back.
 */
const idsFor =
  ({ idBase }: CommandContext, stream: string, hidden?: number) =>
  (index: number): string =>
    idBase === undefined
      ? randomUUID()
      : uuid5(`${idBase}/${stream}/${index}${hidden === undefined ? '' : `/after-${hidden}`}`)

/** Up to 5 ms after the first conflict, up to 100 ms after the last. */
const jitter = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(5 * tries, 100)))
