import type { EngineContext } from './context.ts'
import { errorLine } from './faults.ts'
import { createGroupTarget } from './group-target.ts'
import { createReactorTarget } from './reactor-target.ts'
import { storePendingCheckpoints } from './store.ts'
import { createWorker, type ProjectionWorker } from './worker.ts'

/** Milliseconds after which pending checkpoints are stored together. */
const storeAfterMs = 250

/**
 * Creates a worker for each group, then one for each reactor. Checkpoints over events that changed nothing are stored later, for all
 * workers in one statement. Most events affect few workers, so one transaction for each of the others would be most of the work.
 */
export function createWorkers(context: EngineContext) {
  const { db, logger, groups, reactors, stopping } = context
  let timer: NodeJS.Timeout | undefined
  stopping.addEventListener('abort', () => clearTimeout(timer))

  async function store(): Promise<void> {
    timer = undefined
    const due = all.flatMap((worker) => {
      const pending = worker.pendingCheckpoint()
      return pending ? [{ worker, pending }] : []
    })
    if (due.length === 0) return
    const names = storePendingCheckpoints(
      db,
      due.map(({ pending }) => pending),
    ).catch((error) => {
      logger.warn({ error: errorLine(error) }, 'projections: checkpoints could not be stored yet')
      return new Set<string>()
    })
    await Promise.all(
      due.map(({ worker, pending }) => worker.storing(names.then((stored) => stored.has(pending.name)))),
    )
  }

  const dependencies = {
    ...context,
    onReady(group: string) {
      for (const [index, { dependsOn }] of reactors.entries())
        if (dependsOn?.group === group) ofReactors[index]?.onRebuilt()
    },
    /** A worker that is applying events at that time is left out: it stores its own checkpoint, or calls this again. */
    onPendingCheckpoint() {
      if (!stopping.aborted) timer ??= setTimeout(() => void store(), storeAfterMs)
    },
  }
  const ofGroups = new Map(
    groups.map((group) => [group.name, createWorker(createGroupTarget(group, context), dependencies)]),
  )
  const ofReactors = reactors.map((reactor) => createWorker(createReactorTarget(reactor, context), dependencies))
  const all: readonly ProjectionWorker[] = [...ofGroups.values(), ...ofReactors]
  return { all, ofReactors, ofGroup: (name: string): ProjectionWorker | undefined => ofGroups.get(name) }
}
