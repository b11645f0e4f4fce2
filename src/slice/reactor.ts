import type { CommandContext } from '../kernel/command-handler.ts'
import type { Event, Recorded } from '../kernel/event.ts'

/**
 * Answers events with commands. Never reset by a rebuild; its checkpoint and state stand in Postgres.
 * The context it is given has deterministic event ids (UUIDv5 of reactor, source event, index), so a repeat does nothing twice.
 */
// biome-ignore lint/suspicious/noExplicitAny: each reactor narrows it to its state
export interface Reactor<State = any, E extends Event = Event> {
  readonly name: string
  readonly events: readonly E['type'][]
  readonly initialState: State
  /** Folds the event into the state (JSON) and issues the commands that follow from it. Called in log order, at least once per event. */
  react(state: State, event: Recorded<E>, context: CommandContext): Promise<State>
  /** The same for a batch at once, where one statement for many is cheaper than one each. Used instead of `react` where it is there. */
  reactAll?(
    state: State,
    events: readonly Recorded<E>[],
    contextOf: (event: Recorded<E>) => CommandContext,
  ): Promise<State>
  /** For a reactor that issues what the tables of a group say is due. */
  readonly dependsOn?: {
    readonly group: string
    /**
     * Called when the reactor takes up its work and whenever the group's tables were switched, once they are of this node's version:
     * they may say something else of the same log, and no event would tell. Never at once with `react`; at least once, again until it
     * went through; changes nothing where nothing is due. `context.at` is the present.
     */
    onRebuilt(context: CommandContext): Promise<void>
  }
}
