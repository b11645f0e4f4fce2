import type { Position } from '../../src/kernel/event.ts'
import type { LongRun } from './rebuild.ts'
import type { DeadLetter, Kind, Pause } from './store.ts'

export interface ProjectionStatus {
  readonly name: string
  readonly kind: Kind
  readonly checkpoint: Position | null
  readonly head: Position | null
  /** The head of the log is beyond the checkpoint. */
  readonly behind: boolean
  /** Events of its types it has taken. */
  readonly events: number
  readonly paused: Pause | null
  /** Live generation; null before the first build, and for reactors. */
  readonly generation: number | null
  /** Version of the live generation, and of this node's code. */
  readonly liveVersion: number | null
  readonly version: number | null
  readonly rebuilding: LongRun | null
  /** Why the last rebuild on this node failed. */
  readonly rebuildError: string | null
}

export interface EngineStatus {
  readonly node: string
  readonly leader: boolean
  readonly projections: readonly ProjectionStatus[]
  /** Events that wait for a retry or a skip. */
  readonly deadLetters: readonly DeadLetter[]
}

/** What operators may do with projections; the engine is one of these. */
export interface ProjectionOperations {
  status(): Promise<EngineStatus>
  /** Goes on with the event that paused it. False when it was not paused. */
  retry(name: string): Promise<boolean>
  /** Goes on behind the event that paused it. False when it was not paused. */
  skip(name: string): Promise<boolean>
  /** Builds it beside the live one and switches. Throws with the reason when it fails. */
  rebuild(name: string): Promise<void>
}
