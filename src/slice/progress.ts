import type { Position } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'
import type { LiveChange } from './group.ts'

/** What reactors ask of the engine that runs them. Every wait ends with the node's term: what it waits for stands still then too. */
export interface Progress {
  /** True once the groups that handle these event types have passed the position. */
  passed(position: Position, types: readonly string[], timeoutMs: number): Promise<boolean>
  /** True once a group or reactor has passed the position. */
  reached(name: string, position: Position, timeoutMs: number): Promise<boolean>
  /** How far a group has come, as this node knows. */
  foldedTo(group: string): Position | null
  /** Tells open pages on every node. */
  announce(changes: readonly LiveChange[]): Promise<void>
  readonly compare: EventLog['compare']
}
