import type { LockedAccount } from '../../../../src/contracts/accounts.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { again } from '../../api/cache.ts'
import { httpAll } from '../../api/http.ts'
import { read } from '../../api/reads.ts'
import { LOG_ROWS, queryOf, type UsersView } from './users.ts'

const USERS = { topics: ['users', 'leaderboard'] } as const
const FIXTURES = { topics: ['fixtures', 'clock'] } as const

export const reads = {
  lockedAccounts: read('/api/admin/locked-accounts', {
    topics: ['lockouts'],
    fresh: { dedupingInterval: 2_000, refreshInterval: 30_000, ...again(30_000) },
  }),
  /** Looked at every 10 s, and every second while one is being rebuilt. */
  projections: read('/api/admin/projections', { fresh: { dedupingInterval: 500, ...again(10_000) } }),
  /** Asked every second while a run or a folding is under way. */
  retroactive: read('/api/admin/achievements/retroactive', { fresh: { dedupingInterval: 500, ...again(2_000) } }),
  reports: read('/api/admin/reports', { topics: ['messages', 'reports'], fresh: { dedupingInterval: 2_000 } }),
  users: read((view: UsersView) => `/api/admin/users?${queryOf(view)}`, USERS),
  usersSummary: read('/api/admin/users/summary', USERS),
  /** Asked each time somebody is about to be deleted. */
  consequences: read((userId: number) => `/api/admin/users/${userId}/consequences`, { fresh: { dedupingInterval: 0 } }),
  log: read((offset: number) => `/api/admin/log?limit=${LOG_ROWS}&offset=${offset}`, { topics: ['users'] }),
  resetRequests: read('/api/admin/reset-requests', { topics: ['reset-requests'], fresh: { dedupingInterval: 2_000 } }),
  gameweek: read((gameweek: number) => `/api/admin/fixtures?gameweek=${gameweek}`, FIXTURES),
  feed: read('/api/admin/fixtures/feed', FIXTURES),
  overdue: read('/api/admin/fixtures?overdue=true', FIXTURES),
}

/** All locked addresses, to the end of the list. */
export const allLockedAccounts = () =>
  httpAll<LockedAccount>(reads.lockedAccounts.key, PAGE.lockedAccounts, ({ ip }) => ip)
