import { read } from '../../api/reads.ts'

export const reads = {
  /** The reader's achievements, locked ones included. */
  mine: read('/api/user/achievements', {
    topics: ['achievements', 'user', 'predictions'],
    fresh: { dedupingInterval: 2_000 },
  }),
}
