import { read } from '../../api/reads.ts'
import { type FeedbackView, pathOf } from './model.ts'

const FEEDBACK = { topics: ['feedback'] } as const

export const reads = {
  list: read((view: FeedbackView) => pathOf(view), FEEDBACK),
  /** How much there is of each status; for administrators. */
  counts: read('/api/admin/feedback/counts', FEEDBACK),
}
