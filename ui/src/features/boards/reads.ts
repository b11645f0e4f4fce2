import { read } from '../../api/reads.ts'

/** A row counts predictions and achievements too. */
const BOARD = { topics: ['leaderboard', 'predictions', 'achievements', 'people'] } as const

const ofGameweek = (gameweek: number | undefined): string => (gameweek === undefined ? '' : `&gameweek=${gameweek}`)

export const reads = {
  season: read((limit: number, offset: number) => `/api/leaderboard?limit=${limit}&offset=${offset}&parts=true`, BOARD),
  /** The page of the season's board, or a gameweek's, with the reader in its middle. */
  around: read(
    (limit: number, gameweek?: number) => `/api/leaderboard?around=me&limit=${limit}&parts=true${ofGameweek(gameweek)}`,
    BOARD,
  ),
  /** A page of a gameweek's board with the reader's own row. */
  gameweekPage: read(
    (gameweek: number, limit: number, offset: number) =>
      `/api/leaderboard?limit=${limit}&offset=${offset}&gameweek=${gameweek}`,
    BOARD,
  ),
  /** Players whose names begin so. */
  named: read(
    (name: string, limit: number, gameweek?: number) =>
      `/api/leaderboard?search=${encodeURIComponent(name)}&limit=${limit}&parts=true${ofGameweek(gameweek)}`,
    BOARD,
  ),
  gameweek: read((gameweek: number) => `/api/leaderboard/gameweek/${gameweek}`, BOARD),
  /** Who has won each settled gameweek. */
  winners: read('/api/leaderboard/winners', { topics: ['leaderboard', 'people'] }),
  /** Ranks of the reader and of others after each gameweek. */
  ranks: read(
    (rivals: readonly number[]) => `/api/leaderboard/ranks${rivals.length === 0 ? '' : `?rivals=${rivals.join(',')}`}`,
    { topics: ['leaderboard'] },
  ),
}
