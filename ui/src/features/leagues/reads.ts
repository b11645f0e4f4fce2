import { read } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'
import type { StandingsOf } from './model.ts'

/** Members on a page of the standings and of the picks. */
export const PAGE = 50

export const reads = {
  mine: read(
    (offset: number) => (offset === 0 ? shared.myLeagues.key : `${shared.myLeagues.key}&offset=${offset}`),
    shared.myLeagues,
  ),
  /** Public leagues, and the reader's own on the first page. */
  discover: read((limit: number, offset: number) => `/api/leagues?limit=${limit}&offset=${offset}`, {
    topics: ['leagues'],
  }),
  /** A page of a league's standings: the season with the latest gameweeks, or one gameweek. */
  league: read(
    (id: number, { gameweek, limit, offset }: StandingsOf) =>
      `/api/leagues/${id}?limit=${limit}&offset=${offset}${gameweek === undefined ? '&recent=true' : `&gameweek=${gameweek}`}`,
    { topics: ['leagues', 'leaderboard', 'people'] },
  ),
  /** The league of an invitation link. A visitor may sign in on the page: refetched on each mount. */
  invitation: read((code: string) => `/api/join/${encodeURIComponent(code)}`, { fresh: { dedupingInterval: 2_000 } }),
  /** Revealed picks of a gameweek, a page of members. The clock reveals more of them. */
  picks: read(
    (id: number, gameweek: number, offset: number) =>
      `/api/leagues/${id}/picks?gameweek=${gameweek}&limit=${PAGE}&offset=${offset}`,
    { topics: ['leagues', 'leaderboard', 'fixtures', 'clock', 'people'] },
  ),
  ranks: read((id: number) => `/api/leagues/${id}/ranks`, { topics: ['leagues', 'leaderboard', 'people'] }),
  /** Statistics include prediction counts. */
  statistics: read((id: number) => `/api/leagues/${id}/statistics`, {
    topics: ['leagues', 'leaderboard', 'predictions', 'people'],
  }),
}
