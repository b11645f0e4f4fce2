import type { Event } from '../kernel/event.ts'

/** Stream `follow-{follower}-{followed}`: whether one player follows another. */
export type FollowEvent =
  | Event<'PlayerFollowed', { followerId: number; followedId: number }>
  | Event<'PlayerUnfollowed', { followerId: number; followedId: number }>
