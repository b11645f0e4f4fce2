import { read } from '../../api/reads.ts'
import { MINUTE } from '../../lib/durations.ts'
import type { FeedChoice } from './feed.ts'

/** A visitor may sign in on the page: refetched on each mount. */
const FRESH = { dedupingInterval: 2_000 }

const SHARES = { topics: ['shares', 'people'], fresh: FRESH } as const
const WITH_MATCHES = { topics: ['shares', 'fixtures', 'clock', 'people'], fresh: FRESH } as const

const path = (shareUrl: string) => `/api/shared-predictions/${shareUrl}`

export const reads = {
  /** The latest public shares and the reader's own. */
  recent: read('/api/shared-predictions', SHARES),
  share: read(path, WITH_MATCHES),
  comments: read((shareUrl: string) => `${path(shareUrl)}/comments`, SHARES),
  feed: read(
    ({ sort, type, isFollowing }: FeedChoice, limit: number) =>
      `/api/social-feed?sort=${sort}&type=${type}&limit=${limit}${isFollowing ? '&following=true' : ''}`,
    WITH_MATCHES,
  ),
  stats: read('/api/community-stats', SHARES),
  discover: read('/api/users/discover', { fresh: { dedupingInterval: MINUTE } }),
}
