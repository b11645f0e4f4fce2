import type { NewEvent, Position, RecordedEvent } from './event.ts'

/** `no_stream`: the stream must not exist; a number: the revision of its last event. There is no `any`. */
export type ExpectedRevision = 'no_stream' | number

export interface Append {
  readonly stream: string
  readonly events: readonly NewEvent[]
  readonly expected: ExpectedRevision
}

export interface AppendResult {
  /** Revision and position of the last event of this append. */
  readonly revision: number
  readonly position: Position
  /** Whether an earlier call stored events with the same ids, perhaps with other data. Undefined when the store cannot detect that. */
  readonly repeated?: boolean | undefined
}

/** The outcome of one append among many. A wrong revision is a value; faults are thrown. */
export type AppendOutcome =
  | ({ readonly ok: true } & AppendResult)
  | { readonly ok: false; readonly actual: ExpectedRevision }

/** Selects events to read. Without it, all events under the log's prefix. */
export interface EventFilter {
  readonly types?: readonly string[]
  /** Stream names begin with one of these (without the log's own prefix). */
  readonly streamPrefixes?: readonly string[]
}

export interface ReadPage {
  readonly events: readonly RecordedEvent[]
  /** Position to continue after; it passes events that the filter excludes. Equal to `after` when there is nothing new. */
  readonly next: Position | null
  /** True when the log had no event after `next` at the time of reading. */
  readonly end: boolean
}

/**
 * The event log. Stream names have no prefix here; the adapter adds and strips the configured one.
 * Faults, including unknown outcomes, are thrown as `EventLogUnavailable`. Retry with the same event ids.
 */
export interface EventLog {
  /** Appends all or nothing. Throws `WrongExpectedRevision`. A repeat with the same ids and expected revision returns the first result. */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>
  /** Not atomic across streams: each append has its own outcome, in the order of the arguments. */
  appendMany(appends: readonly Append[]): Promise<readonly AppendOutcome[]>
  /** Events of a stream in order, from `from` (inclusive, default 0). Empty without a stream. */
  readStream(stream: string, from?: number): Promise<readonly RecordedEvent[]>
  /** A page of the whole log after a position (null: from the beginning), oldest first, at most `max` matching events. */
  readAll(after: Position | null, filter: EventFilter, max: number): Promise<ReadPage>
  /**
   * Calls `listener` whenever something may have been appended, and reconnects by itself, until aborted.
   * Carries no events: continue with `readAll` from the last processed position.
   */
  subscribe(listener: () => void, signal: AbortSignal): void
  /** Position of the newest event of this prefix; null when empty. */
  head(): Promise<Position | null>
  /** Number of events of each type. Missing in stores that would have to read all events. */
  countByType?(): Promise<ReadonlyMap<string, number>>
  /** Negative when `a` is before `b`. Pure. */
  compare(a: Position, b: Position): number
  /** Resolves when the log answers; throws `EventLogUnavailable`. */
  ready(): Promise<void>
  close(): Promise<void>
}

export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision'
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly actual: ExpectedRevision
  constructor(stream: string, expected: ExpectedRevision, actual: ExpectedRevision) {
    super(`stream ${stream}: expected revision ${expected}, it is ${actual}`)
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

/** The store is unreachable, hangs or restarts. The outcome of the call is unknown: retry with the same event ids. */
export class EventLogUnavailable extends Error {
  override readonly name = 'EventLogUnavailable'
  /** One sentence for operators when a setting is the cause; for `/readyz`. */
  readonly advice: string | undefined
  constructor(message: string, options: { readonly cause?: unknown; readonly advice?: string | undefined } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.advice = options.advice
  }
}

/** Nothing can be stored while simulated data is purged. The message is for players. */
export class PlayPaused extends EventLogUnavailable {}
