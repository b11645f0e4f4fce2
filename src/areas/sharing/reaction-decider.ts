import type { Decider } from '../../kernel/decider.ts'
import type { ShareReactionEvent } from './events.ts'

export interface ReactionCommand {
  readonly type: 'like' | 'unlike' | 'share'
  readonly shareId: number
  /** The owner of the share. */
  readonly ownerId: number
  readonly userId: number
  /** Day of the command, UTC. */
  readonly day: string
}

export interface ReactionState {
  readonly isLiked: boolean
  /** Last day (UTC) on which the player passed the share on. */
  readonly passedOn: string | null
}

/** Decides about one player's reactions to one share: at most one like, and one pass per day (docs/threats.md T47). */
export const reactionDecider: Decider<ReactionCommand, ShareReactionEvent, ReactionState, never> = {
  initialState: { isLiked: false, passedOn: null },

  evolve(state, event) {
    switch (event.type) {
      case 'ShareLiked':
        return { ...state, isLiked: true }
      case 'ShareUnliked':
        return { ...state, isLiked: false }
      case 'SharePassedOn':
        return { ...state, passedOn: event.data.day }
    }
  },

  decide(command, { isLiked, passedOn }) {
    const { shareId, ownerId, userId, day } = command
    switch (command.type) {
      case 'like':
        return isLiked ? [] : [{ type: 'ShareLiked', data: { shareId, ownerId, userId } }]
      case 'unlike':
        return isLiked ? [{ type: 'ShareUnliked', data: { shareId, userId } }] : []
      case 'share':
        // A node with a slow clock must not count an earlier day again.
        return passedOn !== null && day <= passedOn ? [] : [{ type: 'SharePassedOn', data: { shareId, userId, day } }]
    }
  },
}
