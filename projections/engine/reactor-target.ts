import { sql } from 'kysely'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { Pause } from '../../src/slice/projection-status.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { CheckpointMoved, errorLine, isOfSomethingMissing, TablesOutdated } from './faults.ts'
import type { LaneState, LaneTarget } from './lane.ts'
import { encodeMessages } from './messages.ts'
import { type Db, insertReactor, pauseLane, publish, readLanes } from './store.ts'

interface ReactorState extends LaneState {
  readonly data: unknown
  /** `data` as the store has it. */
  readonly stored: string
  /** Simulated events stand: the store keeps where the reactor was before them, and what it says may hang on them. */
  readonly isUnderSimulation: boolean
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

interface ReactorTargetDeps {
  readonly db: Db
  readonly node: string
  now(): string
  /** The types that a clear of simulated data takes back where they are marked. */
  readonly takenBack: readonly string[]
  /** All that its commands may ask. */
  readonly groups: readonly Pick<ProjectionGroup, 'name' | 'version'>[]
}

/** A reactor as its lane drives it: its commands first, then checkpoint and state in one row. */
export function createReactorTarget(reactor: Reactor, deps: ReactorTargetDeps): LaneTarget<ReactorState> {
  const { db, node } = deps
  const { name, worksFrom } = reactor
  const own = new Set(reactor.events)
  // What it does not hear itself may stand in the tables that it asks.
  const simulated = new Set(deps.takenBack.some((type) => own.has(type)) ? deps.takenBack : [])
  const opens = ({ type, metadata }: RecordedEvent) => metadata.simulated === true && simulated.has(type)
  let isUnderSimulation = false

  /** Keeps where it stands before the first simulated event: a clear takes it back there. */
  async function open(state: ReactorState): Promise<ReactorState> {
    const opened = await sql`
      update engine.reactors set before = jsonb_build_object('checkpoint', checkpoint, 'state', state)
      where name = ${name} and before is null and checkpoint is not distinct from ${state.checkpoint}::text`.execute(db)
    if (Number(opened.numAffectedRows) !== 1)
      throw new CheckpointMoved(`reactor ${name}: its checkpoint is not ${state.checkpoint} any more`)
    isUnderSimulation = true
    return { ...state, isUnderSimulation }
  }

  async function apply(state: ReactorState, events: readonly RecordedEvent[], to: Position): Promise<ReactorState> {
    let data = state.data
    const contextOf = (event: RecordedEvent) => ({
      ...reactorContext(name, event),
      ...(state.isUnderSimulation ? { underSimulation: true as const } : {}),
    })
    const heard = simulated.size > 0 ? events.filter(({ type }) => own.has(type)) : events
    if (reactor.reactAll && heard.length > 0) data = await reactor.reactAll(data, heard, contextOf)
    else for (const event of heard) data = await reactor.react(data, event, contextOf(event))
    const uncounted = state.uncounted + heard.length
    const stored = JSON.stringify(data)
    // Answering again does nothing twice, so a checkpoint over events that left the state as it was can wait for the others.
    if (events.length > 0 && stored === state.stored && uncounted < mostUncounted) return { ...state, data, uncounted }
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
  }

  async function answer(state: ReactorState, events: readonly RecordedEvent[], to: Position): Promise<ReactorState> {
    const first = state.isUnderSimulation ? -1 : events.findIndex(opens)
    if (first < 0) return apply(state, events, to)
    const before = events.slice(0, first)
    const reached = before.length > 0 ? await apply(state, before, before.at(-1)!.position) : state
    return apply(await open(reached), events.slice(first), to)
  }

  /** Whether tables of another version serve until this node's are built, as after an upgrade. */
  async function areOutdated(): Promise<boolean> {
    const stored = await readLanes(db)
    return deps.groups.some((group) => stored.find((lane) => lane.name === group.name)?.version !== group.version)
  }

  return {
    name,
    kind: 'reactor',
    types: new Set([...own, ...simulated]),
    maxBatch: 200,
    async load() {
      await insertReactor(db, name, reactor.initialState)
      const { rows } = await sql<{
        checkpoint: Position | null
        state: unknown
        error: string | null
        position: Position | null
        under_simulation: boolean
      }>`
        select checkpoint, state, paused_error as error, paused_position as position, before is not null as under_simulation
        from engine.reactors where name = ${name}`.execute(db)
      const row = rows[0]!
      const pause: Pause | null = row.error === null ? null : { error: row.error, position: row.position! }
      isUnderSimulation = row.under_simulation
      return {
        isUnderSimulation,
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
      try {
        return await answer(state, events, to)
      } catch (error) {
        if (!isOfSomethingMissing(error)) throw error
        if (await areOutdated()) throw new TablesOutdated(errorLine(error))
        // Its own may have been switched in meanwhile; answering again does nothing twice.
        return answer(state, events, to)
      }
    },
    ...(worksFrom
      ? {
          switched: () =>
            worksFrom.switched({
              ...systemContext(deps.now()),
              source: `reactor:${name}`,
              ...(isUnderSimulation ? { underSimulation: true as const } : {}),
            }),
        }
      : {}),
    async halt(state, event, error) {
      await pauseLane(db, { name, kind: 'reactor', generation: 0 }, state.checkpoint, event, error, deps.now())
    },
  }
}
