import { again } from '../../api/cache.ts'
import { read } from '../../api/reads.ts'
import { LOG_ROWS, queryOf, type UsersView } from './users.ts'

const USERS = { topics: ['users', 'leaderboard', 'people'] } as const

export const reads = {
  /** Polled every 10 s, and every second during a rebuild. */
  projections: read('/api/admin/projections', { fresh: { dedupingInterval: 500, ...again(10_000) } }),
  users: read((view: UsersView) => `/api/admin/users?${queryOf(view)}`, USERS),
  usersSummary: read('/api/admin/users/summary', USERS),
  consequences: read((userId: number) => `/api/admin/users/${userId}/consequences`, { fresh: { dedupingInterval: 0 } }),
  log: read((offset: number) => `/api/admin/log?limit=${LOG_ROWS}&offset=${offset}`, { topics: ['users'] }),
}
