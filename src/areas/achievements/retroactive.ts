import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandContext } from '../../kernel/command-handler.ts'
import type { Position } from '../../kernel/event.ts'
import type { EngineStatus } from '../../slice/projection-status.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { AchievementEntry } from './catalogue.ts'
import type { Achievements } from './commands.ts'
import type { RetroactiveReport, RetroactiveStatus } from './contract.ts'
import { orderRows, retroactiveReport, retroactiveState } from './queries.ts'

/** Maximum time in ms that a run waits for the fold to reach the order before querying it. */
const PROJECTION_TIMEOUT_MS = 5_000
/** Interval in ms between two checks of a run. */
const CHECK_INTERVAL_MS = 100

/** Unlocks achievements that were earned before their introduction. */
export type Retroactive = ReturnType<typeof createRetroactive>

interface Waiting {
  readonly waitMs: number
  readonly onProgress?: (done: number, total: number) => void
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

export function createRetroactive({ db, catalogue, achievements, engine }: RetroactiveDependencies) {
  const isUnknown = (only: string | null): boolean => only !== null && !catalogue.some(({ id }) => id === only)

  return {
    /** True if the tables are folded for this catalogue. Until then a dry run has no result. */
    async isFolded(): Promise<boolean> {
      const { projections } = await engine.status()
      const facts = projections.find(({ name }) => name === 'achievements')
      return facts !== undefined && facts.liveVersion === facts.version
    },

    /** The unlocks that a run would make; null if there is no such achievement. */
    async dryRun(only: string | null): Promise<RetroactiveReport | null> {
      if (isUnknown(only)) return null
      return { dryRun: true, state: 'completed', ...(await retroactiveReport(db, catalogue, { only })) }
    },

    /**
     * Orders a run and waits at most `waitMs` for its end. It continues in the background, also after a restart.
     * Returns null if there is no such achievement.
     */
    async run(
      only: string | null,
      context: CommandContext,
      { waitMs, onProgress }: Waiting,
    ): Promise<RetroactiveReport | null> {
      if (isUnknown(only)) return null
      const ordered = await achievements.order({ orderId: randomUUID(), only }, context)
      if (!ordered.ok) return null
      const { orderId } = ordered
      const until = performance.now() + waitMs
      await engine.waitFor(ordered.position, ['RetroactiveUnlocksOrdered'], Math.min(waitMs, PROJECTION_TIMEOUT_MS))
      for (;;) {
        const [order] = (await orderRows(orderId).execute(db)).rows
        if (order) onProgress?.(order.achievements - order.left, order.achievements)
        const isDone = order?.left === 0
        if (isDone || performance.now() >= until) {
          const report = await retroactiveReport(db, catalogue, { orderId })
          return { dryRun: false, state: isDone ? 'completed' : 'running', ...report }
        }
        await sleep(CHECK_INTERVAL_MS)
      }
    },

    async status(): Promise<RetroactiveStatus> {
      const [folding, { waiting, latest }] = await Promise.all([
        engine.rebuilding('achievements'),
        retroactiveState(db),
      ])
      return {
        folding: folding && { done: folding.done, total: folding.total },
        waiting,
        run: latest && {
          orderedAt: latest.ordered_at,
          only: latest.only_achievement,
          total: latest.achievements,
          done: latest.achievements - latest.left,
          users: latest.users,
          state: latest.left === 0 ? 'completed' : 'running',
        },
      }
    },
  }
}
