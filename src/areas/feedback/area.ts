import { ContainerModule } from 'inversify'
import { feedbackGroup } from '../../../projections/feedback/projector.ts'
import { PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { createFeedback, quotas } from './commands.ts'
import { feedbackEvents, feedbackIds, feedbackStream, feedbackVoteEvents, feedbackVoteStream } from './events.ts'
import { feedbackNotifications } from './notifications.ts'
import { feedbackRoutes } from './routes.ts'
import { feedbackTables } from './tables.ts'

/** Feedback of players, votes for it, and answers by administrators. */
export const feedback: Area = {
  name: 'feedback',
  events: { ...feedbackEvents, ...feedbackVoteEvents },
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, handler, ids) => feedbackRoutes({ db, feedback: createFeedback({ handler, ids }) }),
      [TYPES.Database, TYPES.Handler, TYPES.Ids],
    )
  }),
  groups: () => [feedbackGroup],
  readModel: feedbackTables,
  personalStreams: [
    { of: 'feedback', by: 'user_id', stream: ({ id }) => feedbackStream(id) },
    {
      of: 'feedback_votes',
      by: 'user_id',
      stream: ({ feedback_id, user_id }) => feedbackVoteStream(feedback_id, user_id),
    },
  ],
  quotas,
  ids: [feedbackIds],
  notifications: feedbackNotifications,
}
