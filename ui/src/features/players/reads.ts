import { read } from '../../api/reads.ts'

const SCORED = { topics: ['leaderboard'] } as const

export const reads = {
  player: read((id: number) => `/api/players/${id}`, {
    topics: ['leaderboard', 'predictions', 'achievements', 'leagues', 'shares', 'people'],
  }),
  gameweeks: read((id: number) => `/api/players/${id}/gameweeks`, SCORED),
  /** Of one gameweek; null: the one whose picks were revealed last. */
  predictions: read(
    (id: number, gameweek: number | null) =>
      `/api/players/${id}/predictions${gameweek === null ? '' : `?gameweek=${gameweek}`}`,
    { topics: ['leaderboard', 'fixtures', 'clock', 'leagues', 'shares', 'predictions'] },
  ),
}
