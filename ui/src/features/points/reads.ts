import { read } from '../../api/reads.ts'

export const reads = {
  ledger: read('/api/user/points', {
    topics: ['user', 'predictions', 'achievements'],
    // Refetched each time the dialog opens.
    fresh: { dedupingInterval: 2_000 },
  }),
}
