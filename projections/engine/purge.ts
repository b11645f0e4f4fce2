import type { Purges } from '../../src/event-log/purges.ts'
import type { Position } from '../../src/kernel/event.ts'
import { pause } from '../../src/kernel/pause.ts'
import type { EngineContext } from './context.ts'
import { replayReactor } from './dead-letters.ts'
import { errorLine, isTransient } from './faults.ts'
import type { Projecting } from './projecting.ts'
import type { RebuildQueue } from './rebuild-queue.ts'
import { readPurge, requestPurge, updatePurge } from './request-store.ts'
import { type Purge, readPurging, type StoreSnapshot } from './store.ts'
import type { Term } from './term.ts'

/** Milliseconds between two progress checks of a waiting caller. */
const checkMs = 250

/** Milliseconds without progress after which a purge no longer waits for nodes of other versions. */
const othersMs = 15_000

interface PurgingParts {
  readonly term: Term
  readonly projecting: Projecting
  /** Whether no other node projects the group. */
  holds(name: string): boolean
  readonly rebuilds: RebuildQueue
  readonly purges: Purges | undefined
  /** Notifies all nodes of a purge that was requested, recorded or finished. */
  notify(isDone: boolean): Promise<void>
}

/**
 * Purges simulated data: on the leading node, between two terms, so that nothing is projected or answered meanwhile.
 * Nodes of other versions rebuild their tables themselves.
 */
export function createPurging(context: EngineContext, parts: PurgingParts) {
  const { term, projecting, rebuilds, purges, notify } = parts
  const { db, log, logger, stopping, now, leads, wake } = context
  const isAffected = ({ events }: { readonly events: readonly string[] }) =>
    purges?.types.some((type) => events.includes(type))
  const affected = context.groups.filter(isAffected)
  // The others depend on a group's tables; `onRebuilt` is called after their switch.
  const reactors = context.reactors.filter((reactor) => !reactor.dependsOn && isAffected(reactor))
  let work: Promise<unknown> | undefined

  /** Waits until nodes of other versions have rebuilt their tables, unless they fail to. */
  async function othersRebuilt(position: Position): Promise<void> {
    let progressedAt = performance.now()
    let before = ''
    while (performance.now() - progressedAt < othersMs) {
      const purging = await readPurging(
        db,
        affected.map(({ name }) => name),
        position,
      )
      if (purging.waiting === 0) return
      if (JSON.stringify(purging) !== before) progressedAt = performance.now()
      before = JSON.stringify(purging)
      await pause(checkMs, stopping)
      stopping.throwIfAborted()
    }
    logger.warn({}, 'projections: nodes of another version have not purged their tables')
  }

  async function run({ number, id, position }: Purge, { record, update }: Purges): Promise<void> {
    term.end()
    projecting.end()
    await Promise.all([term.ended(), projecting.ended()])
    await rebuilds.idle()
    // Another node projects the others, for example one that is about to release them.
    const groups = affected.filter(({ name }) => parts.holds(name))
    const at = position ?? (await record(id, now()))
    await updatePurge(db, number, { state: 'running', position: at, done: 0, total: groups.length })
    update({ position: at, isRunning: true })
    await notify(false)
    for (const [index, group] of groups.entries()) {
      const error = await rebuilds.run(group, stopping)
      if (error) throw error
      await updatePurge(db, number, { done: index + 1 })
    }
    await othersRebuilt(at)
    await db.transaction().execute(async (tx) => {
      // Their earlier events are found in the log, so nothing is done twice.
      for (const reactor of reactors) await replayReactor(tx, reactor, log)
      await updatePurge(tx, number, { state: 'done' })
    })
    update({ position: at, isRunning: false })
  }

  async function start(purge: Purge, known: Purges): Promise<void> {
    try {
      await run(purge, known)
      logger.info({ purge: purge.number }, 'projections: simulated data was purged')
      await notify(true)
    } catch (error) {
      const fields = { purge: purge.number, error: errorLine(error) }
      // The next leading node, this one or another, starts it again.
      if (!leads() || isTransient(error)) return logger.warn(fields, 'projections: a purge was interrupted')
      logger.error(fields, 'projections: a purge failed')
      await updatePurge(db, purge.number, { state: 'failed', error: errorLine(error) }).catch(() => undefined)
    }
  }

  return {
    /** Requests a purge and waits for its end. Throws the reason of a failure. */
    async purge(onProgress?: (done: number, total: number | null) => void): Promise<void> {
      const number = await requestPurge(db)
      await notify(false)
      for (;;) {
        const purge = await readPurge(db, number)
        if (!purge || purge.state === 'failed') throw new Error(purge?.error ?? 'the purge is gone')
        onProgress?.(purge.done, purge.total)
        if (purge.state === 'done') return
        stopping.throwIfAborted()
        await pause(checkMs, stopping)
      }
    },
    /** Starts, or resumes, an unfinished purge on the leading node. */
    answer({ purge }: Pick<StoreSnapshot, 'purge'>): void {
      if (!purge || !purges || work || !leads()) return
      work = start(purge, purges).finally(() => {
        work = undefined
        wake()
      })
    },
    /** No term may begin. */
    isBusy: () => work !== undefined,
    idle: () => work ?? Promise.resolve(),
  }
}
