import type { EventLog } from '../../src/kernel/event-log.ts'
import type { FieldLogger } from '../../src/kernel/logger.ts'
import type { Metrics } from '../../src/kernel/metrics.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import type { LogReader } from './log-reader.ts'
import type { Progress } from './progress.ts'
import type { Db } from './store.ts'

/** Shared by the parts of a node's engine. */
export interface EngineContext {
  readonly db: Db
  readonly log: EventLog
  /** Id of the node. */
  readonly node: string
  readonly logger: FieldLogger
  readonly groups: readonly ProjectionGroup[]
  readonly reactors: readonly Reactor[]
  readonly progress: Progress
  readonly logReader: LogReader
  readonly metrics: Metrics | undefined
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal
  /** Aborted with the present term of this node; undefined while there is none. */
  term(): AbortSignal | undefined
  /** Whether this node holds the lock and does not stop. */
  leads(): boolean
  /** ISO 8601. */
  now(): string
  /** Called after the commit. */
  onChanges(changes: readonly LiveChange[], version: string): void
  /** The next tick comes at once. */
  wake(): void
}
