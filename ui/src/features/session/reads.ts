import { MINUTE } from '../../api/cache.ts'
import { read } from '../../api/reads.ts'

export const reads = {
  testimonials: read('/api/testimonials', { fresh: { dedupingInterval: 60 * MINUTE, shouldRetryOnError: false } }),
}
