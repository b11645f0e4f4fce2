import { read } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'

/** Same live topics as the current user, whose data these reads extend. */
const OWN = { topics: shared.user.topics } as const

export const reads = {
  profile: read('/api/profile', OWN),
  stats: read('/api/profile/stats', OWN),
  /** Sign-ins and sign-outs elsewhere send no live update: refetched on each visit. */
  sessions: read('/api/user/sessions', { fresh: { dedupingInterval: 2_000 } }),
  /** Includes which actions of this session need no password; that depends on its age. */
  passkeys: read('/api/user/passkeys', { fresh: { dedupingInterval: 2_000 } }),
}
