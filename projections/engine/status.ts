import type { EngineStatus, LongRun, ProjectionKind, ProjectionStatus } from '../../src/slice/projection-status.ts'
import type { EngineContext } from './context.ts'
import type { RebuildQueue } from './rebuild-queue.ts'
import { readStatus, type StoreStatus } from './store.ts'

/** The state of the projections, for operators. */
export function createStatusReader(
  { db, log, node, groups, reactors, progress, leads, term }: EngineContext,
  rebuilds: RebuildQueue,
) {
  /** What the leading node builds, as the others see it. */
  function builtElsewhere({ projections: stored, building }: StoreStatus, name: string): LongRun | null {
    const done = leads() ? undefined : building.get(name)
    const live = stored.find((each) => each.kind === 'group' && each.name === name)
    return done === undefined ? null : { name, done, total: live?.version ? live.events : null }
  }

  return {
    async status(): Promise<EngineStatus> {
      const [look, head] = await Promise.all([readStatus(db), log.head().catch(() => null)])
      const { projections: stored, deadLetters } = look
      const describe = (name: string, kind: ProjectionKind, version: number | null): ProjectionStatus => {
        const lane = stored.find((each) => each.kind === kind && each.name === name)
        const passed = term() ? progress.get(name) : null
        const checkpoint = passed ?? lane?.checkpoint ?? null
        return {
          name,
          kind,
          checkpoint,
          head,
          behind: head !== null && (checkpoint === null || log.compare(checkpoint, head) < 0),
          events: lane?.events ?? 0,
          paused: lane?.pause ?? null,
          generation: kind === 'group' ? (lane?.generation ?? null) : null,
          liveVersion: kind === 'group' ? (lane?.version ?? null) : null,
          version,
          rebuilding: rebuilds.progressOf(name) ?? builtElsewhere(look, name),
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
        deadLetters: deadLetters,
      }
    },
    /** How far a group is being built, here or by the leading node; null: it is not. */
    async rebuilding(name: string): Promise<LongRun | null> {
      return rebuilds.progressOf(name) ?? (leads() ? null : builtElsewhere(await readStatus(db), name))
    },
  }
}
