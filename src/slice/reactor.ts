import type { CommandContext } from '../kernel/command-handler.ts'
import type { Event, Recorded } from '../kernel/event.ts'

/**
 * Reacts to events with commands. A rebuild never resets it; its checkpoint and state are stored in PostgreSQL.
 * Its command context has deterministic event ids (UUIDv5 of reactor, source event, index), so repeats are idempotent.
 */
// biome-ignore lint/suspicious/noExplicitAny: each reactor narrows it to its state
export interface Reactor<State = any, E extends Event = Event> {
  readonly name: string
  readonly events: readonly E['type'][]
  readonly initialState: State
  /** Folds the event into the state (JSON) and issues commands. Called in log order, at least once per event. */
  react(state: State, event: Recorded<E>, context: CommandContext): Promise<State>
  /** Replaces `react` for reactors that handle a whole batch in one statement. */
  reactAll?(
    state: State,
    events: readonly Recorded<E>[],
    contextOf: (event: Recorded<E>) => CommandContext,
  ): Promise<State>
  /**
   * Replaces `react` for events that were handled before a purge: folds the event, without effects. For a reactor whose effects are
   * not events of the log, where a repeated command finds its earlier ones.
   */
  refold?(state: State, event: Recorded<E>): State
  /** For a reactor whose commands depend on the tables of a group. */
  readonly dependsOn?: {
    readonly group: string
    /**
     * Called when the reactor starts and after each switch of the group's tables, when they have this node's version: new tables may
     * differ for the same log, without an event. Called at least once and retried until it succeeds, never concurrently with `react`.
     * Must change nothing when nothing is due. `context.at` is the present time.
     */
    onRebuilt(context: CommandContext): Promise<void>
  }
}
