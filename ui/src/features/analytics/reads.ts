import { read } from '../../api/reads.ts'

/** What picks came to, of the current season or another. A match closes by the clock, a result changes the boards. */
export const reads = {
  analytics: read(
    (season: string | null) => `/api/analytics/predictions${season === null ? '' : `?season=${season}`}`,
    { topics: ['fixtures', 'clock', 'leaderboard', 'leagues'] },
  ),
}
