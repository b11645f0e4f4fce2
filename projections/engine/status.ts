import type { EngineStatus, LongRun, ProjectionKind, ProjectionStatus } from '../../src/slice/projection-status.ts'
import type { EngineContext } from './context.ts'
import type { RebuildQueue } from './rebuild-queue.ts'
import { readStatus, type StoreStatus } from './store.ts'

/** Reads the state of the projections for operators. */
export function createStatusReader(
  { db, log, node, groups, versions, reactors, progress, leads, projects }: EngineContext,
  rebuilds: RebuildQueue,
) {
  /** Progress of a rebuild on the node that projects the group, as another node sees it. */
  function builtElsewhere({ projections: stored, building }: StoreStatus, name: string): LongRun | null {
    const done = projects(name) ? undefined : building.get(name)
    const own = stored.find((each) => each.kind === 'group' && each.name === name)
    return done === undefined ? null : { name, done, total: own?.version ? Math.max(own.events, done) : null }
  }

  return {
    async status(): Promise<EngineStatus> {
      const [status, head] = await Promise.all([readStatus(db, versions), log.head().catch(() => null)])
      const { projections: stored, deadLetters } = status
      const describe = (name: string, kind: ProjectionKind, version: number | null): ProjectionStatus => {
        const row = stored.find((each) => each.kind === kind && each.name === name)
        const served = kind === 'group' ? status.live.get(name) : undefined
        const passed = projects(name) ? progress.get(name) : null
        const checkpoint = passed ?? row?.checkpoint ?? null
        return {
          name,
          kind,
          checkpoint,
          head,
          behind: head !== null && (checkpoint === null || log.compare(checkpoint, head) < 0),
          events: row?.events ?? 0,
          paused: row?.pause ?? null,
          generation: kind === 'group' ? (row?.generation ?? null) : null,
          liveVersion: kind === 'group' ? (row?.version ?? served?.version ?? null) : null,
          version,
          rebuilding: rebuilds.progressOf(name) ?? builtElsewhere(status, name),
          rebuildError: rebuilds.errorOf(name),
        }
      }
      const storedReactors = stored.filter(({ kind }) => kind === 'reactor')
      const reactorNames = new Set([...reactors, ...storedReactors].map(({ name }) => name))
      return {
        node,
        leader: leads(),
        projections: [
          ...groups.map((group) => describe(group.name, 'group', group.version)),
          ...[...reactorNames].map((name) => describe(name, 'reactor', null)),
        ],
        deadLetters,
      }
    },
    /** Progress of a group's rebuild, on this node or the one that projects it; null when none is running. */
    async rebuilding(name: string): Promise<LongRun | null> {
      return rebuilds.progressOf(name) ?? (projects(name) ? null : builtElsewhere(await readStatus(db, versions), name))
    },
  }
}
