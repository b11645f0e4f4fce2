import type { ProjectionGroup } from '../../src/slice/group.ts'
import { type FeedbackFact, feedbackEvents, projectFeedback } from './projector.ts'
import { type FeedbackTables, feedbackDdl, feedbackIndexes, feedbackVersion, feedbackViews } from './tables.ts'

/** Feedback with the administrators' answers, and who has voted for it. */
export const feedbackGroup: ProjectionGroup<FeedbackTables, FeedbackFact> = {
  name: 'feedback',
  version: feedbackVersion,
  events: feedbackEvents,
  ddl: feedbackDdl,
  indexes: feedbackIndexes,
  views: feedbackViews,
  project: projectFeedback,
}
