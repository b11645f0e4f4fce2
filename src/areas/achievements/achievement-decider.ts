import type { Decider } from '../../kernel/decider.ts'
import type { AchievementEvent } from './events.ts'

type Unlock = Extract<AchievementEvent, { type: 'AchievementUnlocked' }>['data']

export type AchievementCommand =
  | ({ readonly type: 'unlock' } & Unlock)
  | { readonly type: 'revoke'; readonly lostBy: string; readonly reason: string }

/** What the player has of it now; null: nothing. */
export interface AchievementState {
  readonly unlocked: Unlock | null
}

/**
 * One achievement of one player: unlocked once, taken back with what was credited, and unlocked again when its ground comes back.
 * What changes nothing gives no event, so that the same order twice books once (docs/threats.md T33).
 */
export const achievement: Decider<AchievementCommand, AchievementEvent, AchievementState, never> = {
  initialState: { unlocked: null },

  evolve(_state, event) {
    return { unlocked: event.type === 'AchievementUnlocked' ? event.data : null }
  },

  decide(command, { unlocked }) {
    if (command.type === 'unlock') {
      if (unlocked) return []
      const { type: _, ...data } = command
      return [{ type: 'AchievementUnlocked', data }]
    }
    if (!unlocked) return []
    const { earnedBy: _, ...had } = unlocked
    return [{ type: 'AchievementRevoked', data: { ...had, lostBy: command.lostBy, reason: command.reason } }]
  },
}
