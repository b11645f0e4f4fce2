import type { NamingOf } from '../kernel/naming.ts'
import type { FollowEvent } from './events.ts'

/** Whom the events of following name. */
export const followNaming: NamingOf<FollowEvent> = {
  PlayerFollowed: { people: ['followerId', 'followedId'], own: 'followerId' },
  PlayerUnfollowed: { people: ['followerId', 'followedId'], own: 'followerId' },
}
