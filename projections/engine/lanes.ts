import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import type { Feed } from './feed.ts'
import { createGroupTarget, type GroupTargetDeps } from './group-target.ts'
import { createKeeper } from './keeper.ts'
import { createLane, type Lane } from './lane.ts'
import type { EngineLogger } from './logger.ts'
import type { EngineMetrics } from './metrics.ts'
import type { Progress } from './progress.ts'
import { createReactorTarget } from './reactor-target.ts'

/** The lanes of a node: one for each group, then one for each reactor. */
interface Lanes {
  readonly all: readonly Lane[]
  ofGroup(name: string): Lane | undefined
  /** No checkpoint is stored a little later any more: each lane stores its own at its end. */
  stop(): void
}

interface LanesDeps extends GroupTargetDeps {
  readonly logger: EngineLogger
  readonly groups: readonly ProjectionGroup[]
  readonly reactors: readonly Reactor[]
  readonly feed: Feed
  readonly progress: Progress
  readonly metrics: EngineMetrics | undefined
  readonly takenBack: readonly string[]
}

/** Makes them, with the keeper of their checkpoints; a reactor hears when the group that it works from has other tables. */
export function createLanes(deps: LanesDeps): Lanes {
  const { db, node, logger, groups, reactors, metrics } = deps
  const keeper = createKeeper({ db, node, logger, lanes: () => all })
  const laneDeps = {
    onAhead: keeper.remind,
    feed: deps.feed,
    progress: deps.progress,
    logger,
    onPaused: (projection: string, isPaused: boolean) => metrics?.paused(projection, isPaused),
    onReady(projection: string) {
      for (const [index, { worksFrom }] of reactors.entries())
        if (worksFrom?.group === projection) ofReactors[index]?.switched()
    },
    onProjected: (projection: string, events: number) => metrics?.projected(projection, events),
  }
  const ofGroups = new Map(groups.map((group) => [group.name, createLane(createGroupTarget(group, deps), laneDeps)]))
  const ofReactors = reactors.map((reactor) => createLane(createReactorTarget(reactor, deps), laneDeps))
  const all: readonly Lane[] = [...ofGroups.values(), ...ofReactors]
  return { all, ofGroup: (name) => ofGroups.get(name), stop: keeper.stop }
}
