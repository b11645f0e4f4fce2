import { byCall, type EventsOf, event } from '../../kernel/declared-events.ts'

/** Stream `follow-{follower}-{followed}`: whether a player follows another. */
export const followEvents = {
  PlayerFollowed: event<{ followerId: number; followedId: number }>({
    test: byCall('PUT /api/users/:id/follow', { names: { id: 'followedId' } }),
  }),
  PlayerUnfollowed: event<{ followerId: number; followedId: number }>({
    test: byCall('DELETE /api/users/:id/follow', { names: { id: 'followedId' } }),
  }),
}
export type FollowEvent = EventsOf<typeof followEvents>
