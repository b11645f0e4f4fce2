import { type Decider, reject } from '../../kernel/decider.ts'
import type { AchievementCatalogueEvent } from './events.ts'

export type CatalogueCommand =
  | { readonly type: 'introduce'; readonly achievementIds: readonly string[] }
  /** `only` limits the run to one achievement; null runs it for all pending ones. */
  | { readonly type: 'order'; readonly orderId: string; readonly only: string | null }

type CatalogueError = 'achievement-not-found'

/** Ids of the introduced achievements, and the ordered retroactive runs. */
export const achievementCatalogue: Decider<
  CatalogueCommand,
  AchievementCatalogueEvent,
  readonly string[],
  CatalogueError
> = {
  initialState: [],

  evolve(state, event) {
    return event.type === 'AchievementsIntroduced' ? [...state, ...event.data.achievementIds] : state
  },

  decide(command, state) {
    if (command.type === 'introduce') {
      const fresh = command.achievementIds.filter((id) => !state.includes(id))
      return fresh.length === 0 ? [] : [{ type: 'AchievementsIntroduced', data: { achievementIds: fresh } }]
    }
    if (command.only !== null && !state.includes(command.only)) return reject('achievement-not-found')
    return [{ type: 'RetroactiveUnlocksOrdered', data: { orderId: command.orderId, only: command.only } }]
  },
}
