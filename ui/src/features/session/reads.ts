import { read } from '../../api/reads.ts'
import { MINUTE } from '../../lib/durations.ts'

export const reads = {
  testimonials: read('/api/testimonials', { fresh: { dedupingInterval: 60 * MINUTE, shouldRetryOnError: false } }),
}
