import type { Position } from '../kernel/event.ts'

/** A projection group or a reactor. */
export type ProjectionKind = 'group' | 'reactor'

/** The reason why a projection or reactor is paused. */
export interface Pause {
  readonly error: string
  readonly position: Position
}

/** Progress of a rebuild or a verification. */
export interface LongRun {
  readonly name: string
  /** Events handled so far. */
  readonly done: number
  /** Events that the live generation has handled; null before the first generation. */
  readonly total: number | null
}

/** An event that a projection or reactor failed to handle. */
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
  /** The head of the log is after the checkpoint. */
  readonly behind: boolean
  /** Number of handled events. */
  readonly events: number
  readonly paused: Pause | null
  /** Generation that nodes of this version use; null before its first build, and for reactors. */
  readonly generation: number | null
  /** Version of that generation, or until it is built of the one that `read` shows; and version of this node's code. */
  readonly liveVersion: number | null
  readonly version: number | null
  readonly rebuilding: LongRun | null
  /** Error of the last rebuild on this node. */
  readonly rebuildError: string | null
}

export interface EngineStatus {
  readonly node: string
  readonly leader: boolean
  readonly projections: readonly ProjectionStatus[]
  /** Events that wait for a retry or a skip. */
  readonly deadLetters: readonly DeadLetter[]
}

/** Operations on projections for operators; implemented by the engine. */
export interface ProjectionOperations {
  status(): Promise<EngineStatus>
  /** Resumes with the event that paused it. False when it was not paused. */
  retry(name: string): Promise<boolean>
  /** Resumes after the event that paused it. False when it was not paused. */
  skip(name: string): Promise<boolean>
  /** Builds a new generation next to the live one and switches. Throws with the reason when it fails. */
  rebuild(name: string): Promise<void>
}
