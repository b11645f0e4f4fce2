import { sql } from 'kysely'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import type { EngineContext } from './context.ts'
import { pauseProjection } from './dead-letters.ts'
import { CheckpointMoved } from './faults.ts'
import { readReactor, wakeNodes } from './store.ts'
import type { WorkerState, WorkerTarget } from './worker.ts'

interface ReactorState extends WorkerState {
  readonly data: unknown
  readonly replaysTo: Position | null
  /** The stored `data`, as JSON. */
  readonly stored: string
}

/**
 * Context of the commands that a reactor issues for an event. `idBase` is the same at every repeat, so a crash between an append and the
 * checkpoint appends nothing twice. Commands that follow from simulated events are simulated, too.
 */
export function reactorContext(reactor: string, event: RecordedEvent): CommandContext {
  return {
    actor: null,
    at: event.metadata.at,
    correlationId: event.metadata.$correlationId,
    causationId: event.id,
    source: `reactor:${reactor}`,
    idBase: `reactor:${reactor}:${event.id}`,
    ...(event.metadata.simulated ? { simulated: true } : {}),
  }
}

/** A reactor under constant load stores its checkpoint at least every so many events. */
const maxUncounted = 1_000

/** Splits events into runs that are all simulated or all real, because the commands for a batch have one mark. */
function byMark(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const batches: RecordedEvent[][] = []
  for (const event of events) {
    const batch = batches.at(-1)
    if (batch && batch[0]!.metadata.simulated === event.metadata.simulated) batch.push(event)
    else batches.push([event])
  }
  return batches
}

/** Worker target of a reactor: issues its commands first, then stores checkpoint and state in one row. */
export function createReactorTarget(
  reactor: Reactor,
  { db, log, now }: Pick<EngineContext, 'db' | 'log' | 'now'>,
): WorkerTarget<ReactorState> {
  const { name, dependsOn } = reactor

  async function apply(state: ReactorState, events: readonly RecordedEvent[], to: Position): Promise<ReactorState> {
    let data = state.data
    const contextOf = (event: RecordedEvent) => reactorContext(name, event)
    const { refold } = reactor
    const isReplayed = ({ position }: RecordedEvent) =>
      refold && state.replaysTo !== null && log.compare(position, state.replaysTo) <= 0
    for (const event of events.filter(isReplayed)) data = refold!(data, event)
    const others = events.filter((event) => !isReplayed(event))
    if (reactor.reactAll) for (const batch of byMark(others)) data = await reactor.reactAll(data, batch, contextOf)
    else for (const event of others) data = await reactor.react(data, event, contextOf(event))
    const uncounted = state.uncounted + events.length
    const stored = JSON.stringify(data)
    // Reacting again has no further effect, so a checkpoint over events that left the state unchanged can be stored with others.
    if (events.length > 0 && stored === state.stored && uncounted < maxUncounted) return { ...state, data, uncounted }
    await db.transaction().execute(async (tx) => {
      const moved = await sql`
        update engine.reactors set checkpoint = ${to}, state = ${stored}::jsonb, events = events + ${uncounted}, updated_at = now()
        where name = ${name} and paused_error is null and checkpoint is not distinct from ${state.checkpoint}::text`.execute(
        tx,
      )
      if (Number(moved.numAffectedRows) !== 1)
        throw new CheckpointMoved(`reactor ${name}: its checkpoint is no longer ${state.checkpoint}`)
      await wakeNodes(tx)
    })
    return { ...state, checkpoint: to, data, uncounted: 0, stored }
  }

  return {
    name,
    kind: 'reactor',
    types: new Set(reactor.events),
    maxBatch: 200,
    async load() {
      const { pause, checkpoint, state, replaysTo } = await readReactor(db, name, reactor.initialState)
      return {
        ...{ checkpoint, pause, data: state, replaysTo, stored: JSON.stringify(state) },
        ...{ tables: 'ready', generation: 0, uncounted: 0 },
      }
    },
    apply,
    ...(dependsOn && { onRebuilt: () => dependsOn.onRebuilt({ ...systemContext(now()), source: `reactor:${name}` }) }),
    async halt(state, event, error) {
      await pauseProjection(db, { name, kind: 'reactor', generation: 0 }, state.checkpoint, event, error, now())
    },
  }
}
