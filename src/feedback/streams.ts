/** `feedback-{id}`: what a player has said, and what administrators say to it. */
export const feedbackStream = (feedbackId: number): string => `feedback-${feedbackId}`

/** `feedback-vote-{feedback}-{user}`: one vote of one player for one feedback. The name is the rule that there is only one. */
export const feedbackVoteStream = (feedbackId: number, userId: number): string =>
  `feedback-vote-${feedbackId}-${userId}`
