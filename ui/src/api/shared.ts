import type { Competition } from '../../../src/areas/competitions/contract.ts'
import { PAGE } from '../../../src/contracts/pages.ts'
import { MINUTE } from '../lib/durations.ts'
import { httpAll } from './http.ts'
import { read } from './reads.ts'

const FIXTURES = { topics: ['fixtures', 'clock'], fresh: { dedupingInterval: 2 * MINUTE } } as const

/** Reads that several features use; all others are in the `reads.ts` of their feature. */
export const shared = {
  user: read('/api/user', {
    // Its numbers depend on predictions and achievements.
    topics: ['user', 'predictions', 'achievements'],
    fresh: { dedupingInterval: 5 * MINUTE, revalidateIfStale: false },
  }),
  fixtures: read('/api/fixtures', FIXTURES),
  currentFixtures: read('/api/fixtures/current', FIXTURES),
  myLeagues: read('/api/user/leagues?standing=true', {
    topics: ['leagues', 'leaderboard', 'user', 'predictions', 'achievements'],
  }),
  competitions: read('/api/competitions', {
    topics: ['competitions', 'leaderboard', 'people'],
    // Read again when the next one starts or ends.
    fresh: { dedupingInterval: 2_000 },
  }),
  achievements: read('/api/achievements'),
  clubs: read('/api/teams', { topics: ['table'] }),
}

export const allCompetitions = () => httpAll<Competition>(shared.competitions.key, PAGE.competitions, ({ id }) => id)
