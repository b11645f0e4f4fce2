import { read } from '../../api/reads.ts'

const TOPICS = ['final-table', 'fixtures', 'table', 'clock', 'people'] as const

const inSeason = (season: string | null, ...more: readonly string[]): string => {
  const query = [...(season === null ? [] : [`season=${season}`]), ...more].join('&')
  return query === '' ? '' : `?${query}`
}

/** Rows of a page of the board. */
export const ROWS = 25

/** Season null: the current one. */
export const reads = {
  about: read((season: string | null) => `/api/final-table${inSeason(season)}`, { topics: TOPICS }),
  /** A page of the board from a row on, or around the reader. */
  board: read(
    (season: string | null, from: number | 'me') =>
      `/api/final-table/board${inSeason(season, `limit=${ROWS}`, from === 'me' ? 'around=me' : `offset=${from}`)}`,
    { topics: TOPICS },
  ),
  mates: read((season: string | null) => `/api/final-table/mates${inSeason(season)}`, {
    topics: [...TOPICS, 'leagues'],
  }),
}
