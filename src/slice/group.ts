import type { Transaction } from 'kysely'
import type { Event, Recorded } from '../kernel/event.ts'

/**
 * A set of read tables with one checkpoint: updated in one transaction, rebuilt and switched together.
 *
 * The tables of a group are in a separate PostgreSQL schema (`{name}_g{generation}`). Queries name views as `read.*`, and
 * the database client replaces `read` by the schema of the views of the node's version (docs/decisions/0050). While a
 * projector runs, `search_path` is the schema of its tables, so its SQL names tables without a schema. A projector uses
 * only the event and its tables: no now(), random or sequence.
 */
// biome-ignore lint/suspicious/noExplicitAny: each group narrows it to its tables
export interface ProjectionGroup<Tables = any, E extends Event = Event> {
  readonly name: string
  /** Above 0. Increase it when tables or logic change: its tables are then built next to those of the version before. */
  readonly version: number
  /**
   * Optional on first deploy: empty tables (version 0) are served until the history has been replayed, and nothing waits for it.
   * Its queries check `serves` first.
   */
  readonly optionalOnFirstDeploy?: true
  /** The event types that it handles. The checkpoint also advances over others. */
  readonly events: readonly E['type'][]
  /** False for events that never change a row, whatever the tables contain: the checkpoint advances over them. */
  filter?(event: Recorded<E>): boolean
  /** DDL of tables and of the indexes for projecting, without schema names. */
  readonly ddl: string
  /** DDL of indexes for readers only. A rebuild creates them after the load, which is faster. */
  readonly indexes?: string
  /** Views on the tables, in a schema for each version, and in `read` for the version that leads. */
  readonly views: readonly ReadView[]
  /** Applies a batch in order, set-based. Returns the changes for open pages; ignored during a rebuild. */
  project(tx: Transaction<Tables>, events: readonly Recorded<E>[]): Promise<readonly LiveChange[]>
}

export interface ReadView {
  /** Name, e.g. `leaderboard`. */
  readonly name: string
  /** A select over this group's tables, without schema names. Default: `select * from {name}`. */
  readonly sql?: string
  /** The same for nodes, whose views no other role may read: without restricted columns, so that it uses indexes. Default: `sql`. */
  readonly ownSql?: string
  /** Meaning of a row, for docs/read-models.md and the view's comment. */
  readonly doc: string
}

/**
 * A view column that is null for every role except the application's, so also for analysts. `unless`: condition for rows that show
 * it to all roles. Searches by it use no index. A `where` instead would leak: PostgreSQL evaluates the condition of an outer join
 * first, and a wrong cast in it prints the value (T115).
 */
export const restrictedColumn = (column: string, unless?: string): string =>
  `case when ${unless ? `${unless} or ` : ''}(select ${IS_APPLICATION}) then ${column} end as ${column}`

const IS_APPLICATION = "has_schema_privilege('engine', 'usage')"

/** A change that open pages may show; sent to the sockets of a room after the commit, combined by room and topic. */
export interface LiveChange {
  /**
   * `all`: every signed-in socket; `admins`; `user:{id}`; `chat:league:{id}` and `chat:competition:{id}`: present readers of the chat;
   * `share:{token}`: open pages of that share.
   */
  readonly room: string
  /** Pages with reads of this topic read again. */
  readonly topic: string
  /** Ids of fixtures, or of messages for `messages`. Without them, the whole topic. */
  readonly ids?: readonly number[]
}
