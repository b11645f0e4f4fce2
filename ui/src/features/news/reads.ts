import { MINUTE } from '../../api/cache.ts'
import { read } from '../../api/reads.ts'

const FRESH = { fresh: { dedupingInterval: 10 * MINUTE, refreshInterval: 15 * MINUTE } } as const

export const reads = {
  /** A panel's worth. */
  news: read('/api/news', FRESH),
  latest: read('/api/news?limit=50', FRESH),
  story: read((slug: string) => `/api/news/${slug}`, FRESH),
}
