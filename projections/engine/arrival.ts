import type { Position } from '../../src/kernel/event.ts'
import { pause } from '../../src/kernel/pause.ts'
import type { EngineContext } from './context.ts'
import { isAtLeast } from './progress.ts'
import { isHalted, readProjections } from './store.ts'

/** Milliseconds between two checks of a waiting caller. */
const catchUpMs = 20
/** Samples of the head of the log that are kept. */
const keptHeads = 30

/** Whether the groups have reached the head of the log. */
export function createArrival({ db, log, groups, reactors, progress, metrics, term }: EngineContext) {
  const heads: { at: number; head: Position | null }[] = []
  const atHeadSince = new Map<string, number>()

  async function haveAllPassed(head: Position | null): Promise<boolean> {
    const stored = await readProjections(db)
    return groups.every((group) => {
      const lane = stored.find((each) => each.kind === 'group' && each.name === group.name)
      if (!lane) return false
      // A generation of another version serves until it is rebuilt: ready, as far as this node can be.
      if (head === null || isHalted(lane, groups)) return true
      // On the leading node a stored checkpoint is not enough: the changes it commits are reported a moment after the commit.
      return isAtLeast(log, progress.get(group.name), head) || (!term() && isAtLeast(log, lane.checkpoint, head))
    })
  }

  return {
    /** Records the head of the log, and on the leading node how long each has been behind it. */
    sample(head: Position | null): void {
      const at = performance.now()
      heads.push({ at, head })
      while (heads.length > keptHeads) heads.shift()
      for (const { name } of [...groups, ...reactors]) {
        const there = head === null || isAtLeast(log, progress.get(name), head)
        if (there || !atHeadSince.has(name)) atHeadSince.set(name, at)
        const seconds = there ? 0 : (at - atHeadSince.get(name)!) / 1_000
        if (term()) metrics?.projectionLagSeconds.set({ projection: name }, seconds)
      }
    },
    /** How long each has been behind is counted anew. */
    forget: () => atHeadSince.clear(),
    /** Every group has its tables and has passed the head of `toleranceMs` ago (0: now). Paused ones are not waited for. */
    async caughtUp(toleranceMs = 0): Promise<boolean> {
      const since = performance.now() - toleranceMs
      const sample = toleranceMs > 0 ? (heads.findLast(({ at }) => at <= since) ?? heads[0]) : undefined
      return haveAllPassed(sample ? sample.head : await log.head())
    },
    /** Resolves once every group has passed the present head, however much is appended meanwhile; or when aborted. */
    async catchUp(signal: AbortSignal): Promise<void> {
      const head = await log.head()
      while (!signal.aborted && !(await haveAllPassed(head))) await pause(catchUpMs, signal)
    },
  }
}
