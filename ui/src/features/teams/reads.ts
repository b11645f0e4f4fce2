import { read } from '../../api/reads.ts'

export const reads = {
  ofLeague: read(
    (leagueId: number, offset?: number) => `/api/leagues/${leagueId}/teams${offset ? `?offset=${offset}` : ''}`,
    { topics: ['leagues', 'leaderboard', 'people'] },
  ),
}
