/** Stream of one share. */
export const shareStream = (shareId: number): string => `share-${shareId}`

/** Stream of one comment. */
export const commentStream = (commentId: number): string => `share-comment-${commentId}`

/** Stream of one player's reactions to one share. */
export const reactionStream = (shareId: number, userId: number): string => `share-reaction-${shareId}-${userId}`

/** Stream of the views of all shares on a day (UTC). */
export const viewsStream = (day: string): string => `share-views-${day}`
