import { read } from '../../api/reads.ts'
import { type FeedbackView, pathOf } from './model.ts'

export const reads = {
  list: read((view: FeedbackView) => pathOf(view), { topics: ['feedback', 'people'] }),
  counts: read('/api/admin/feedback/counts', { topics: ['feedback'] }),
}
