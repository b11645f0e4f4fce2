import { sql } from 'kysely'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import { backOff, pause } from '../../src/kernel/pause.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { LongRun } from '../../src/slice/projection-status.ts'
import type { EngineContext } from './context.ts'
import { readSkipped, recordDeadLetter } from './dead-letters.ts'
import { describeError, errorLine, isTransient } from './faults.ts'
import {
  analyzeTables,
  createIndexes,
  createTables,
  dropGeneration,
  endingReaders,
  isLockFault,
  lockViews,
  switchTo,
  viewsOver,
} from './generations.ts'
import { claim } from './group-target.ts'
import { applyHalving } from './halving.ts'
import { load } from './loader.ts'
import { everythingChanged } from './messages.ts'
import { EMPTY, insertGeneration, publish, readGenerations, readGroup, schemaOf } from './store.ts'
import type { ProjectionWorker } from './worker.ts'

/** An event fails in the generation being built. The one in use is unchanged. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed'
}

/** A pass with fewer events has caught up: the rest is applied during the switch. */
const fewEvents = 1_000
/** Numbers of loaded events after which table statistics are updated. */
const analyzeAt = [2_000, 50_000, 500_000]

/**
 * Builds a generation of a group from the log, next to all others, and switches readers of its version to it in one transaction. The
 * generation that they use continues meanwhile, and the new one ends exactly at its checkpoint. One that is halted (empty, or paused) is
 * overtaken. Throws `RebuildFailed`, or when aborted, and leaves the one in use unchanged.
 */
export async function rebuildGroup(
  group: ProjectionGroup,
  worker: ProjectionWorker | undefined,
  { db, log, node, logger, now, onChanges, lastPurge }: EngineContext,
  onProgress: (run: LongRun) => void,
  signal: AbortSignal,
): Promise<void> {
  const { name } = group
  const inUse = () => readGroup(db, group)
  const old = await inUse()
  const follows = old !== undefined && old.version === group.version && old.pause === null
  const skipped = await readSkipped(db, name)
  const generation = await insertGeneration(db, name, group.version, await lastPurge())
  const schema = schemaOf(name, generation)
  const known = old && old.version !== EMPTY ? old.events : null
  let at: Position | null = null
  let done = 0
  let stopped = false
  /** Events that are appended meanwhile are not part of the known number. */
  const report = () => onProgress({ name, done, total: known === null ? null : Math.max(known, done) })

  async function viewsToSwitch(): Promise<readonly string[]> {
    const used = await inUse()
    const row = (await readGenerations(db, name)).find((each) => each.generation === used?.generation)
    // Of empty tables, too, the views are those of this version.
    return row ? viewsOver({ ...row, version: group.version }) : []
  }

  async function apply(events: readonly RecordedEvent[], to: Position): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await claim(tx, { name, generation, states: ['preparing'] }, at, to, events.length)
      if (events.length > 0) await group.project(tx, events)
    })
    const before = done
    at = to
    done += events.length
    if (analyzeAt.some((mark) => before < mark && done >= mark)) await analyzeTables(db, schema)
  }

  async function onPoison(event: RecordedEvent, error: unknown, to: Position): Promise<boolean> {
    if (skipped.has(event.position)) {
      await apply([], to)
      return true
    }
    if (old) {
      await recordDeadLetter(db, name, event, describeError(error), now())
      throw new RebuildFailed(`${name}: ${event.type} in ${event.stream} at ${event.position}: ${errorLine(error)}`)
    }
    // Nothing is in use yet: the rows so far are switched to, and the worker then pauses at this event, visibly in the status.
    stopped = true
    return false
  }

  const storedCheckpoint = async (): Promise<Position | null> =>
    (await readGenerations(db, name)).find((each) => each.generation === generation)?.checkpoint ?? null

  /** Applies events up to a position, or to the end of the log; returns their number. */
  async function round(until: Position | null): Promise<number> {
    const before = done
    for (let attempt = 1; !stopped; attempt++) {
      try {
        // The outcome of the attempt before is unknown.
        if (attempt > 1) at = await storedCheckpoint()
        await load({
          log,
          types: group.events,
          after: at,
          until,
          signal,
          async apply(events, to) {
            const isComplete =
              events.length === 0
                ? await apply([], to).then(() => true)
                : await applyHalving(events, to, apply, onPoison)
            report()
            return isComplete
          },
        })
        break
      } catch (error) {
        if (!isTransient(error) || attempt >= 20 || signal.aborted) throw error
        logger.warn(
          { projection: name, error: errorLine(error) },
          'projections: a store is unavailable during the rebuild',
        )
        await pause(backOff(attempt), signal)
      }
    }
    signal.throwIfAborted()
    return done - before
  }

  const target = async () => (follows ? ((await inUse())?.checkpoint ?? null) : null)

  async function trySwitch(): Promise<boolean> {
    const used = await inUse()
    // A generation at the beginning of the log has no events to rebuild from.
    if (!follows || used?.checkpoint) await round(follows ? (used?.checkpoint ?? null) : null)
    const overtakes = () => used !== undefined && at !== used.checkpoint
    try {
      const views = await viewsToSwitch()
      const version = await db.transaction().execute(async (tx) => {
        await lockViews(tx, views)
        await switchTo(tx, group, generation, used)
        if (used && !stopped)
          await sql`update engine.dead_letters set outcome = 'retried' where name = ${name} and outcome = 'waiting'`.execute(
            tx,
          )
        return publish(tx, node, { ...(overtakes() ? { changes: everythingChanged } : {}), reload: true })
      })
      if (overtakes()) onChanges(everythingChanged, version)
      return true
    } catch (error) {
      if (isLockFault(error)) return false
      throw error
    }
  }

  try {
    await createTables(db, group, schema)
    report()
    for (let pass = 0; pass < 20 && (await round(await target())) > fewEvents; pass++);
    await createIndexes(db, group, schema)
    await round(await target())
    const viewNames = group.views.map((view) => view.name)
    const switchSoon = () => (worker ? worker.exclusive(trySwitch) : trySwitch())
    for (let attempt = 1; ; attempt++) {
      const isDelayed = attempt % 10 === 0
      if (isDelayed) logger.warn({ projection: name }, 'projections: long reads delay the switch to the rebuilt tables')
      if (await (isDelayed ? endingReaders(db, viewNames, switchSoon) : switchSoon())) break
      await pause(backOff(attempt), signal)
      signal.throwIfAborted()
    }
    onProgress({ name, done, total: done })
  } catch (error) {
    await dropGeneration(db, name, generation).catch(() => false)
    throw error
  }
  // The switch is committed. If the old tables cannot be dropped yet, the leading node sweeps them later.
  if (old && old.version !== EMPTY) {
    await dropGeneration(db, name, old.generation).catch((error: unknown) =>
      logger.warn(
        { projection: name, error: errorLine(error) },
        'projections: the old tables could not be dropped yet',
      ),
    )
  }
}
