import { sql } from 'kysely'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import type { Pause } from '../../src/slice/projection-status.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { CheckpointMoved } from './faults.ts'
import type { LaneState, LaneTarget } from './lane.ts'
import { encodeMessages } from './messages.ts'
import { type Db, insertReactor, pauseLane, publish } from './store.ts'

interface ReactorState extends LaneState {
  readonly data: unknown
  /** `data` as the store has it. */
  readonly stored: string
}

/**
 * The context a reactor answers an event in. `idBase` is the same at every repeat, so that a crash between
 * an append and the checkpoint appends nothing twice; what follows from simulated events is simulated too.
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

/** A reactor that is never without events to answer stores its checkpoint after so many of them, whatever they change. */
const mostUncounted = 1_000

/** A reactor as its lane drives it: its commands first, then checkpoint and state in one row. */
export function createReactorTarget(
  reactor: Reactor,
  deps: { db: Db; node: string; now(): string },
): LaneTarget<ReactorState> {
  const { db, node } = deps
  const { name, worksFrom } = reactor

  return {
    name,
    kind: 'reactor',
    types: new Set(reactor.events),
    maxBatch: 200,
    async load() {
      await insertReactor(db, name, reactor.initialState)
      const { rows } = await sql<{
        checkpoint: Position | null
        state: unknown
        error: string | null
        position: Position | null
      }>`
        select checkpoint, state, paused_error as error, paused_position as position from engine.reactors where name = ${name}`.execute(
        db,
      )
      const row = rows[0]!
      const pause: Pause | null = row.error === null ? null : { error: row.error, position: row.position! }
      return {
        checkpoint: row.checkpoint,
        data: row.state,
        pause,
        tables: 'ready',
        generation: 0,
        uncounted: 0,
        stored: JSON.stringify(row.state),
      }
    },
    async apply(state, events, to) {
      let data = state.data
      const contextOf = (event: RecordedEvent) => reactorContext(name, event)
      if (reactor.reactAll && events.length > 0) data = await reactor.reactAll(data, events, contextOf)
      else for (const event of events) data = await reactor.react(data, event, contextOf(event))
      const uncounted = state.uncounted + events.length
      const stored = JSON.stringify(data)
      // Answering again does nothing twice, so a checkpoint over events that left the state as it was can wait for the others.
      if (events.length > 0 && stored === state.stored && uncounted < mostUncounted)
        return { ...state, data, uncounted }
      await db.transaction().execute(async (tx) => {
        const moved = await sql`
          update engine.reactors set checkpoint = ${to}, state = ${stored}::jsonb, events = events + ${uncounted}, updated_at = now()
          where name = ${name} and paused_error is null and checkpoint is not distinct from ${state.checkpoint}::text`.execute(
          tx,
        )
        if (Number(moved.numAffectedRows) !== 1)
          throw new CheckpointMoved(`reactor ${name}: its checkpoint is not ${state.checkpoint} any more`)
        await publish(tx, encodeMessages({ node, moved: [{ name, position: to }], changes: [], reload: false }))
      })
      return { ...state, checkpoint: to, data, uncounted: 0, stored }
    },
    ...(worksFrom
      ? { switched: () => worksFrom.switched({ ...systemContext(deps.now()), source: `reactor:${name}` }) }
      : {}),
    async halt(state, event, error) {
      await pauseLane(db, { name, kind: 'reactor', generation: 0 }, state.checkpoint, event, error, deps.now())
    },
  }
}
