import type { Decider } from '../../kernel/decider.ts'
import type { ShareReactionEvent } from './events.ts'

export interface ReactionCommand {
  readonly type: 'like' | 'unlike' | 'share'
  readonly shareId: number
  /** Whose share it is. */
  readonly ownerId: number
  readonly userId: number
  /** Of the command, UTC. */
  readonly day: string
}

export interface ReactionState {
  readonly isLiked: boolean
  /** The last day on which the player passed the share on. */
  readonly passedOn: string | null
}

/** What one player does about one share: a like stands once, passing it on counts once a day (docs/threats.md T47). */
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
        // A node whose clock is behind counts no day anew.
        return passedOn !== null && day <= passedOn ? [] : [{ type: 'SharePassedOn', data: { shareId, userId, day } }]
    }
  },
}
