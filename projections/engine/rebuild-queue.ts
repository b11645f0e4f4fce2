import PQueue from 'p-queue'
import { backOff, pause } from '../../src/kernel/pause.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import type { EngineContext } from './context.ts'
import { errorLine, isTransient } from './faults.ts'
import { rebuildGroup } from './rebuild.ts'
import type { ProjectionWorker } from './worker.ts'

export type RebuildQueue = ReturnType<typeof createRebuildQueue>

/** Runs the rebuilds of a node one at a time. `workerOf` returns the worker of a group; undefined while this node does not project it. */
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

  /** Queues a rebuild and returns its error, or null. The status shows the error too. */
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
    /** Builds missing tables. Retries after store faults, because no operator has requested it. False after another failure. */
    async bringUpToDate(group: ProjectionGroup, signal: AbortSignal): Promise<boolean> {
      for (let attempt = 1; !signal.aborted; attempt++) {
        const error = await run(group, signal)
        if (error === null) return true
        if (!isTransient(error)) return false
        await pause(backOff(attempt), signal)
      }
      return false
    },
    /** Progress of a group's rebuild on this node; undefined when none is running. */
    progressOf: (name: string) => running.get(name),
    /** Error of the last rebuild of a group on this node; null when it succeeded. */
    errorOf: (name: string) => errors.get(name) ?? null,
    isBusy: () => running.size > 0,
    /** Resolves when all queued rebuilds have ended. */
    idle: () => queue.onIdle(),
  }
}
