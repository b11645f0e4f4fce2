import type { Transaction } from 'kysely'
import type { Event, Recorded } from '../kernel/event.ts'

/**
 * A set of read tables that move together: one checkpoint, one transaction, rebuilt and switched as one.
 *
 * The tables of a group live in a Postgres schema of their own (`{name}_g{generation}`); `read.*` views point at the
 * live generation, and every query goes through those views. While a projector runs, `search_path` is that schema, so
 * its SQL names tables without a schema. A projector uses nothing but the event and its own tables: no now(), random or sequence.
 */
// biome-ignore lint/suspicious/noExplicitAny: each group narrows it to its tables
export interface ProjectionGroup<Tables = any, E extends Event = Event> {
  readonly name: string
  /** Above 0; raise it when tables or logic change: the group is then rebuilt beside the live one and switched. */
  readonly version: number
  /**
   * The rest does without it for a time: where it is new beside a log that has a history, empty tables (of version 0) serve until that
   * has been projected, as those of an older version would, and nobody waits for it. Its own queries ask `serves` first.
   */
  readonly optionalOnFirstDeploy?: true
  /** The event types it handles; the checkpoint also moves over others. */
  readonly events: readonly E['type'][]
  /** False for an event of these types that changes nothing, whatever stands in the tables: the checkpoint moves over it as over other types. */
  filter?(event: Recorded<E>): boolean
  /** DDL of tables and of the indexes that projecting needs, without schema names. */
  readonly ddl: string
  /** DDL of indexes that only readers need: a rebuild makes them after the load, which is faster. */
  readonly indexes?: string
  /** Views made in `read` at the switch; `from` is a table of this group unless `sql` is given (table names then unqualified). */
  readonly views: readonly ReadView[]
  /** Applies a batch in order, set-based. Returns what changed, for open pages; ignored during a rebuild. */
  project(tx: Transaction<Tables>, events: readonly Recorded<E>[]): Promise<readonly LiveChange[]>
}

export interface ReadView {
  /** Name in `read`, e.g. `leaderboard`. */
  readonly name: string
  /** A select over this group's tables; left out: `select * from {name}`. */
  readonly sql?: string
  /** What a row is; goes into docs/read-models.md and the view's comment. */
  readonly doc: string
}

/**
 * A column of a view that is null for every role but the application's, and for analysts among them. `unless`: a condition under which a row
 * shows it to everybody. No index serves a search by it.
 */
export const restrictedColumn = (column: string, unless?: string): string =>
  `case when ${unless ? `${unless} or ` : ''}(select ${IS_APPLICATION}) then ${column} end as ${column}`

/**
 * The same as a join that gives `kept.{column}`, dearer where many rows are read. A search by it becomes an inner join, which the table's
 * own index serves, under a condition that is asked once and before any row. The column has no statistics (`SET STATISTICS 0`): estimates
 * of the planner would tell of them.
 */
export const searchableRestrictedColumn = (table: string, column: string): string =>
  `left join lateral (select ${table}.${column} where ${IS_APPLICATION}) kept on true`

const IS_APPLICATION = "has_schema_privilege('engine', 'usage')"

/** Something a page may be showing has changed; goes to the sockets of a room after the commit, merged by room and topic. */
export interface LiveChange {
  /**
   * `all`: every signed-in socket; `admins`; `user:{id}`; `chat:league:{id}` and `chat:competition:{id}`: who may read there now;
   * `share:{token}`: who has the page of that share open.
   */
  readonly room: string
  /** Pages whose reads name this topic read again. */
  readonly topic: string
  /** Of fixtures, or of messages for `messages`. Left out: the whole topic. */
  readonly ids?: readonly number[]
}
