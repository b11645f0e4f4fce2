import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { EngineContext } from './context.ts'
import { createFirst, dropGeneration, EMPTY, retireOthers } from './generations.ts'
import { readGenerations } from './store.ts'
import type { ProjectionWorker } from './worker.ts'

interface TermParts {
  readonly workers: readonly ProjectionWorker[]
  bringUpToDate(group: ProjectionGroup, signal: AbortSignal): Promise<void>
  onEnded(): void
}

export type Term = ReturnType<typeof createTerm>

/** A term of leadership: its workers run and its generations are built only between its begin and end. */
export function createTerm({ db, log, node, logger, groups, leads, logReader }: EngineContext, parts: TermParts) {
  const groupNames = groups.map(({ name }) => name)
  let current: { readonly abort: AbortController; readonly running: Promise<unknown>[] } | undefined
  let ending: Promise<unknown> = Promise.resolve()

  /** Drops retired generations and groups that no longer exist. `alsoBuilding`: drops unfinished generations of an earlier term, too. */
  async function sweep(alsoBuilding = false): Promise<void> {
    await retireOthers(db, groupNames)
    for (const { state, name, generation } of await readGenerations(db))
      if (state === 'retired' || (alsoBuilding && state === 'building')) await dropGeneration(db, name, generation)
  }

  return {
    /** Signal that is aborted at the end of the term; undefined outside a term. */
    signal: (): AbortSignal | undefined => current?.abort.signal,
    /** Creates missing tables and starts every worker from its checkpoint. Does nothing if the node does not lead, or has started. */
    async begin(): Promise<void> {
      await ending
      if (!leads() || current) return
      await sweep(true)
      const head = await log.head()
      const outdated: ProjectionGroup[] = []
      for (const group of groups) {
        const live = (await readGenerations(db, group.name)).find((row) => row.state === 'live')
        if (!live && head === null) await createFirst(db, group, group.version)
        else if (live?.version !== group.version) {
          if (!live && group.optionalOnFirstDeploy) await createFirst(db, group, EMPTY)
          outdated.push(group)
        }
      }
      // No await from here on: if the lock is lost, `end` must find the complete term.
      if (!leads()) return
      const abort = new AbortController()
      const running: Promise<unknown>[] = []
      current = { abort, running }
      logReader.start(head)
      for (const worker of parts.workers) running.push(worker.run(abort.signal))
      for (const group of outdated) running.push(parts.bringUpToDate(group, abort.signal))
      logger.info({ node }, 'projections: this node leads')
    },
    /** Stops the workers after their current batches; `ended` waits for these. */
    end(): void {
      if (!current) return
      const { abort, running } = current
      current = undefined
      abort.abort()
      ending = Promise.allSettled(running)
      parts.onEnded()
      logger.info({ node }, 'projections: this node leads no more')
    },
    /** Adds work to the term: `ended` waits for it. */
    add(work: Promise<unknown>): void {
      current?.running.push(work)
    },
    /** Resolves when all work of the last term has ended. */
    ended: () => ending,
    sweep,
  }
}
