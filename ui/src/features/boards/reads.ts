import { read } from '../../api/reads.ts'
import type { PastPage } from './past.ts'

/** Rows include prediction and achievement counts. */
const BOARD = { topics: ['leaderboard', 'predictions', 'achievements', 'people'] } as const

const ofGameweek = (gameweek: number | undefined): string => (gameweek === undefined ? '' : `&gameweek=${gameweek}`)

const ofSeason = (season: string | null): string => (season === null ? '' : `season=${encodeURIComponent(season)}&`)

const pastQueryOf = ({ season, gameweek, as, from, name }: PastPage, limit: number): string =>
  `${ofSeason(season)}asOf=${gameweek}&view=${as}&limit=${limit}` +
  (name !== '' ? `&search=${encodeURIComponent(name)}` : from === 'me' ? '&around=me' : `&offset=${from}`)

export const reads = {
  /** A page of the season's or a gameweek's board, with the reader's own row. */
  page: read(
    (limit: number, offset: number, gameweek?: number) =>
      `/api/leaderboard?limit=${limit}&offset=${offset}&parts=true${ofGameweek(gameweek)}`,
    BOARD,
  ),
  /** The page of the season's or a gameweek's board around the reader. */
  around: read(
    (limit: number, gameweek?: number) => `/api/leaderboard?around=me&limit=${limit}&parts=true${ofGameweek(gameweek)}`,
    BOARD,
  ),
  /** Players whose names start with `name`. */
  named: read(
    (name: string, limit: number, gameweek?: number) =>
      `/api/leaderboard?search=${encodeURIComponent(name)}&limit=${limit}&parts=true${ofGameweek(gameweek)}`,
    BOARD,
  ),
  gameweek: read((gameweek: number) => `/api/leaderboard/gameweek/${gameweek}`, BOARD),
  /** Settled gameweeks, with the number of results changed since. */
  settled: read(
    (season: string | null) =>
      `/api/leaderboard/gameweeks${season === null ? '' : `?season=${encodeURIComponent(season)}`}`,
    { topics: ['leaderboard'] },
  ),
  /** Seasons with boards through time. */
  seasons: read('/api/leaderboard/seasons', { topics: ['leaderboard', 'fixtures'] }),
  /** A page of the board after a settled gameweek. */
  past: read((page: PastPage, limit: number) => `/api/leaderboard?${pastQueryOf(page, limit)}`, {
    topics: ['leaderboard', 'people'],
  }),
  /** The same of a league. */
  pastLeague: read(
    (leagueId: number, page: PastPage, limit: number) => `/api/leagues/${leagueId}?${pastQueryOf(page, limit)}`,
    { topics: ['leaderboard', 'people', 'leagues'] },
  ),
  winners: read('/api/leaderboard/winners', { topics: ['leaderboard', 'people'] }),
  ranks: read(
    (rivals: readonly number[]) => `/api/leaderboard/ranks${rivals.length === 0 ? '' : `?rivals=${rivals.join(',')}`}`,
    { topics: ['leaderboard'] },
  ),
}
