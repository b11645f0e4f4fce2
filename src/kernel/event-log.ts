import type { NewEvent, Position, RecordedEvent } from './event.ts'

/** `no_stream`: the stream must not exist yet; a number: the revision of its last event. There is no `any`. */
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
  /** Whether an earlier call had stored them under the same ids, perhaps with other data. Left out where the store cannot tell. */
  readonly repeated?: boolean | undefined
}

/** The outcome of one append among many; a wrong revision is a value, a fault is thrown. */
export type AppendOutcome =
  | ({ readonly ok: true } & AppendResult)
  | { readonly ok: false; readonly actual: ExpectedRevision }

/** What a reader wants to see. Left out: everything of this log's prefix. */
export interface EventFilter {
  readonly types?: readonly string[]
  /** Stream names begin with one of these (without the log's own prefix). */
  readonly streamPrefixes?: readonly string[]
}

export interface ReadPage {
  readonly events: readonly RecordedEvent[]
  /** Read on after this; moves on over events the filter left out. Equal to `after` when nothing new is there. */
  readonly next: Position | null
  /** True when the log held nothing beyond `next` at the time of reading. */
  readonly end: boolean
}

/**
 * The event log. Stream names are given without the configured prefix; the adapter adds and strips it.
 * Faults are thrown as `EventLogUnavailable` (safe to retry with the same event ids); an unknown outcome is one of them.
 */
export interface EventLog {
  /** Appends all or nothing. Throws `WrongExpectedRevision`. A repeat with the same ids and expectation gives the first result. */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>
  /** Each append stands alone: its own outcome, in the order given; not atomic across streams. */
  appendMany(appends: readonly Append[]): Promise<readonly AppendOutcome[]>
  /** Events of a stream in order, from `from` (inclusive, default 0), at most `max` (default: all); empty where there is no stream. */
  readStream(stream: string, from?: number, max?: number): Promise<readonly RecordedEvent[]>
  /** A page of the whole log after a position (null: from the beginning), oldest first, at most `max` matching events. */
  readAll(after: Position | null, filter: EventFilter, max: number): Promise<ReadPage>
  /**
   * Rings `bell` whenever something may have been appended; catches its own disconnections, until aborted.
   * It carries no events: read on with `readAll` from the last processed position.
   */
  subscribe(bell: () => void, signal: AbortSignal): void
  /** Position of the newest event of this prefix; null when empty. */
  head(): Promise<Position | null>
  /** Number of events of each type. Left out by a store that would have to read all of them. */
  countByType?(): Promise<ReadonlyMap<string, number>>
  /** Below 0 when `a` is before `b`. Pure. */
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

/** The store is away, hangs or restarts. The outcome of the call is unknown: retry with the same event ids. */
export class EventLogUnavailable extends Error {
  override readonly name = 'EventLogUnavailable'
  /** One sentence for operators where a setting is at fault; for `/readyz`. */
  readonly advice: string | undefined
  constructor(message: string, options: { readonly cause?: unknown; readonly advice?: string | undefined } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.advice = options.advice
  }
}

/** Nothing can be stored while simulated data is purged. The message is for players. */
export class PlayPaused extends EventLogUnavailable {}
