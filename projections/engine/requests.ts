import { pause } from '../../src/kernel/pause.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import type { EngineContext } from './context.ts'
import { errorLine } from './faults.ts'
import type { RebuildQueue } from './rebuild-queue.ts'
import { readRequest, requestRebuild, type StoreSnapshot, updateRequest } from './store.ts'
import type { Term } from './term.ts'

/** Milliseconds between two progress checks of a waiting caller. */
const checkIntervalMs = 250
/** Milliseconds between two progress reports of the leading node. */
const reportMs = 200

interface RequestParts {
  readonly term: Term
  readonly rebuilds: RebuildQueue
  /** Makes this process the leader if its engine is not started and no other node leads. */
  standIn(): Promise<boolean>
  /** Notifies all nodes of a request. */
  notifyNodes(): Promise<void>
}

/** Runs requested rebuilds, on any node. */
export function createRebuildRequests(
  { db, logger, groups, stopping, wake }: EngineContext,
  { term, rebuilds, standIn, notifyNodes }: RequestParts,
) {
  async function rebuildHere(group: ProjectionGroup, onProgress?: (run: LongRun) => void): Promise<void> {
    const signal = term.signal()
    const error = await rebuilds.run(group, signal ? AbortSignal.any([signal, stopping]) : stopping, onProgress)
    if (!error) return
    // The term has ended, for example because of a purge: rebuild in the next term, on any node.
    if (signal?.aborted && !stopping.aborted) return rebuildByLeader(group, onProgress)
    throw error
  }

  async function rebuildByLeader(group: ProjectionGroup, onProgress?: (run: LongRun) => void): Promise<void> {
    const id = await requestRebuild(db, group.name)
    await notifyNodes()
    for (;;) {
      const request = await readRequest(db, id)
      if (!request || request.state === 'failed') throw new Error(request?.error ?? 'the request is gone')
      onProgress?.({ name: group.name, done: request.done, total: request.total })
      if (request.state === 'done') return
      stopping.throwIfAborted()
      // The leading node is gone and this process's engine is not started: it does the work itself.
      if (await standIn()) {
        await updateRequest(db, id, { state: 'failed', error: 'the leading node is gone' })
        return rebuildHere(group, onProgress)
      }
      await pause(checkIntervalMs, stopping)
    }
  }

  return {
    /** Rebuilds on this node if it leads, otherwise on the leading node; again if a term ends meanwhile. Throws the reason of a failure. */
    // Never between two terms: the next term would drop the unfinished generation.
    rebuild: async (group: ProjectionGroup, onProgress?: (run: LongRun) => void): Promise<void> =>
      term.signal() || (await standIn()) ? rebuildHere(group, onProgress) : rebuildByLeader(group, onProgress),
    /** Starts the rebuild that another node has requested, if this node is in a term and not building. */
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
        // Aborted by the end of the term: the next leader finds the request still running, and starts it again.
        if (signal.aborted) return
        await updateRequest(db, request.id, error ? { state: 'failed', error: errorLine(error) } : { state: 'done' })
        wake()
      })
      term.add(work.catch((error) => logger.warn({ error: errorLine(error) }, 'projections: a request was not closed')))
    },
  }
}
