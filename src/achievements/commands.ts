import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import type { AchievementEntry } from './catalogue.ts'
import { type CatalogueError, catalogueAggregate } from './catalogue-decider.ts'
import { CATALOGUE_STREAM } from './streams.ts'

/** Commands of the catalogue. What players have is the reactor's to say. */
export interface Achievements {
  /** Makes the achievements of the catalogue known; from then on they are unlocked as they are earned. */
  introduce(context: CommandContext): Promise<void>
  /**
   * Lets go what was earned before its achievement was known, all or of one. `orderId` names the run; that of the answer is the one
   * that stands, which for a repeated command is the first one's.
   */
  order(
    order: { readonly orderId: string; readonly only: string | null },
    context: CommandContext,
  ): Promise<
    | { readonly ok: true; readonly position: Position | null; readonly orderId: string }
    | { readonly ok: false; rejected: CatalogueError }
  >
}

export function createAchievements(deps: {
  readonly handler: CommandHandler
  readonly catalogue: readonly AchievementEntry[]
}): Achievements {
  const { handler, catalogue } = deps
  return {
    async introduce(context) {
      const achievementIds = catalogue.map(({ id }) => id)
      await handler.handle(catalogueAggregate, CATALOGUE_STREAM, { type: 'introduce', achievementIds }, context)
    },
    async order(order, context) {
      const handled = await handler.handle(catalogueAggregate, CATALOGUE_STREAM, { type: 'order', ...order }, context)
      if (!handled.ok) return handled
      const stored = handled.events.find((event) => event.type === 'RetroactiveUnlocksOrdered')
      return { ok: true, position: handled.position, orderId: stored?.data.orderId ?? order.orderId }
    },
  }
}
