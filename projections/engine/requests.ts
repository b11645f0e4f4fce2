import { pause } from '../../src/kernel/pause.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import type { EngineContext } from './context.ts'
import { errorLine } from './faults.ts'
import type { Projecting } from './projecting.ts'
import type { RebuildQueue } from './rebuild-queue.ts'
import { readRequest, requestRebuild, updateRequest } from './request-store.ts'
import type { StoreSnapshot } from './store.ts'

/** Milliseconds between two progress checks of a waiting caller. */
const checkIntervalMs = 250
/** Milliseconds between two progress reports of the leading node. */
const reportMs = 200

interface RequestParts {
  readonly projecting: Projecting
  readonly rebuilds: RebuildQueue
  /** Takes a group if this process's engine is not started and no node projects it. */
  standIn(name: string): Promise<boolean>
  /** Notifies all nodes of a request. */
  notifyNodes(): Promise<void>
}

/** Runs requested rebuilds, on any node. */
export function createRebuildRequests(
  { db, logger, groups, stopping, wake }: EngineContext,
  { projecting, rebuilds, standIn, notifyNodes }: RequestParts,
) {
  async function rebuildHere(group: ProjectionGroup, onProgress?: (run: LongRun) => void): Promise<void> {
    const signal = projecting.signalOf(group.name)
    const error = await rebuilds.run(group, signal ? AbortSignal.any([signal, stopping]) : stopping, onProgress)
    if (!error) return
    // Its worker has ended, for example because of a purge: rebuild when it runs again, on any node.
    if (signal?.aborted && !stopping.aborted) return rebuildElsewhere(group, onProgress)
    throw error
  }

  async function rebuildElsewhere(group: ProjectionGroup, onProgress?: (run: LongRun) => void): Promise<void> {
    const id = await requestRebuild(db, group)
    await notifyNodes()
    for (;;) {
      const request = await readRequest(db, id)
      if (!request || request.state === 'failed') throw new Error(request?.error ?? 'the request is gone')
      onProgress?.({ name: group.name, done: request.done, total: request.total })
      if (request.state === 'done') return
      stopping.throwIfAborted()
      // The projecting node is gone and this process's engine is not started: it does the work itself.
      if (await standIn(group.name)) {
        await updateRequest(db, id, { state: 'failed', error: 'the projecting node is gone' })
        return rebuildHere(group, onProgress)
      }
      await pause(checkIntervalMs, stopping)
    }
  }

  return {
    /** Rebuilds on the node that projects the group; again if its worker ends meanwhile. Throws the reason of a failure. */
    // Never while its worker does not run: its next start would drop the unfinished generation.
    rebuild: async (group: ProjectionGroup, onProgress?: (run: LongRun) => void): Promise<void> =>
      projecting.signalOf(group.name) || (await standIn(group.name))
        ? rebuildHere(group, onProgress)
        : rebuildElsewhere(group, onProgress),
    /** Starts the rebuild that another node has requested, if this node projects the group and is not building. */
    async answer({ request }: Pick<StoreSnapshot, 'request'>): Promise<void> {
      const group = request && groups.find((each) => each.name === request.name)
      const signal = group && projecting.signalOf(group.name)
      if (!request || !group || !signal || rebuilds.isBusy()) return
      await updateRequest(db, request.id, { state: 'running' })
      let reported = 0
      const report = (run: LongRun) => {
        if (performance.now() - reported < reportMs) return
        reported = performance.now()
        updateRequest(db, request.id, { state: 'running', done: run.done, total: run.total }).catch(() => undefined)
      }
      const work = rebuilds.run(group, signal, report).then(async (error) => {
        // Aborted by the end of its worker: the next node finds the request still running, and starts it again.
        if (signal.aborted) return
        await updateRequest(db, request.id, error ? { state: 'failed', error: errorLine(error) } : { state: 'done' })
        wake()
      })
      projecting.add(
        group.name,
        work.catch((error) => logger.warn({ error: errorLine(error) }, 'projections: a request was not closed')),
      )
    },
  }
}
