import type { Position } from '../../src/kernel/event.ts'
import { pause } from '../../src/kernel/pause.ts'
import type { EngineContext } from './context.ts'
import { isAtLeast } from './progress.ts'
import { isHalted, readProjections } from './store.ts'

/** Milliseconds between two checks while a caller waits. */
const catchUpMs = 20
/** Number of samples of the log's head in memory. */
const maxHeads = 30

/** Determines whether the groups have reached the head of the log. */
export function createArrival({ db, log, groups, reactors, progress, metrics, projects }: EngineContext) {
  const heads: { at: number; head: Position | null }[] = []
  const atHeadSince = new Map<string, number>()

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
    /** Records the head of the log and, on the projecting node, the lag of each group and reactor in seconds. */
    sample(head: Position | null): void {
      const at = performance.now()
      heads.push({ at, head })
      while (heads.length > maxHeads) heads.shift()
      for (const { name } of [...groups, ...reactors]) {
        const there = head === null || isAtLeast(log, progress.get(name), head)
        if (there || !atHeadSince.has(name)) atHeadSince.set(name, at)
        const seconds = there ? 0 : (at - atHeadSince.get(name)!) / 1_000
        if (projects(name)) metrics?.projectionLagSeconds.set({ projection: name }, seconds)
      }
    },
    /** Restarts the measurement of lag. */
    forget: () => atHeadSince.clear(),
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
