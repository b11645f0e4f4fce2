import type { Decider } from '../../kernel/decider.ts'
import type { AchievementEvent } from './events.ts'

type Unlock = Extract<AchievementEvent, { type: 'AchievementUnlocked' }>['data']

export type AchievementCommand =
  | ({ readonly type: 'unlock' } & Unlock)
  | { readonly type: 'revoke'; readonly lostBy: string; readonly reason: string }

/** The unlock that the player has now; null without one. */
export interface AchievementState {
  readonly unlocked: Unlock | null
}

/**
 * One achievement of one player. It is unlocked once, revoked with the points that were credited, and unlocked again
 * when its cause returns. Commands without effect produce no event, so a repeated command books once (docs/threats.md
 * T33).
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
