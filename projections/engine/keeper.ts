import { errorLine } from './faults.ts'
import type { Lane } from './lane.ts'
import type { EngineLogger } from './logger.ts'
import { type Db, storeAhead } from './store.ts'

/** Checkpoints that only moved are stored together, this long after the first of them did. */
const storeAfterMs = 250

/**
 * Stores the checkpoints of groups and reactors that passed events which changed nothing: of all in one statement, a little later.
 * Most events concern few of them, so a transaction for each of the others would be most of the work that an event makes.
 */
interface Keeper {
  /** One of them has moved. One that applies events just then stores its own checkpoint, or reminds again. */
  remind(): void
  /** What is not stored by then each lane stores at its end. */
  stop(): void
}

export function createKeeper(deps: { db: Db; node: string; logger: EngineLogger; lanes(): readonly Lane[] }): Keeper {
  let timer: NodeJS.Timeout | undefined

  async function store(): Promise<void> {
    const due = deps.lanes().flatMap((lane) => {
      const ahead = lane.ahead()
      return ahead ? [{ lane, ahead }] : []
    })
    if (due.length === 0) return
    const names = storeAhead(
      deps.db,
      deps.node,
      due.map(({ ahead }) => ahead),
    ).catch((error) => {
      deps.logger.warn({ error: errorLine(error) }, 'projections: checkpoints could not be stored yet')
      return new Set<string>()
    })
    await Promise.all(due.map(({ lane, ahead }) => lane.storing(names.then((stored) => stored.has(ahead.name)))))
  }

  let isStopped = false
  return {
    remind() {
      if (isStopped) return
      timer ??= setTimeout(() => {
        timer = undefined
        void store()
      }, storeAfterMs)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
