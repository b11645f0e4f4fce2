import type { EngineContext } from './context.ts'
import { errorLine } from './faults.ts'
import { createGroupTarget } from './group-target.ts'
import { createReactorTarget } from './reactor-target.ts'
import { storePendingCheckpoints } from './store.ts'
import { createWorker, type ProjectionWorker } from './worker.ts'

/** Milliseconds after which checkpoints that only moved are stored together. */
const storeAfterMs = 250

/**
 * A lane for each group, then one for each reactor. Checkpoints over events that changed nothing are stored a little later, of all lanes in
 * one statement: most events concern few lanes, so a transaction for each of the others would be most of the work.
 */
export function createWorkers(context: EngineContext) {
  const { db, logger, groups, reactors, stopping } = context
  let timer: NodeJS.Timeout | undefined
  stopping.addEventListener('abort', () => clearTimeout(timer))

  async function store(): Promise<void> {
    timer = undefined
    const due = all.flatMap((lane) => {
      const ahead = lane.pendingCheckpoint()
      return ahead ? [{ lane, ahead }] : []
    })
    if (due.length === 0) return
    const names = storePendingCheckpoints(
      db,
      due.map(({ ahead }) => ahead),
    ).catch((error) => {
      logger.warn({ error: errorLine(error) }, 'projections: checkpoints could not be stored yet')
      return new Set<string>()
    })
    await Promise.all(due.map(({ lane, ahead }) => lane.storing(names.then((stored) => stored.has(ahead.name)))))
  }

  const dependencies = {
    ...context,
    onReady(group: string) {
      for (const [index, { dependsOn }] of reactors.entries())
        if (dependsOn?.group === group) ofReactors[index]?.onRebuilt()
    },
    /** A lane that applies events then stores its own checkpoint, or calls again. */
    onPendingCheckpoint() {
      if (!stopping.aborted) timer ??= setTimeout(() => void store(), storeAfterMs)
    },
  }
  const ofGroups = new Map(
    groups.map((group) => [group.name, createWorker(createGroupTarget(group, context), dependencies)]),
  )
  const ofReactors = reactors.map((reactor) => createWorker(createReactorTarget(reactor, context), dependencies))
  const all: readonly ProjectionWorker[] = [...ofGroups.values(), ...ofReactors]
  return { all, ofGroup: (name: string): ProjectionWorker | undefined => ofGroups.get(name) }
}
