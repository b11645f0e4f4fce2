import type { Position } from '../kernel/event.ts'

/** A projection group or a reactor. */
export type ProjectionKind = 'group' | 'reactor'

/** Why a projection or reactor stands still. */
export interface Pause {
  readonly error: string
  readonly position: Position
}

/** How far a rebuild or a verification has come. */
export interface LongRun {
  readonly name: string
  /** Events taken so far. */
  readonly done: number
  /** Events the live generation has taken; null before the first one. */
  readonly total: number | null
}

/** An event that a projection or reactor could not take. */
export interface DeadLetter {
  readonly name: string
  readonly position: Position
  readonly eventId: string
  readonly eventType: string
  readonly stream: string
  readonly error: string
  readonly outcome: 'waiting' | 'retried' | 'skipped'
  readonly at: string
}

export interface ProjectionStatus {
  readonly name: string
  readonly kind: ProjectionKind
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
