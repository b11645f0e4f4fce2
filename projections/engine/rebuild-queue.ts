import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import { errorLine, isTransient } from './faults.ts'
import type { Lane } from './lane.ts'
import { backOff, pause } from './pause.ts'
import { type RebuildDeps, rebuildGroup } from './rebuild.ts'

/** The rebuilds of a node, one after the other. */
export interface RebuildQueue {
  /** Rebuilds when its turn has come and gives what it failed with; the outcome also stands in the status. */
  run(group: ProjectionGroup, signal: AbortSignal, onProgress?: (run: LongRun) => void): Promise<Error | null>
  /** Nobody has to ask for it, and nobody would ask again: what a store's fault ended is begun anew. */
  bringUpToDate(group: ProjectionGroup, signal: AbortSignal): Promise<void>
  /** How far a group is being built here; undefined: it is not. */
  progressOf(name: string): LongRun | undefined
  /** Why the last rebuild of a group failed here. */
  errorOf(name: string): string | null
  readonly isBusy: boolean
  /** Resolves once all that have been asked for are over. */
  idle(): Promise<unknown>
}

/** `laneOf`: the lane that carries a group meanwhile, undefined where this node does not lead. */
export function createRebuildQueue(deps: RebuildDeps & { laneOf(name: string): Lane | undefined }): RebuildQueue {
  const { logger } = deps
  const running = new Map<string, LongRun>()
  const errors = new Map<string, string>()
  let turn: Promise<unknown> = Promise.resolve()

  async function rebuild(group: ProjectionGroup, signal: AbortSignal, onProgress?: (run: LongRun) => void) {
    signal.throwIfAborted()
    logger.info({ projection: group.name, version: group.version }, 'projections: rebuilding')
    running.set(group.name, { name: group.name, done: 0, total: null })
    const report = (progressed: LongRun) => {
      running.set(group.name, progressed)
      onProgress?.(progressed)
    }
    await rebuildGroup(group, deps.laneOf(group.name), deps, report, signal)
  }

  async function run(
    group: ProjectionGroup,
    signal: AbortSignal,
    onProgress?: (run: LongRun) => void,
  ): Promise<Error | null> {
    const mine = turn.then(() => rebuild(group, signal, onProgress))
    turn = mine.catch(() => undefined)
    try {
      await mine
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
    async bringUpToDate(group, signal) {
      for (let attempt = 1; !signal.aborted; attempt++) {
        const error = await run(group, signal)
        if (error === null || !isTransient(error)) return
        await pause(backOff(attempt), signal)
      }
    },
    progressOf: (name) => running.get(name),
    errorOf: (name) => errors.get(name) ?? null,
    get isBusy() {
      return running.size > 0
    },
    idle: () => turn,
  }
}
