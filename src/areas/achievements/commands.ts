import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { AchievementEntry } from './catalogue.ts'
import { achievementCatalogue } from './catalogue-decider.ts'
import { CATALOGUE_STREAM } from './streams.ts'

/** Commands of the catalogue. What players have is the reactor's to say. */
export type Achievements = ReturnType<typeof createAchievements>

export function createAchievements(deps: {
  readonly handler: CommandHandler
  readonly catalogue: readonly AchievementEntry[]
}) {
  const { handler, catalogue } = deps
  return {
    /** Makes the achievements of the catalogue known; from then on they are unlocked as they are earned. */
    async introduce(context: CommandContext): Promise<void> {
      const achievementIds = catalogue.map(({ id }) => id)
      await handler.handle(achievementCatalogue, CATALOGUE_STREAM, { type: 'introduce', achievementIds }, context)
    },
    /**
     * Lets go what was earned before its achievement was known, all or of one. `orderId` names the run; that of the answer is the one
     * that stands, which for a repeated command is the first one's.
     */
    async order(order: { readonly orderId: string; readonly only: string | null }, context: CommandContext) {
      const handled = await handler.handle(achievementCatalogue, CATALOGUE_STREAM, { type: 'order', ...order }, context)
      if (!handled.ok) return handled
      const stored = handled.events.find((event) => event.type === 'RetroactiveUnlocksOrdered')
      return { ok: true as const, position: handled.position, orderId: stored?.data.orderId ?? order.orderId }
    },
  }
}
