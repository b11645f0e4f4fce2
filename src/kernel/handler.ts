import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CommandContext, CommandHandler, Handled, HandleItem, Loaded, PersonalFields } from './command-handler.ts'
import { withTimeout } from './deadline.ts'
import { type Decider, isRejection } from './decider.ts'
import { type EventDeclarations, encryptedFieldsOf, versionOf } from './declared-events.ts'
import type { Event, NewEvent, RecordedEvent } from './event.ts'
import {
  type Append,
  type AppendResult,
  type EventLog,
  EventLogUnavailable,
  WrongExpectedRevision,
} from './event-log.ts'
import { createFolds } from './folds.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { mapLimited } from './map-limited.ts'
import { uuid5 } from './uuid5.ts'

/** Encrypts personal fields before an append and decrypts them after a read. */
export interface Sealing {
  seal(events: readonly NewEvent[], fields: PersonalFields): Promise<readonly NewEvent[]>
  open(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>
}

interface CommandHandlerOptions {
  readonly log: EventLog
  /** Required for events with encrypted fields. */
  readonly personal?: Sealing
  /** Upcasts an event to the current version of its type. */
  readonly upcast?: (event: RecordedEvent) => RecordedEvent
  /** Declarations with encrypted fields and current versions. Undeclared events have version 1. */
  readonly events?: EventDeclarations
  /** Calls the listener after a purge: cached states are stale. */
  readonly onPurged?: (listener: () => void) => void
  /** Cached folds; 10,000 when left out. */
  readonly cached?: number
  /** Milliseconds after which `handle` throws `EventLogUnavailable`; 3,000 when left out. */
  readonly timeoutMs?: number
}

/** Most decisions of one command in case of conflicts. */
const maxTries = 20
/** Most appends per call of the log, most concurrent reads, and most concurrent retries. */
const [chunk, readers, repeaters] = [4_000, 128, 16]
/** Commands of `handleMany` that are decided, or accepted, in one turn of the event loop. */
const ITEMS_A_TURN = 50

export function createCommandHandler(options: CommandHandlerOptions): CommandHandler {
  const { log, personal, upcast, events = {}, onPurged, cached = 10_000, timeoutMs = 3_000 } = options

  async function prepare(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const opened = personal ? await personal.open(events) : events
    return upcast ? opened.map(upcast) : opened
  }

  const folds = createFolds({ log, onPurged, max: cached, prepare })
  const mutex = createKeyedMutex()

  const encrypted = encryptedFieldsOf(events)
  async function seal(drafts: readonly NewEvent[]): Promise<readonly NewEvent[]> {
    if (!drafts.some(({ type }) => encrypted[type])) return drafts
    if (!personal) throw new Error('an event has encrypted fields, but the command handler has no keys')
    return personal.seal(drafts, encrypted)
  }

  const load = <C, E extends Event, S, Code extends string>(decider: Decider<C, E, S, Code>, stream: string) =>
    withTimeout(folds.load(decider, stream), timeoutMs, (ms) => unavailable(stream, ms))

  /** Returns the events that an earlier run of the command stored under the same `idBase`. */
  async function findRepeat<E extends Event, S, Code extends string>(
    stream: string,
    fold: Loaded<S>,
    context: CommandContext,
  ): Promise<Handled<E, S, Code> | undefined> {
    if (context.idBase === undefined || fold.revision < 0) return undefined
    const idOf = idsFor(context, stream)
    // The index is a lower bound of the revision: purged events leave gaps.
    const from = fold.ids?.indexOf(idOf(0)) ?? 0
    if (from < 0) return undefined
    const recorded = await log.readStream(stream, from)
    const at = recorded.findIndex(({ id }) => id === idOf(0))
    if (at < 0) return undefined
    const mine = recorded.slice(at).filter((event, index) => event.id === idOf(index))
    const events = (await prepare(mine)) as unknown as E[]
    const { state, revision } = fold
    return { ok: true, events, types: typesIn(events), state, revision, position: mine.at(-1)?.position ?? null }
  }

  async function decideUntilStored<C, E extends Event, S, Code extends string>(
    decider: Decider<C, E, S, Code>,
    stream: string,
    command: C,
    context: CommandContext,
    abandoned: () => boolean,
    loaded: Loaded<S> | undefined,
  ): Promise<Handled<E, S, Code>> {
    for (let tries = 0; tries < maxTries && !abandoned(); tries++) {
      if (tries > 0) await jitter(tries)
      const fold = tries === 0 && loaded ? folds.latest(decider, stream, loaded) : await folds.load(decider, stream)
      const repeat = await findRepeat<E, S, Code>(stream, fold, context)
      if (repeat) return repeat
      const decision = decider.decide(command, fold.state)
      if (isRejection<Code>(decision)) return { ok: false, ...decision }
      if (decision.length === 0) return unchanged(fold, context)
      const drafts = draft(events, stream, decision, context)
      const sealed = await seal(drafts)
      try {
        const stored = await log.append(stream, sealed, fold.revision < 0 ? 'no_stream' : fold.revision)
        return await accept(decider, { stream, context, fold, drafts }, stored)
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error
      }
    }
    throw new EventLogUnavailable(`${stream}: still in conflict after ${maxTries} tries`)
  }

  /** The stored events: the drafts, or those of an earlier run with the same `idBase`. */
  async function accept<C, E extends Event, S, Code extends string>(
    decider: Decider<C, E, S, Code>,
    { stream, context, fold, drafts }: Drafted<S>,
    stored: AppendResult,
  ): Promise<Handled<E, S, Code>> {
    const mayBeRepeat = stored.repeated ?? !context.isDeterministic
    const isOurs = context.idBase === undefined || !mayBeRepeat
    const recorded = isOurs ? [] : await log.readStream(stream, fold.revision + 1)
    const { position } = stored
    const events = (isOurs
      ? drafts.map((each) => ({ ...each, position }))
      : await prepare(recorded)) as unknown as readonly (E & Pick<RecordedEvent, 'id' | 'position'>)[]
    const last = recorded.at(-1)?.revision ?? stored.revision
    const { state, revision } = folds.advance(decider, stream, fold, events, last)
    const plain = events.slice(0, drafts.length).map(({ type, data }) => ({ type, data })) as unknown as E[]
    return { ok: true, events: plain, types: typesIn(plain), state, revision, position }
  }

  const handler: CommandHandler = {
    async handle(decider, stream, command, context, loaded) {
      let late = false
      const abandoned = () => late
      // Commands of this process on one stream run one at a time, so only other nodes cause conflicts.
      const decide = () => decideUntilStored(decider, stream, command, context, abandoned, loaded)
      const work = mutex.run(stream, decide, abandoned)
      const handled = await withTimeout(work, timeoutMs, (ms) => {
        late = true
        return unavailable(stream, ms)
      })
      if (!handled) throw new EventLogUnavailable(`${stream}: not started within ${timeoutMs} ms`)
      return handled
    },

    async handleMany(decider, items) {
      const handled: Handled<Event, unknown, string>[] = []
      for (let from = 0; from < items.length; from += chunk) {
        handled.push(...((await handleChunk(decider as never, items.slice(from, from + chunk) as never)) as never[]))
      }
      return handled as never
    },

    load,
  }

  async function handleChunk<C, E extends Event, S, Code extends string>(
    decider: Decider<C, E, S, Code>,
    items: readonly HandleItem<C, S>[],
  ): Promise<readonly Handled<E, S, Code>[]> {
    const known = await mapLimited(items, readers, async ({ stream, fresh, loaded }) => {
      if (loaded) return loaded
      return fresh ? folds.known(decider, stream) : load(decider, stream)
    })
    const outcomes: (Handled<E, S, Code> | undefined)[] = []
    const pending: (Drafted<S> & { index: number })[] = []
    for (const [index, { stream, command, context, fresh = false, loaded }] of items.entries()) {
      if (isTurnOver(index)) await nextTurn()
      const fold = known[index]!
      outcomes[index] = await findRepeat<E, S, Code>(stream, fold, context)
      if (outcomes[index]) continue
      const decision = decider.decide(command, fold.state)
      if (isRejection<Code>(decision) || decision.length === 0) {
        // Without reading the stream, a rejection or an empty decision is not final.
        if (!fresh || loaded)
          outcomes[index] = isRejection<Code>(decision) ? { ok: false, ...decision } : unchanged(fold, context)
        continue
      }
      pending.push({ index, stream, context, fold, drafts: draft(events, stream, decision, context) })
    }
    // All at once, so that the keys of new people are created in one statement.
    const sealed = [...(await seal(pending.flatMap(({ drafts }) => drafts)))]
    const appends = pending.map(
      ({ stream, fold, drafts }): Append => ({
        stream,
        events: sealed.splice(0, drafts.length),
        expected: fold.revision < 0 ? 'no_stream' : fold.revision,
      }),
    )
    const stored = await withTimeout(log.appendMany(appends), Number.POSITIVE_INFINITY, (ms) =>
      unavailable(`${appends.length} appends`, ms),
    )
    await mapLimited([...pending.entries()], repeaters, async ([at, drafted]) => {
      if (isTurnOver(at)) await nextTurn()
      const result = stored[at]
      if (result?.ok) outcomes[drafted.index] = await accept(decider, drafted, result)
    })
    const again = [...items.entries()].filter(([index]) => outcomes[index] === undefined)
    await mapLimited(again, repeaters, async ([index, { stream, command, context }]) => {
      outcomes[index] = await handler.handle(decider, stream, command, context)
    })
    return outcomes as Handled<E, S, Code>[]
  }

  return handler
}

/** Many commands at once, such as 1,000 unlocks of badges, must not block requests until the last of them. */
const isTurnOver = (index: number): boolean => index > 0 && index % ITEMS_A_TURN === 0

const unavailable = (what: string, ms: number) => new EventLogUnavailable(`${what}: no answer within ${ms} ms`)

/** A decision to append, with its fold. */
interface Drafted<S> {
  readonly stream: string
  readonly context: CommandContext
  readonly fold: Loaded<S>
  readonly drafts: readonly NewEvent[]
}

function unchanged<S>({ state, revision, seen }: Loaded<S>, { reliesOn }: CommandContext): Handled<never, S, never> {
  if (seen) reliesOn?.(seen)
  return { ok: true, events: [], types: [], state, revision, position: null }
}

/** Converts a decision to new events; personal data is not encrypted yet. */
function draft<E extends Event>(
  declared: EventDeclarations,
  stream: string,
  decision: readonly E[],
  context: CommandContext,
): readonly NewEvent[] {
  const idOf = idsFor(context, stream)
  return decision.map((event, index) => ({
    id: idOf(index),
    type: event.type,
    data: event.data,
    metadata: {
      $correlationId: context.correlationId,
      $causationId: context.causationId,
      actor: context.actor,
      version: versionOf(declared[event.type]),
      source: context.source,
      at: context.at,
      ...(context.simulated ? { simulated: true as const } : {}),
    },
  }))
}

const typesIn = (events: readonly Event[]): readonly string[] => events.map(({ type }) => type)

/** Event ids of a command by index. */
const idsFor =
  ({ idBase }: CommandContext, stream: string) =>
  (index: number): string =>
    idBase === undefined ? randomUUID() : uuid5(`${idBase}/${stream}/${index}`)

/** Up to 5 ms after the first conflict, up to 100 ms after the last. */
const jitter = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(5 * tries, 100)))
