import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { EngineContext } from './context.ts'
import { createFirst, dropGeneration, EMPTY, retireOthers } from './generations.ts'
import { readGenerations } from './store.ts'
import type { ProjectionWorker } from './worker.ts'

interface TermParts {
  readonly lanes: readonly ProjectionWorker[]
  bringUpToDate(group: ProjectionGroup, signal: AbortSignal): Promise<void>
  onEnded(): void
}

export type Term = ReturnType<typeof createTerm>

/** The time in which a node leads: its lanes run and its generations are built from the beginning to the end of it. */
export function createTerm({ db, log, node, logger, groups, leads, logReader }: EngineContext, parts: TermParts) {
  const groupNames = groups.map(({ name }) => name)
  let current: { readonly abort: AbortController; readonly running: Promise<unknown>[] } | undefined
  let ending: Promise<unknown> = Promise.resolve()

  /** Drops generations that nobody reads and groups that no longer exist; at the beginning of a term also what an ended one was building. */
  async function sweep(alsoBuilding = false): Promise<void> {
    await retireOthers(db, groupNames)
    for (const { state, name, generation } of await readGenerations(db))
      if (state === 'retired' || (alsoBuilding && state === 'building')) await dropGeneration(db, name, generation)
  }

  return {
    /** Aborted with the term; undefined while there is none. */
    signal: (): AbortSignal | undefined => current?.abort.signal,
    /** Begins to project: tables for all groups, then every lane from its checkpoint. Nothing where the node does not lead, or has begun. */
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
      // Nothing awaited from here on: a lost lock ends the term it finds.
      if (!leads()) return
      const abort = new AbortController()
      const running: Promise<unknown>[] = []
      current = { abort, running }
      logReader.start(head)
      for (const lane of parts.lanes) running.push(lane.run(abort.signal))
      for (const group of outdated) running.push(parts.bringUpToDate(group, abort.signal))
      logger.info({ node }, 'projections: this node leads')
    },
    /** Stops the lanes after their running batches; what they do until then is awaited by `ended`. */
    end(): void {
      if (!current) return
      const { abort, running } = current
      current = undefined
      abort.abort()
      ending = Promise.allSettled(running)
      parts.onEnded()
      logger.info({ node }, 'projections: this node leads no more')
    },
    /** Work that belongs to the term: its end waits for it. */
    add(work: Promise<unknown>): void {
      current?.running.push(work)
    },
    /** Resolves when everything of the last term is over. */
    ended: () => ending,
    sweep,
  }
}
