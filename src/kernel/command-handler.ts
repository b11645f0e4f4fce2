import type { Decider, Rejection } from './decider.ts'
import type { Event, EventSource, Position } from './event.ts'

/** Actor, cause and time of a command; stored in the metadata of every event of the command. */
export interface CommandContext {
  /** The acting user; null for the system. */
  readonly actor: number | null
  /** Effective time, ISO 8601 UTC. Only the outer layer (HTTP, cron, simulation) reads a clock. */
  readonly at: string
  readonly correlationId: string
  readonly causationId: string
  readonly source: EventSource
  readonly simulated?: true
  /** Base of deterministic event ids (UUIDv5 of base, stream and index); ids are random without it. Set by reactors and the simulation. */
  readonly idBase?: string
  /**
   * Every run under this `idBase` drafts the same events. They are not read back from logs that do not report repeats.
   * Set by the simulation.
   */
  readonly isDeterministic?: true
  /** Called when a command changes nothing: its answer depends on the events of the stream. The web layer waits for their projections. */
  readonly reliesOn?: (seen: Seen) => void
}

/** The position of the last event of a stream, and the types of all its events. */
export interface Seen {
  readonly position: Position
  readonly types: readonly string[]
}

/** `subject` is the field with the user id of the data subject, or `$day`: the key of the day of `at` (IP addresses). */
export type PersonalFields<E extends Event = Event> = {
  readonly [T in E['type']]?: { readonly subject: string; readonly fields: readonly string[] }
}

/** Events that a command has stored. Readers wait until their projections have handled them. */
export interface Wrote {
  /** Position of the last event; null when nothing changed. */
  readonly position: Position | null
  readonly types: readonly string[]
}

interface Accepted<E extends Event, State> extends Wrote {
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
  /** Ids of its events; null for long streams. */
  readonly ids: readonly string[] | null
  /** null when there is no stream. */
  readonly seen: Seen | null
}

export interface HandleItem<C, State = never> {
  readonly stream: string
  readonly command: C
  readonly context: CommandContext
  /**
   * A recent result of `load`: decides on it without reading, so a command that changes nothing there stays without events. Quotas
   * rely on this. A conflict reads and decides again.
   */
  readonly loaded?: Loaded<State>
  /**
   * This process most likely knows all events of the stream: decides on the cached or initial state without reading. A conflict
   * reads and decides again.
   */
  readonly fresh?: boolean
}

export interface CommandHandler {
  /**
   * Loads (cached fold by revision), decides, and appends with the exact revision. Conflicts are retried up to 20 times with
   * jitter, then it throws `EventLogUnavailable`. Rejections are values.
   */
  handle<C, E extends Event, S, Code extends string>(
    decider: Decider<C, E, S, Code>,
    stream: string,
    command: C,
    context: CommandContext,
    /** A recent result of `load`: decides on it without reading. A conflict reads and decides again. */
    loaded?: Loaded<S>,
  ): Promise<Handled<E, S, Code>>
  /** Handles many commands on different streams; outcomes in the order of the items. Conflicts are retried one by one. */
  handleMany<C, E extends Event, S, Code extends string>(
    decider: Decider<C, E, S, Code>,
    items: readonly HandleItem<C, S>[],
  ): Promise<readonly Handled<E, S, Code>[]>
  /** The current state of a stream: the cached fold and later events. Logs that support it batch concurrent loads. */
  load<C, E extends Event, S, Code extends string>(decider: Decider<C, E, S, Code>, stream: string): Promise<Loaded<S>>
}
