import type { NamingOf } from '../kernel/naming.ts'
import type { FeedbackEvent, FeedbackVoteEvent } from './events.ts'

/** Whom the events of feedback name. */
export const feedbackNaming: NamingOf<FeedbackEvent | FeedbackVoteEvent> = {
  FeedbackSubmitted: { people: ['userId'], own: 'userId' },
  FeedbackAnswered: { people: ['by'] },
  FeedbackVoted: { people: ['userId'], own: 'userId' },
  FeedbackVoteTakenBack: { people: ['userId'], own: 'userId' },
}
