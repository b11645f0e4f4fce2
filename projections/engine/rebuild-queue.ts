import PQueue from 'p-queue'
import { backOff, pause } from '../../src/kernel/pause.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import type { EngineContext } from './context.ts'
import { errorLine, isTransient } from './faults.ts'
import { rebuildGroup } from './rebuild.ts'
import type { ProjectionWorker } from './worker.ts'

export type RebuildQueue = ReturnType<typeof createRebuildQueue>

/** The rebuilds of a node, one after the other. `laneOf`: the lane that carries a group meanwhile, undefined where this node does not lead. */
export function createRebuildQueue(context: EngineContext, workerOf: (name: string) => ProjectionWorker | undefined) {
  const { logger } = context
  const running = new Map<string, LongRun>()
  const errors = new Map<string, string>()
  const queue = new PQueue({ concurrency: 1 })

  async function rebuild(group: ProjectionGroup, signal: AbortSignal, onProgress?: (run: LongRun) => void) {
    signal.throwIfAborted()
    logger.info({ projection: group.name, version: group.version }, 'projections: rebuilding')
    running.set(group.name, { name: group.name, done: 0, total: null })
    const report = (progressed: LongRun) => {
      running.set(group.name, progressed)
      onProgress?.(progressed)
    }
    await rebuildGroup(group, workerOf(group.name), context, report, signal)
  }

  /** Rebuilds when its turn has come and gives what it failed with; the outcome also stands in the status. */
  async function run(
    group: ProjectionGroup,
    signal: AbortSignal,
    onProgress?: (run: LongRun) => void,
  ): Promise<Error | null> {
    try {
      await queue.add(() => rebuild(group, signal, onProgress))
      errors.delete(group.name)
      logger.info({ projection: group.name, events: running.get(group.name)?.done }, 'projections: rebuilt')
      return null
    } catch (error) {
      if (!signal.aborted) {
        errors.set(group.name, errorLine(error))
        logger.error({ projection: group.name, error: errorLine(error) }, 'projections: the rebuild failed')
      }
      return error as Error
    } finally {
      running.delete(group.name)
    }
  }

  return {
    run,
    /** Nobody has to ask for it, and nobody would ask again: what a store's fault ended is begun anew. */
    async bringUpToDate(group: ProjectionGroup, signal: AbortSignal): Promise<void> {
      for (let attempt = 1; !signal.aborted; attempt++) {
        const error = await run(group, signal)
        if (error === null || !isTransient(error)) return
        await pause(backOff(attempt), signal)
      }
    },
    /** How far a group is being built here; undefined: it is not. */
    progressOf: (name: string) => running.get(name),
    /** Why the last rebuild of a group failed here. */
    errorOf: (name: string) => errors.get(name) ?? null,
    isBusy: () => running.size > 0,
    /** Resolves once all that have been asked for are over. */
    idle: () => queue.onIdle(),
  }
}
