import type { Decider, Rejection } from './decider.ts'
import type { Event, EventSource, Position } from './event.ts'

/** Who acts, why, and when; goes into the metadata of every event the command makes. */
export interface CommandContext {
  /** The acting user; null for the system. */
  readonly actor: number | null
  /** Effective time, ISO 8601 UTC. Only the edge (HTTP, cron, simulation) reads a clock. */
  readonly at: string
  readonly correlationId: string
  readonly causationId: string
  readonly source: EventSource
  readonly simulated?: true
  readonly underSimulation?: true
  /** Base of deterministic event ids (UUIDv5 of it, stream and index); random ids when left out. Reactors and the simulation set it. */
  readonly idBase?: string
  /**
   * Every run under this `idBase` decides the same, so that what is stored under its ids is what was drafted: it is not read
   * back where the log cannot tell whether an earlier run had stored it. The simulation sets it.
   */
  readonly certain?: true
}

/** A decider with the pieces that make it addressable in the log. */
export interface Aggregate<Command, E extends Event, State, Code extends string> {
  readonly decider: Decider<Command, E, State, Code>
  /** Schema version written for each event type; 1 when left out. */
  readonly versions?: Partial<Record<E['type'], number>>
  /** Data fields under a person's key: event type → fields, and the field that names the person (user id). */
  readonly personal?: PersonalFields<E>
}

/** `subject` is the data field with the person's user id, or `$day` for the key of the day of the command's `at` (IP addresses). */
export type PersonalFields<E extends Event = Event> = {
  readonly [T in E['type']]?: { readonly subject: string; readonly fields: readonly string[] }
}

export type Handled<E extends Event, State, Code extends string> =
  | {
      readonly ok: true
      readonly events: readonly E[]
      readonly state: State
      readonly position: Position | null
      readonly revision: number
    }
  | ({ readonly ok: false } & Rejection<Code>)

/** A stream folded up to a revision (-1: no stream). */
export interface Loaded<State> {
  readonly state: State
  readonly revision: number
  /** Ids of all its events; null for a stream too long to remember them. */
  readonly ids: readonly string[] | null
  /** Revision of its last event that was taken back; left out where none was. */
  readonly hidden?: number
}

export interface HandleItem<C, State = never> {
  readonly stream: string
  readonly command: C
  readonly context: CommandContext
  /** As `load` has just given it, beside other streams: decided against without reading; a conflict reads and decides again. */
  readonly loaded?: Loaded<State>
  /**
   * The stream most likely holds nothing that this process does not know: decide against the state it has kept, else the initial
   * one, without reading; a conflict reads and decides again.
   */
  readonly fresh?: boolean
}

export interface CommandHandler {
  /**
   * Load (cached fold by revision), decide, append with the exact revision; a conflict is decided again up to 20 times
   * with jitter, then `EventLogUnavailable`. Refusals are values.
   */
  handle<C, E extends Event, S, Code extends string>(
    aggregate: Aggregate<C, E, S, Code>,
    stream: string,
    command: C,
    context: CommandContext,
    /** As `load` has just given it, beside other streams: decided against without reading; a conflict reads and decides again. */
    loaded?: Loaded<S>,
  ): Promise<Handled<E, S, Code>>
  /** Many commands on different streams at once; outcomes in the order given. Conflicts are retried one by one. */
  handleMany<C, E extends Event, S, Code extends string>(
    aggregate: Aggregate<C, E, S, Code>,
    items: readonly HandleItem<C, S>[],
  ): Promise<readonly Handled<E, S, Code>[]>
  /** The current state of a stream, by the cache and what follows it. Loads that are asked for side by side are one read of the log where it can. */
  load<C, E extends Event, S, Code extends string>(
    aggregate: Aggregate<C, E, S, Code>,
    stream: string,
  ): Promise<Loaded<S>>
  /** What this process has kept of a stream, else the fold of one that does not exist; never looks at the log. */
  known<C, E extends Event, S, Code extends string>(aggregate: Aggregate<C, E, S, Code>, stream: string): Loaded<S>
}
