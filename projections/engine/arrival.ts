import type { Position } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { EngineMetrics } from './metrics.ts'
import { pause } from './pause.ts'
import type { Progress } from './progress.ts'
import { type Db, isHalted, readLanes } from './store.ts'

/** Who waits to have caught up looks this often. */
const catchUpMs = 20
/** Looks at the head of the log that are remembered. */
const keptHeads = 30

/** Whether the groups have arrived at the head of the log. */
interface Arrival {
  /** Takes note of the head of the log, and on the leading node of how long each has been behind it. */
  sample(head: Position | null, isLeading: boolean): void
  /** How long each has been behind is counted anew. */
  forget(): void
  /** Every group has its tables and has passed what was the head `toleranceMs` ago (0: now); paused ones are not waited for. */
  caughtUp(toleranceMs: number): Promise<boolean>
  /** Resolves once every group has passed what is the head now; or when aborted. */
  catchUp(signal: AbortSignal): Promise<void>
}

interface ArrivalDeps {
  readonly db: Db
  readonly log: EventLog
  readonly groups: readonly ProjectionGroup[]
  /** Of groups and reactors. */
  readonly names: readonly string[]
  readonly progress: Progress
  readonly metrics: EngineMetrics | undefined
}

export function createArrival({ db, log, groups, names, progress, metrics }: ArrivalDeps): Arrival {
  const heads: { at: number; head: Position | null }[] = []
  const atHeadSince = new Map<string, number>()

  async function haveAllPassed(head: Position | null): Promise<boolean> {
    const stored = await readLanes(db)
    return groups.every((group) => {
      const lane = stored.find((each) => each.kind === 'group' && each.name === group.name)
      if (!lane) return false
      // A generation of another version serves until it is rebuilt: ready, as far as this node can be.
      if (head === null || isHalted(lane, groups)) return true
      return [lane.checkpoint, progress.get(group.name)].some((at) => at !== null && log.compare(at, head) >= 0)
    })
  }

  return {
    sample(head, isLeading) {
      const at = performance.now()
      heads.push({ at, head })
      while (heads.length > keptHeads) heads.shift()
      for (const name of names) {
        const passed = progress.get(name)
        const there = head === null || (passed !== null && log.compare(passed, head) >= 0)
        if (there || !atHeadSince.has(name)) atHeadSince.set(name, at)
        if (isLeading) metrics?.lag(name, there ? 0 : (at - atHeadSince.get(name)!) / 1_000)
      }
    },
    forget: () => atHeadSince.clear(),
    async caughtUp(toleranceMs) {
      const since = performance.now() - toleranceMs
      const sample = toleranceMs > 0 ? (heads.findLast(({ at }) => at <= since) ?? heads[0]) : undefined
      return haveAllPassed(sample ? sample.head : await log.head())
    },
    async catchUp(signal) {
      const head = await log.head()
      while (!signal.aborted && !(await haveAllPassed(head))) await pause(catchUpMs, signal)
    },
  }
}
