/** `follow-{follower}-{followed}`: whether one player follows another. */
export const followStream = (followerId: number, followedId: number): string => `follow-${followerId}-${followedId}`
