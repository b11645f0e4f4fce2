import type { Position } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'
import type { LiveChange } from './group.ts'

/** Progress of projections, for reactors. Every wait ends when the node stops leading, because its projections stop then too. */
export interface Progress {
  /** True when the groups that handle these event types have passed the position; false after the timeout. */
  passed(position: Position, types: readonly string[], timeoutMs: number): Promise<boolean>
  /** True when a group or reactor has passed the position; false after the timeout. */
  reached(name: string, position: Position, timeoutMs: number): Promise<boolean>
  /** Last position that a group has folded, as known to this node. */
  foldedTo(group: string): Position | null
  /** Notifies open pages on every node. */
  announce(changes: readonly LiveChange[]): Promise<void>
  readonly compare: EventLog['compare']
}
