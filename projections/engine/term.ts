import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { EngineContext } from './context.ts'
import { errorLine } from './faults.ts'
import { dropGeneration, dropVersion, endingReaders, isLockFault, serve } from './generations.ts'
import { publish, readGenerations, readUnused } from './store.ts'
import { dropLeftTables } from './verify.ts'
import type { ProjectionWorker } from './worker.ts'

interface TermParts {
  readonly reactors: readonly ProjectionWorker[]
  readonly unusedMs: number
  onEnded(): void
}

export type Term = ReturnType<typeof createTerm>

/**
 * A term of leadership: reactors run, `read` shows the tables of this node's versions, and unused tables are dropped. A node leads only
 * when the tables of its versions are complete.
 */
export function createTerm({ db, node, logger, groups, leads }: EngineContext, parts: TermParts) {
  let current: { readonly abort: AbortController; readonly running: Promise<unknown>[] } | undefined
  let ending: Promise<unknown> = Promise.resolve()
  let delayedServes = 0
  /** Time since when no node uses the tables of a version of a group. By this process's clock, because others may jump. */
  const unusedSince = new Map<string, number>()

  /** Drops retired generations, unused versions and tables of killed verifications. `alsoBuilding`: drops unfinished generations of old versions of nodes, too. */
  async function sweep(alsoBuilding = false): Promise<void> {
    for (const { state, name, generation } of await readGenerations(db))
      if (state === 'retired' || (alsoBuilding && state === 'building')) await dropGeneration(db, name, generation)
    await dropLeftTables(db, groups)
    const unused = await readUnused(db)
    const keyOf = ({ name, version }: Pick<ProjectionGroup, 'name' | 'version'>) => `${name} ${version}`
    for (const key of unusedSince.keys()) if (!unused.some((each) => keyOf(each) === key)) unusedSince.delete(key)
    for (const each of unused) {
      const since = unusedSince.get(keyOf(each)) ?? performance.now()
      unusedSince.set(keyOf(each), since)
      // Tables built in advance are used by a node that starts later.
      if (performance.now() - since < parts.unusedMs || !(each.isOver || each.isOld)) continue
      logger.info(
        { projection: each.name, version: each.version },
        'projections: tables of a version without nodes were dropped',
      )
      await dropVersion(db, each)
    }
  }

  return {
    /** Signal that is aborted at the end of the term; undefined outside a term. */
    signal: (): AbortSignal | undefined => current?.abort.signal,
    /** Starts every reactor from its checkpoint. Does nothing if the node does not lead, or has started. */
    async begin(): Promise<void> {
      await ending
      if (!leads() || current) return
      await sweep(true)
      // No await from here on: if the lock is lost, `end` must find the complete term.
      if (!leads()) return
      const abort = new AbortController()
      current = { abort, running: parts.reactors.map((worker) => worker.run(abort.signal)) }
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
    /** Resolves when all work of the last term has ended. */
    ended: () => ending,
    /** Lets `read` show the tables of this node's versions, all in one transaction. Long reads of other roles can delay it. */
    async serve(): Promise<void> {
      const switchViews = () =>
        db.transaction().execute(async (tx) => {
          await serve(tx, groups)
          await publish(tx, node, { reload: true })
        })
      try {
        if (delayedServes % 10 === 9)
          await endingReaders(
            db,
            (await readGenerations(db)).flatMap(({ views }) => views),
            switchViews,
          )
        else await switchViews()
        delayedServes = 0
        logger.info({ node }, 'projections: the views of read show the tables of this version')
      } catch (error) {
        if (!isLockFault(error)) throw error
        logger.warn({ error: errorLine(error) }, 'projections: long reads delay the switch of read')
        delayedServes++
      }
    },
    sweep,
  }
}
