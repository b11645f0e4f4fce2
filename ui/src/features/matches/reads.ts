import { read } from '../../api/reads.ts'
import { MINUTE } from '../../lib/durations.ts'

const AS_IT_STANDS = { topics: ['fixtures', 'clock', 'leaderboard', 'leagues', 'people'] } as const

export const reads = {
  match: read((id: number) => `/api/fixtures/${id}`, {
    topics: ['fixtures', 'clock', 'leagues'],
    // The counts before the cutoff are those of the last whole minute.
    fresh: { refreshInterval: MINUTE },
  }),
  history: read((id: number) => `/api/fixtures/${id}/history`, { topics: ['fixtures'] }),
  /** Matches under way, their goals, and the reader’s points as they stand. */
  live: read('/api/live', { topics: ['fixtures', 'clock', 'leaderboard', 'predictions'] }),
  board: read((limit: number) => `/api/leaderboard/provisional?limit=${limit}`, AS_IT_STANDS),
  league: read((id: number) => `/api/leagues/${id}/provisional`, AS_IT_STANDS),
  /** Revealed picks; null: of the members of all leagues of the reader. */
  picks: read(
    (id: number, leagueId: number | null) =>
      `/api/fixtures/${id}/picks${leagueId === null ? '' : `?league=${leagueId}`}`,
    { topics: ['leaderboard', 'clock', 'leagues', 'people'] },
  ),
}
