import { pause } from '../../src/kernel/pause.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import type { EngineContext } from './context.ts'
import { errorLine } from './faults.ts'
import type { RebuildQueue } from './rebuild-queue.ts'
import { readRequest, requestRebuild, type StoreSnapshot, updateRequest } from './store.ts'
import type { Term } from './term.ts'

/** Who asked for a rebuild looks this often how far it is. */
const checkIntervalMs = 250
/** The leading node tells so often how far it is. */
const reportMs = 200

interface RequestParts {
  readonly term: Term
  readonly rebuilds: RebuildQueue
  /** Leads from now on, where this process takes no part in projecting and no other node leads. */
  standIn(): Promise<boolean>
  /** Tells all nodes that there is a request. */
  tellAll(): Promise<void>
}

/** Rebuilds that somebody asked for, on whichever node. */
export function createRebuildRequests(
  { db, logger, groups, stopping, wake }: EngineContext,
  { term, rebuilds, standIn, tellAll }: RequestParts,
) {
  async function rebuildHere(group: ProjectionGroup, onProgress?: (run: LongRun) => void): Promise<void> {
    const signal = term.signal()
    const error = await rebuilds.run(group, signal ? AbortSignal.any([signal, stopping]) : stopping, onProgress)
    if (!error) return
    // Its term has ended, as a clear of simulated data ends one: it is done in the next, on whichever node.
    if (signal?.aborted && !stopping.aborted) return rebuildByLeader(group, onProgress)
    throw error
  }

  async function rebuildByLeader(group: ProjectionGroup, onProgress?: (run: LongRun) => void): Promise<void> {
    const id = await requestRebuild(db, group.name)
    await tellAll()
    for (;;) {
      const request = await readRequest(db, id)
      if (!request || request.state === 'failed') throw new Error(request?.error ?? 'the request is gone')
      onProgress?.({ name: group.name, done: request.done, total: request.total })
      if (request.state === 'done') return
      stopping.throwIfAborted()
      // The leading node went away, and this process takes no part in projecting: it does the work itself.
      if (await standIn()) {
        await updateRequest(db, id, { state: 'failed', error: 'the leading node went away' })
        return rebuildHere(group, onProgress)
      }
      await pause(checkIntervalMs, stopping)
    }
  }

  return {
    /** Rebuilds here when this node leads, else by the leading node, and again where a term ends meanwhile. Throws with the reason when it fails. */
    // Between two terms nobody builds: the next one would drop what it finds half built.
    rebuild: async (group: ProjectionGroup, onProgress?: (run: LongRun) => void): Promise<void> =>
      term.signal() || (await standIn()) ? rebuildHere(group, onProgress) : rebuildByLeader(group, onProgress),
    /** Begins what another node asked for, where this one is in its term and builds nothing. */
    async answer({ request }: Pick<StoreSnapshot, 'request'>): Promise<void> {
      const signal = term.signal()
      if (!request || !signal || rebuilds.isBusy()) return
      const group = groups.find((each) => each.name === request.name)
      await updateRequest(
        db,
        request.id,
        group ? { state: 'running' } : { state: 'failed', error: `no projection is called ${request.name}` },
      )
      if (!group) return
      let reported = 0
      const report = (run: LongRun) => {
        if (performance.now() - reported < reportMs) return
        reported = performance.now()
        updateRequest(db, request.id, { state: 'running', done: run.done, total: run.total }).catch(() => undefined)
      }
      const work = rebuilds.run(group, signal, report).then(async (error) => {
        // Aborted by the end of the term: the next leader finds it still running, and begins again.
        if (signal.aborted) return
        await updateRequest(db, request.id, error ? { state: 'failed', error: errorLine(error) } : { state: 'done' })
        wake()
      })
      term.add(work.catch((error) => logger.warn({ error: errorLine(error) }, 'projections: a request was not closed')))
    },
  }
}
