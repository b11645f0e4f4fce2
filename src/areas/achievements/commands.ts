import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { AchievementEntry } from './catalogue.ts'
import { achievementCatalogue } from './catalogue-decider.ts'
import { CATALOGUE_STREAM } from './streams.ts'

/** Commands of the catalogue. Unlocks are appended by the reactor. */
export type Achievements = ReturnType<typeof createAchievements>

export function createAchievements(deps: {
  readonly handler: CommandHandler
  readonly catalogue: readonly AchievementEntry[]
}) {
  const { handler, catalogue } = deps
  return {
    /** Introduces the achievements of the catalogue. From then on they are unlocked as they are earned. */
    async introduce(context: CommandContext): Promise<void> {
      const achievementIds = catalogue.map(({ id }) => id)
      await handler.handle(achievementCatalogue, CATALOGUE_STREAM, { type: 'introduce', achievementIds }, context)
    },
    /**
     * Orders a run that unlocks achievements earned before their introduction: all, or only one. `orderId` is the id of
     * the run. The returned id is that of the stored run, which differs for a repeated command.
     */
    async order(order: { readonly orderId: string; readonly only: string | null }, context: CommandContext) {
      const handled = await handler.handle(achievementCatalogue, CATALOGUE_STREAM, { type: 'order', ...order }, context)
      if (!handled.ok) return handled
      const stored = handled.events.find((event) => event.type === 'RetroactiveUnlocksOrdered')
      return { ok: true as const, position: handled.position, orderId: stored?.data.orderId ?? order.orderId }
    },
  }
}
