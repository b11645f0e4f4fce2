/** `share-{id}`: one share. */
export const shareStream = (shareId: number): string => `share-${shareId}`

/** `share-comment-{id}`: one comment. */
export const commentStream = (commentId: number): string => `share-comment-${commentId}`

/** `share-reaction-{share}-{user}`: what one player has done about one share. */
export const reactionStream = (shareId: number, userId: number): string => `share-reaction-${shareId}-${userId}`

/** `share-views-{day}`: how often shares were viewed on a day (UTC). */
export const viewsStream = (day: string): string => `share-views-${day}`
