import { read } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'

/** They say more of what the reader of every page is told about themselves. */
const OWN = { topics: shared.user.topics } as const

export const reads = {
  profile: read('/api/profile', OWN),
  stats: read('/api/profile/stats', OWN),
  /** Signing in and out elsewhere tells nobody: asked again with each visit. */
  sessions: read('/api/user/sessions', { fresh: { dedupingInterval: 2_000 } }),
}
