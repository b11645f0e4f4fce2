import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RetroactiveReport, RetroactiveStatus } from '../contracts/achievements.ts'
import type { CommandContext } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import type { EngineStatus } from '../slice/projection-status.ts'
import type { ReadDb } from '../slice/read-models.ts'
import type { AchievementEntry } from './catalogue.ts'
import type { Achievements } from './commands.ts'
import { type OrderRow, retroactiveReport, retroactiveRun, retroactiveState } from './queries.ts'

/** How long the fold may take to come to the order before it is looked for. */
const PATIENCE_MS = 5_000
/** How often a run that is waited for is looked at. */
const LOOK_MS = 100

/** Unlocks what was earned before its achievement was there. */
export interface Retroactive {
  /** Whether the tables are those of this catalogue. Until then nobody knows who would get what. */
  isFolded(): Promise<boolean>
  /** Who would get what; null: there is no such achievement. */
  dryRun(only: string | null): Promise<RetroactiveReport | null>
  /**
   * Orders a run and waits for its end, `waitMs` at most: it goes on by itself, also through a restart. Null: there is no such
   * achievement.
   */
  run(
    only: string | null,
    context: CommandContext,
    waiting: { readonly waitMs: number; readonly onProgress?: (done: number, total: number) => void },
  ): Promise<RetroactiveReport | null>
  status(): Promise<RetroactiveStatus>
}

interface RetroactiveDependencies {
  readonly db: ReadDb
  readonly catalogue: readonly AchievementEntry[]
  readonly achievements: Achievements
  readonly engine: {
    waitFor(position: Position | null, types: readonly string[], timeoutMs: number): Promise<readonly string[]>
    status(): Promise<EngineStatus>
    rebuilding(name: string): Promise<{ readonly done: number; readonly total: number | null } | null>
  }
}

export function createRetroactive({ db, catalogue, achievements, engine }: RetroactiveDependencies): Retroactive {
  const isUnknown = (only: string | null): boolean => only !== null && !catalogue.some(({ id }) => id === only)

  return {
    async isFolded() {
      const { projections } = await engine.status()
      const facts = projections.find(({ name }) => name === 'achievements')
      return facts !== undefined && facts.liveVersion === facts.version
    },

    async dryRun(only) {
      if (isUnknown(only)) return null
      return { dryRun: true, state: 'completed', ...(await retroactiveReport(db, catalogue, { only })) }
    },

    async run(only, context, { waitMs, onProgress }) {
      if (isUnknown(only)) return null
      const ordered = await achievements.order({ orderId: randomUUID(), only }, context)
      if (!ordered.ok) return null
      const { orderId } = ordered
      const until = performance.now() + waitMs
      await engine.waitFor(ordered.position, ['RetroactiveUnlocksOrdered'], Math.min(waitMs, PATIENCE_MS))
      let order = await retroactiveRun(db, orderId)
      while (order?.left !== 0 && performance.now() < until) {
        if (order) onProgress?.(order.achievements - order.left, order.achievements)
        await sleep(LOOK_MS)
        order = await retroactiveRun(db, orderId)
      }
      if (order) onProgress?.(order.achievements - order.left, order.achievements)
      const report = await retroactiveReport(db, catalogue, { orderId })
      return { dryRun: false, state: order?.left === 0 ? 'completed' : 'running', ...report }
    },

    async status() {
      const [folding, { waiting, latest }] = await Promise.all([
        engine.rebuilding('achievements'),
        retroactiveState(db),
      ])
      return {
        folding: folding && { done: folding.done, total: folding.total },
        waiting,
        run: latest && runOf(latest),
      }
    },
  }
}

function runOf({ ordered_at, only_achievement, achievements, users, left }: OrderRow): RetroactiveStatus['run'] {
  const state = left === 0 ? 'completed' : 'running'
  return { orderedAt: ordered_at, only: only_achievement, total: achievements, done: achievements - left, users, state }
}
