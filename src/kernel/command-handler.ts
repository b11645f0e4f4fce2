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
  /** Base of deterministic event ids (UUIDv5 of it, stream and index); random ids when left out. Reactors and the simulation set it. */
  readonly idBase?: string
  /**
   * Every run under this `idBase` decides the same, so that what is stored under its ids is what was drafted: it is not read
   * back where the log cannot tell whether an earlier run had stored it. The simulation sets it.
   */
  readonly certain?: true
  /** Called where a command changes nothing: the answer relies on what its stream holds. The web layer sets it, to wait for that. */
  readonly reliesOn?: (seen: Seen) => void
}

/** The position of the last event of a stream, and the types of all its events. */
export interface Seen {
  readonly position: Position
  readonly types: readonly string[]
}

/** `subject` is the data field with the person's user id, or `$day` for the key of the day of the command's `at` (IP addresses). */
export type PersonalFields<E extends Event = Event> = {
  readonly [T in E['type']]?: { readonly subject: string; readonly fields: readonly string[] }
}

/** Events that a command has stored: readers wait until their projections have passed them. */
export interface Wrote {
  /** Position of the last event; null: nothing changed. */
  readonly position: Position | null
  readonly types: readonly string[]
}

export interface Accepted<E extends Event, State> extends Wrote {
  readonly ok: true
  readonly events: readonly E[]
  readonly state: State
  readonly revision: number
}

export type Handled<E extends Event, State, Code extends string> =
  | Accepted<E, State>
  | ({ readonly ok: false } & Rejection<Code>)

/** A stream folded up to the revision of its last event (-1: no events). Purged events leave gaps between revisions. */
export interface Loaded<State> {
  readonly state: State
  readonly revision: number
  /** Ids of its events; null for a stream too long to remember them. */
  readonly ids: readonly string[] | null
  /** null: no stream. */
  readonly seen: Seen | null
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
    decider: Decider<C, E, S, Code>,
    stream: string,
    command: C,
    context: CommandContext,
    /** As `load` has just given it, beside other streams: decided against without reading; a conflict reads and decides again. */
    loaded?: Loaded<S>,
  ): Promise<Handled<E, S, Code>>
  /** Many commands on different streams at once; outcomes in the order given. Conflicts are retried one by one. */
  handleMany<C, E extends Event, S, Code extends string>(
    decider: Decider<C, E, S, Code>,
    items: readonly HandleItem<C, S>[],
  ): Promise<readonly Handled<E, S, Code>[]>
  /** The current state of a stream, by the cache and what follows it. Loads that are asked for side by side are one read of the log where it can. */
  load<C, E extends Event, S, Code extends string>(decider: Decider<C, E, S, Code>, stream: string): Promise<Loaded<S>>
}
