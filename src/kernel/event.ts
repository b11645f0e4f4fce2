/** A domain event as a decider gives it: a past-tense name and JSON data. The names are a public contract. */
export interface Event<Type extends string = string, Data = unknown> {
  readonly type: Type
  readonly data: Data
}

/** Where an event came from; `simulation` and `import` act through the same commands as players do. */
export type EventSource = 'command' | 'simulation' | 'import' | 'system' | `reactor:${string}`

/** What stands beside the data of every event in the log. */
export interface EventMetadata {
  /** The request, job or source event that began it all. */
  readonly $correlationId: string
  /** The command or event that directly caused this one. */
  readonly $causationId: string
  /** The acting user's id; null for the system itself. */
  readonly actor: number | null
  /** Schema version of `data`, from 1; older ones are upcast on read. */
  readonly version: number
  readonly source: EventSource
  /** Effective time, ISO 8601 UTC: the command's `at`. The recorded time is never used in logic. */
  readonly at: string
  /** True for everything the testing tool made. */
  readonly simulated?: true
  /** In stores of older versions: an answer to a real event that may depend on simulated ones. A purge drops it. */
  readonly underSimulation?: true
}

/** An event on its way into the log. `id` (UUID) makes a retry harmless. */
export interface NewEvent<E extends Event = Event> {
  readonly id: string
  readonly type: E['type']
  readonly data: E['data']
  readonly metadata: EventMetadata
}

declare const positionBrand: unique symbol
/** A place in the whole log. Opaque: only the log that gave it can compare it (`EventLog.compare`). */
export type Position = string & { readonly [positionBrand]: true }

/** An event as it stands in the log. Revisions count from 0 within a stream, without gaps. */
export interface RecordedEvent<E extends Event = Event> extends NewEvent<E> {
  readonly stream: string
  readonly revision: number
  readonly position: Position
  /** ISO 8601; for operators only. */
  readonly recordedAt: string
}

/** The events of a union, each as it stands in the log. */
export type Recorded<E extends Event> = E extends Event ? RecordedEvent<E> : never
