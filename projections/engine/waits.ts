import type { Position } from '../../src/kernel/event.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { Progress } from './progress.ts'

/** Waiting for what was appended to be projected or answered. */
export interface Waits {
  /** Names of the groups handling one of these event types that have not passed the position in time, or stand still. */
  waitFor(position: Position | null, types: readonly string[], timeoutMs: number): Promise<readonly string[]>
  /** False when the group or reactor has not passed the position in time, or stands still: paused, or the tables it works from are. */
  waitForReactor(name: string, position: Position | null, timeoutMs: number): Promise<boolean>
}

/** Waits on what this node knows of progress. They throw `TermEnded` once the signal of `termOf` is aborted, where it gives one. */
export function createWaits(
  groups: readonly ProjectionGroup[],
  progress: Progress,
  termOf: () => AbortSignal | undefined,
): Waits {
  return {
    async waitFor(position, types, timeoutMs) {
      if (position === null) return []
      const concerned = groups
        .filter((group) => group.events.some((type) => types.includes(type)))
        .map((group) => group.name)
      return concerned.length === 0 ? [] : progress.wait(concerned, position, timeoutMs, termOf())
    },
    async waitForReactor(name, position, timeoutMs) {
      if (position === null) return true
      return (await progress.wait([name], position, timeoutMs, termOf())).length === 0
    },
  }
}
