import type { Position } from '../../src/kernel/event.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { errorLine, isTransient } from './faults.ts'
import type { EngineLogger } from './logger.ts'
import { backOff, pause } from './pause.ts'
import type { RebuildQueue } from './rebuild-queue.ts'
import {
  askForClearing,
  type Clearing,
  type Db,
  readClearing,
  type StoreLook,
  takeReactorsBack,
  updateClearing,
} from './store.ts'
import type { Term } from './term.ts'

/** Who asked for a clear looks this often how far it is. */
const lookMs = 250

/** What a clear of simulated data needs of the rest of the game. */
export interface ClearingPort {
  /** The types of events that a clear takes back where they are marked. */
  readonly types: readonly string[]
  /** Says in the log that all that is marked and stands before it counts as not there; gives the place. A repeat with the id says it once. */
  say(id: string): Promise<Position>
  /** Readers of this node know of it from now on. */
  moveTo(position: Position): void
  /** Drops what nodes keep of what was taken back, beside the log and the read tables. Changes nothing when it is repeated. */
  forget(): Promise<void>
}

/** Takes simulated data back: by the leading node, between two terms, so that nothing is projected or answered meanwhile. */
interface Clearings {
  /** Asks for it and waits until it is done. Throws with the reason when it fails. */
  clear(onProgress?: (done: number, total: number | null) => void): Promise<void>
  /** Goes on with what was asked for; also with what an earlier leader left half done. */
  answer(look: Pick<StoreLook, 'clearing' | 'cleared'>): void
  /** No term may begin: one is being taken back. */
  readonly isBusy: boolean
  idle(): Promise<unknown>
}

interface ClearingDeps {
  readonly db: Db
  readonly logger: EngineLogger
  readonly groups: readonly ProjectionGroup[]
  readonly term: Term
  readonly rebuilds: RebuildQueue
  readonly port: ClearingPort | undefined
  readonly stopping: AbortSignal
  leads(): boolean
  /** Tells all nodes that there is a clear, or that it is done. */
  tellAll(isDone: boolean): Promise<void>
  /** Something has to be looked at again at once. */
  ring(): void
}

export function createClearing(deps: ClearingDeps): Clearings {
  const { db, logger, groups, term, rebuilds, port, stopping } = deps
  const concerned = groups.filter(({ events }) => port?.types.some((type) => events.includes(type)))
  let work: Promise<unknown> | undefined

  async function takeBack({ number, id, position }: Clearing, { types: _, say, moveTo, forget }: ClearingPort) {
    term.end()
    await term.ended()
    await rebuilds.idle()
    // Nothing is answered any more: what is said later is not of what is taken back.
    const at = position ?? (await say(id))
    await updateClearing(db, number, { state: 'running', position: at, done: 0, total: concerned.length + 1 })
    moveTo(at)
    await deps.tellAll(false)
    for (const [index, group] of concerned.entries()) {
      await rebuild(group)
      await updateClearing(db, number, { done: index + 1 })
    }
    await forget()
    await db.transaction().execute(async (tx) => {
      await takeReactorsBack(tx)
      await updateClearing(tx, number, { state: 'done', done: concerned.length + 1 })
    })
  }

  async function rebuild(group: ProjectionGroup): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const error = await rebuilds.run(group, stopping)
      if (error === null) return
      if (attempt >= 5 || !deps.leads()) throw error
      await pause(backOff(attempt), stopping)
    }
  }

  async function run(clearing: Clearing, known: ClearingPort): Promise<void> {
    try {
      await takeBack(clearing, known)
      logger.info({ clearing: clearing.number }, 'projections: simulated data was taken back')
      await deps.tellAll(true)
    } catch (error) {
      const fields = { clearing: clearing.number, error: errorLine(error) }
      // Whoever leads next, here or elsewhere, finds it half done and does it from the beginning.
      if (!deps.leads() || isTransient(error)) return logger.warn(fields, 'projections: a clear was broken off')
      logger.error(fields, 'projections: a clear failed')
      await updateClearing(db, clearing.number, { state: 'failed', error: errorLine(error) }).catch(() => undefined)
    }
  }

  return {
    async clear(onProgress) {
      const number = await askForClearing(db)
      await deps.tellAll(false)
      for (;;) {
        const clearing = await readClearing(db, number)
        if (!clearing || clearing.state === 'failed') throw new Error(clearing?.error ?? 'the clear is gone')
        onProgress?.(clearing.done, clearing.total)
        if (clearing.state === 'done') return
        stopping.throwIfAborted()
        await pause(lookMs, stopping)
      }
    },
    answer({ clearing, cleared }) {
      if (cleared) port?.moveTo(cleared)
      if (!clearing || !port || work || !deps.leads()) return
      work = run(clearing, port).finally(() => {
        work = undefined
        deps.ring()
      })
    },
    get isBusy() {
      return work !== undefined
    },
    idle: () => work ?? Promise.resolve(),
  }
}
