/** Stream of a follow relation: `follow-{follower}-{followed}`. */
export const followStream = (followerId: number, followedId: number): string => `follow-${followerId}-${followedId}`
