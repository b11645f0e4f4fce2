import { read } from '../../api/reads.ts'

export const reads = {
  /** Changes only by the reader’s own renewal, perhaps in another window: refetched on each visit. */
  calendar: read('/api/user/calendar', { fresh: { dedupingInterval: 2_000 } }),
}
