import type { EventLog } from '../../src/kernel/event-log.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { Feed } from './feed.ts'
import { createFirst, dropGeneration, EMPTY } from './generations.ts'
import type { Lane } from './lane.ts'
import type { EngineLogger } from './logger.ts'
import { type Db, readGenerations } from './store.ts'

/** The time in which a node leads: its lanes run and its generations are built from the beginning to the end of it. */
export interface Term {
  /** Aborted with the term; undefined while there is none. */
  readonly signal: AbortSignal | undefined
  /** Begins to project: tables for all groups, then every lane from its checkpoint. Nothing where the node does not lead, or has begun. */
  begin(): Promise<void>
  /** Stops the lanes after their running batches; what they do until then is awaited by `ended`. */
  end(): void
  /** Work that belongs to the term: its end waits for it. */
  add(work: Promise<unknown>): void
  /** Resolves when everything of the last term is over. */
  ended(): Promise<unknown>
  /** Drops generations that nobody reads; at the beginning of a term also what an ended one was building. */
  sweep(alsoBuilding?: boolean): Promise<void>
}

interface TermDeps {
  readonly db: Db
  readonly log: EventLog
  readonly node: string
  readonly logger: EngineLogger
  readonly groups: readonly ProjectionGroup[]
  readonly lanes: readonly Lane[]
  readonly feed: Feed
  /** Whether this node holds the lock and does not stop. */
  leads(): boolean
  bringUpToDate(group: ProjectionGroup, signal: AbortSignal): Promise<void>
  onBegun(): void
  onEnded(): void
}

export function createTerm(deps: TermDeps): Term {
  const { db, log, node, logger, groups, leads } = deps
  let current: { readonly abort: AbortController; readonly running: Promise<unknown>[] } | undefined
  let ending: Promise<unknown> = Promise.resolve()

  async function sweep(alsoBuilding = false): Promise<void> {
    for (const group of groups) {
      for (const row of await readGenerations(db, group.name)) {
        if (row.state === 'retired' || (alsoBuilding && row.state === 'building'))
          await dropGeneration(db, group.name, row.generation)
      }
    }
  }

  return {
    get signal() {
      return current?.abort.signal
    },
    async begin() {
      await ending
      if (!leads() || current) return
      await sweep(true)
      const head = await log.head()
      const outdated: ProjectionGroup[] = []
      for (const group of groups) {
        const live = (await readGenerations(db, group.name)).find((row) => row.state === 'live')
        if (!live && head === null) await createFirst(db, group, group.version)
        else if (live?.version !== group.version) {
          if (!live && group.beginsEmpty) await createFirst(db, group, EMPTY)
          outdated.push(group)
        }
      }
      // Nothing awaited from here on: a lost lock ends the term it finds.
      if (!leads()) return
      const abort = new AbortController()
      const running: Promise<unknown>[] = []
      current = { abort, running }
      deps.onBegun()
      deps.feed.start(head)
      for (const lane of deps.lanes) running.push(lane.run(abort.signal))
      for (const group of outdated) running.push(deps.bringUpToDate(group, abort.signal))
      logger.info({ node }, 'projections: this node leads')
    },
    end() {
      if (!current) return
      const { abort, running } = current
      current = undefined
      abort.abort()
      ending = Promise.allSettled(running)
      deps.onEnded()
      logger.info({ node }, 'projections: this node leads no more')
    },
    add(work) {
      current?.running.push(work)
    },
    ended: () => ending,
    sweep,
  }
}
