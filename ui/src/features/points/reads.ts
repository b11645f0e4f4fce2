import { read } from '../../api/reads.ts'

export const reads = {
  /** The reader's ledger. Fresh each time it is opened. */
  ledger: read('/api/user/points', {
    topics: ['user', 'predictions', 'achievements'],
    fresh: { dedupingInterval: 2_000 },
  }),
}
