import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { EngineContext } from './context.ts'
import { createFirst, dropGeneration } from './generations.ts'
import { EMPTY, isComplete, readGenerations, readGroup } from './store.ts'
import type { ProjectionWorker } from './worker.ts'

interface ProjectingParts {
  workerOf(name: string): ProjectionWorker | undefined
  /** Whether this node may project the group: no other one does. */
  holds(name: string): boolean
  /** False if it failed because of an event. */
  bringUpToDate(group: ProjectionGroup, signal: AbortSignal): Promise<boolean>
  onEnded(): void
}

interface Run {
  readonly abort: AbortController
  readonly work: Promise<unknown>[]
  /** Its tables are being built, or could not be built. */
  isBuilding: boolean
}

export type Projecting = ReturnType<typeof createProjecting>

/** Runs the workers of the groups that this node projects. */
export function createProjecting(
  { db, log, groups, logReader, stopping, isStale, wake }: EngineContext,
  parts: ProjectingParts,
) {
  const runs = new Map<string, Run>()
  /** Ended runs that are finishing their batches. */
  const ending = new Map<string, Promise<unknown>>()

  /** Creates missing tables. Returns whether they must be built from the log. */
  async function prepare(group: ProjectionGroup): Promise<boolean> {
    const known = await readGenerations(db, group.name)
    // Unfinished: their node is gone.
    for (const { state, version, generation } of known)
      if (state === 'preparing' && version === group.version) await dropGeneration(db, group.name, generation)
    const stored = await readGroup(db, group)
    if (stored) return stored.version !== group.version || isStale(group, stored)
    if ((await log.head()) === null) {
      await createFirst(db, group, group.version)
      return false
    }
    if (group.optionalOnFirstDeploy && !known.some(isComplete)) await createFirst(db, group, EMPTY)
    return true
  }

  function end(names: readonly string[] = [...runs.keys()]): void {
    for (const name of names) {
      const run = runs.get(name)
      if (!run) continue
      runs.delete(name)
      run.abort.abort()
      const ended = Promise.allSettled([ending.get(name), ...run.work]).finally(() => {
        if (ending.get(name) === ended) ending.delete(name)
      })
      ending.set(name, ended)
    }
    parts.onEnded()
  }

  return {
    /** Signal of a group that this node projects; undefined if it does not. */
    signalOf: (name: string): AbortSignal | undefined => runs.get(name)?.abort.signal,
    isBusy: (): boolean => runs.size > 0,
    isBuilding: (name: string): boolean => runs.get(name)?.isBuilding ?? false,
    /** Starts the workers of the held groups that do not run. */
    async begin(): Promise<void> {
      const waiting = groups.filter(({ name }) => parts.holds(name) && !runs.has(name))
      if (waiting.length === 0) return
      await Promise.all(waiting.map(({ name }) => ending.get(name)))
      const unbuilt = new Set<ProjectionGroup>()
      for (const group of waiting) if (await prepare(group)) unbuilt.add(group)
      const head = await log.head()
      // No await from here on: if a lock is lost, `end` must find every run.
      if (stopping.aborted) return
      if (runs.size === 0) logReader.start(head)
      for (const group of waiting) {
        const worker = parts.workerOf(group.name)
        if (!worker || !parts.holds(group.name)) continue
        const abort = new AbortController()
        const run: Run = { abort, work: [worker.run(abort.signal)], isBuilding: unbuilt.has(group) }
        runs.set(group.name, run)
        if (run.isBuilding)
          run.work.push(
            parts.bringUpToDate(group, abort.signal).then((isBuilt) => {
              run.isBuilding = !isBuilt
              wake()
            }),
          )
      }
    },
    /** Stops the workers of these groups, or of all, after their current batches; `ended` waits for these. */
    end,
    /** Adds work to a group's run: `ended` waits for it. */
    add(name: string, work: Promise<unknown>): void {
      runs.get(name)?.work.push(work)
    },
    /** Resolves when all work of ended runs has ended. */
    ended: async (): Promise<void> => void (await Promise.all(ending.values())),
  }
}
