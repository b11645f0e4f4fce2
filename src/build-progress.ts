import type { ProjectionEngine } from '../projections/engine/engine.ts'
import type { EventLog } from './kernel/event-log.ts'
import type { ProjectionGroup } from './slice/group.ts'

/** Progress of the read models that this version has to build. */
export interface BuildProgress {
  /** Events projected so far, counted once per group. */
  readonly done: number
  /** Null if the event log cannot count. */
  readonly total: number | null
}

/** Null if the event log cannot count. */
export const percentOf = ({ done, total }: BuildProgress): number | null =>
  total ? Math.floor((100 * done) / total) : null

interface BuildProgressDependencies {
  readonly engine: Pick<ProjectionEngine, 'status'>
  readonly groups: readonly Pick<ProjectionGroup, 'name' | 'events'>[]
  readonly log: Pick<EventLog, 'countByType'>
}

/**
 * Reads the progress of all groups that were missing or outdated at any call, so that it never decreases; null when all are built.
 * Read from the store, so that it works on nodes that do not build.
 */
export function createBuildProgress({ engine, groups, log }: BuildProgressDependencies) {
  const totals = new Map<string, number>()
  let counts: ReadonlyMap<string, number> | null | undefined

  return async (): Promise<BuildProgress | null> => {
    const { projections } = await engine.status()
    const of = new Map(projections.filter(({ kind }) => kind === 'group').map((each) => [each.name, each]))
    const isBuilt = (name: string) => of.get(name)?.liveVersion === of.get(name)?.version
    const unbuilt = groups.filter(({ name }) => !isBuilt(name))
    if (unbuilt.length === 0) return null
    counts ??= (await log.countByType?.().catch(() => null)) ?? null
    for (const { name, events } of unbuilt)
      if (!totals.has(name))
        totals.set(
          name,
          events.reduce((sum, type) => sum + (counts?.get(type) ?? 0), 0),
        )
    const doneOf = (name: string): number =>
      isBuilt(name) ? of.get(name)!.events : (of.get(name)!.rebuilding?.done ?? 0)
    const done = [...totals.keys()].reduce((sum, name) => sum + doneOf(name), 0)
    const total = counts && [...totals.values()].reduce((sum, count) => sum + count, 0)
    return { done: total === null ? done : Math.min(done, total), total }
  }
}
