import { read } from '../../api/reads.ts'

export const reads = {
  ledger: read('/api/user/points', {
    topics: ['user', 'predictions', 'achievements'],
    // Fresh each time it is opened.
    fresh: { dedupingInterval: 2_000 },
  }),
}
