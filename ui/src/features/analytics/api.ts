import useSWR from 'swr'
import type { Analytics } from '../../../../src/areas/analytics/contract.ts'
import { read } from '../../api/reads.ts'

/** Prediction analytics of a season. A cutoff depends on the clock; a result changes the boards. */
const reads = {
  analytics: read(
    (season: string | null) => `/api/analytics/predictions${season === null ? '' : `?season=${season}`}`,
    { topics: ['fixtures', 'clock', 'leaderboard', 'leagues'] },
  ),
}

/** `null` selects the current season. */
export function useAnalytics(season: string | null) {
  return useSWR<Analytics>(reads.analytics.key(season), { keepPreviousData: true })
}
