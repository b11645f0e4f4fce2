import type { Decider } from '../../kernel/decider.ts'
import type { FollowEvent } from './events.ts'

export interface FollowCommand {
  readonly type: 'follow' | 'unfollow'
  readonly followerId: number
  readonly followedId: number
}

/** State: whether the follower follows the other player. Repeated commands change nothing (R89). */
export const followDecider: Decider<FollowCommand, FollowEvent, boolean, never> = {
  initialState: false,

  evolve: (_, event) => event.type === 'PlayerFollowed',

  decide({ type, followerId, followedId }, isFollowing) {
    if ((type === 'follow') === isFollowing) return []
    return [{ type: isFollowing ? 'PlayerUnfollowed' : 'PlayerFollowed', data: { followerId, followedId } }]
  },
}
