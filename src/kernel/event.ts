/** A domain event of a decider: a past-tense name and JSON data. The names are a public contract. */
export interface Event<Type extends string = string, Data = unknown> {
  readonly type: Type
  readonly data: Data
}

/** Origin of an event. `simulation` and `import` use the same commands as players. */
export type EventSource = 'command' | 'simulation' | 'import' | 'system' | `reactor:${string}`

/** Metadata of every event in the log. */
export interface EventMetadata {
  /** The request, job or source event that started the chain. */
  readonly $correlationId: string
  /** The command or event that directly caused this one. */
  readonly $causationId: string
  /** The acting user's id; null for the system itself. */
  readonly actor: number | null
  /** Schema version of `data`, from 1; older versions are upcast on read. */
  readonly version: number
  readonly source: EventSource
  /** Effective time, ISO 8601 UTC: the command's `at`. The recorded time is never used in logic. */
  readonly at: string
  /** True for all events of the testing tool. */
  readonly simulated?: true
  /** In stores of older versions: a reactor's event on a real event, which may depend on simulated ones. A purge hides it. */
  readonly underSimulation?: true
}

/** An event to append. Its `id` (UUID) makes retries idempotent. */
export interface NewEvent<E extends Event = Event> {
  readonly id: string
  readonly type: E['type']
  readonly data: E['data']
  readonly metadata: EventMetadata
}

declare const positionBrand: unique symbol
/** A position in the whole log. Opaque: only the log that returned it can compare it (`EventLog.compare`). */
export type Position = string & { readonly [positionBrand]: true }

/** A stored event. Revisions count from 0 within a stream, without gaps. */
export interface RecordedEvent<E extends Event = Event> extends NewEvent<E> {
  readonly stream: string
  readonly revision: number
  readonly position: Position
  /** ISO 8601; for operators only. */
  readonly recordedAt: string
}

/** The stored events of a union. */
export type Recorded<E extends Event> = E extends Event ? RecordedEvent<E> : never
