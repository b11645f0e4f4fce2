import type { Position } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import type { FieldLogger } from '../../src/kernel/logger.ts'
import type { Metrics } from '../../src/kernel/metrics.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import type { LogReader } from './log-reader.ts'
import type { Progress } from './progress.ts'
import type { Db, StoredProjection } from './store.ts'

/** Dependencies shared by the modules of one node's engine. */
export interface EngineContext {
  readonly db: Db
  readonly log: EventLog
  /** Id of the node. */
  readonly node: string
  readonly logger: FieldLogger
  readonly groups: readonly ProjectionGroup[]
  /** Versions of the groups (`versionsOf`). */
  readonly versions: string
  readonly reactors: readonly Reactor[]
  readonly progress: Progress
  readonly logReader: LogReader
  readonly metrics: Metrics | undefined
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal
  /** Signal of the current term of leadership, aborted at its end; undefined outside a term. Reactors run in a term. */
  term(): AbortSignal | undefined
  /** Whether this node holds the leader lock and is not stopping. */
  leads(): boolean
  /** Whether this node projects into the tables of its version of a group; its progress is then ahead of the store. */
  projects(name: string): boolean
  /** Reads the position of the last purge from the store. From then on the log hides the purged events. */
  lastPurge(): Promise<Position | null>
  /** Whether tables do not account for the last known purge that has not failed. */
  isStale(group: Pick<ProjectionGroup, 'events'>, stored: StoredProjection): boolean
  /** ISO 8601. */
  now(): string
  /** Delivers live changes on this node, after their commit. */
  onChanges(changes: readonly LiveChange[], version: string): void
  /** Starts the next tick immediately. */
  wake(): void
}
