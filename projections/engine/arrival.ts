import type { Position } from '../../src/kernel/event.ts'
import { pause } from '../../src/kernel/pause.ts'
import type { EngineContext } from './context.ts'
import { isAtLeast } from './progress.ts'
import { isHalted, readProjections } from './store.ts'

/** Milliseconds between two checks while a caller waits. */
const catchUpMs = 20
/** Number of samples of the log's head in memory. */
const maxHeads = 30

/** The head of the log at a time of `performance.now()`. */
interface Sample {
  readonly at: number
  readonly head: Position | null
}

/** Determines whether the groups have reached the head of the log. */
export function createArrival({ db, log, groups, reactors, progress, metrics, projects }: EngineContext) {
  const heads: Sample[] = []
  /** By group or reactor: the oldest head that it has not passed. */
  const behind = new Map<string, Sample>()

  async function haveAllPassed(head: Position | null): Promise<boolean> {
    const stored = await readProjections(db, groups)
    return groups.every((group) => {
      const own = stored.find((each) => each.kind === 'group' && each.name === group.name)
      if (!own) return false
      // Paused, or empty tables until they are built: this node can do no more.
      if (head === null || isHalted(group, own)) return true
      // On the projecting node a stored checkpoint is not enough: live changes are reported shortly after the commit.
      return (
        isAtLeast(log, progress.get(group.name), head) ||
        (!projects(group.name) && isAtLeast(log, own.checkpoint, head))
      )
    })
  }

  return {
    /** Records the head of the log and, on the projecting node, for how many seconds each group and reactor has not passed one. */
    sample(head: Position | null): void {
      heads.push({ at: performance.now(), head })
      while (heads.length > maxHeads) heads.shift()
      for (const { name } of [...groups, ...reactors]) {
        const isAhead = (sample: Sample) => sample.head !== null && !isAtLeast(log, progress.get(name), sample.head)
        const first = behind.get(name)
        const oldest = first && isAhead(first) ? first : heads.find(isAhead)
        if (oldest) behind.set(name, oldest)
        else behind.delete(name)
        const seconds = oldest ? (heads.at(-1)!.at - oldest.at) / 1_000 : 0
        if (projects(name)) metrics?.projectionLagSeconds.set({ projection: name }, seconds)
      }
    },
    /** Restarts the measurement of lag. */
    forget: () => behind.clear(),
    /** Whether every group has tables and has passed the head of `toleranceMs` ago (0: now). Paused groups are ignored. */
    async caughtUp(toleranceMs = 0): Promise<boolean> {
      const since = performance.now() - toleranceMs
      const sample = toleranceMs > 0 ? (heads.findLast(({ at }) => at <= since) ?? heads[0]) : undefined
      return haveAllPassed(sample ? sample.head : await log.head())
    },
    /** Resolves when every group has passed the head at the time of the call, or when aborted. */
    async catchUp(signal: AbortSignal): Promise<void> {
      const head = await log.head()
      while (!signal.aborted && !(await haveAllPassed(head))) await pause(catchUpMs, signal)
    },
  }
}
