import { read } from '../../api/reads.ts'

export const reads = {
  /** The reader's, locked ones too. */
  mine: read('/api/user/achievements', {
    topics: ['achievements', 'user', 'predictions'],
    fresh: { dedupingInterval: 2_000 },
  }),
}
