import { ContainerModule } from 'inversify'
import { feedbackGroup } from '../../projections/feedback/group.ts'
import { allowances } from '../feedback/allowances.ts'
import { feedbackColumns } from '../feedback/columns.ts'
import { createFeedback } from '../feedback/commands.ts'
import { feedbackIds } from '../feedback/ids.ts'
import { feedbackLetters } from '../feedback/letters.ts'
import { feedbackSequence } from '../feedback/migrations/080-feedback.ts'
import { feedbackNaming } from '../feedback/naming.ts'
import { feedbackRows } from '../feedback/read-model.ts'
import { feedbackRoutes } from '../feedback/routes.ts'
import { PARTS, TYPES } from '../identifiers.ts'
import type { Area } from './area.ts'

/** What players say of the game, who votes for it, and what administrators answer. */
export const feedback: Area = {
  name: 'feedback',
  naming: feedbackNaming,
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, handler, ids) => feedbackRoutes({ db, feedback: createFeedback({ handler, ids }) }),
      [TYPES.Database, TYPES.Handler, TYPES.Ids],
    )
  }),
  groups: () => [feedbackGroup],
  rows: feedbackRows,
  columns: feedbackColumns,
  allowances,
  ids: [feedbackIds],
  letters: feedbackLetters,
  person: [
    { view: 'feedback', by: ['user_id', 'answered_by_user_id'] },
    { view: 'feedback_votes', by: ['user_id'] },
  ],
  migrations: [feedbackSequence],
}
