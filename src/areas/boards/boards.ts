import { createCache, REBUILD_TTL_MS } from '../../kernel/cache.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import type { LeaderboardEntry, LeaderboardPage } from './contract.ts'
import {
  type BoardOf,
  type BoardPosition,
  boardPositionOf,
  type PageOf,
  pageOf,
  playersNamed,
  type Start,
} from './leaderboard.ts'

/** A query of a board: a page in its order, the page around the reader, or players by name. */
export interface BoardQuery extends PageOf {
  /** Omitted for the board of the season. */
  readonly gameweek?: number | undefined
  /** Returns the page with the reader in the middle and ignores `offset`. */
  readonly around?: 'me' | undefined
  /** The beginning of names. */
  readonly search?: string | undefined
  /** True to include the parts of the points. */
  readonly withParts?: boolean
}

const [MAX_PAGES, MAX_READERS] = [500, 10_000]

export interface BoardDependencies {
  readonly db: ReadDb
  readonly seasons: Seasons
  /** Log position that a projection group has reached, as known to this node. */
  passed(group: string): string | null
}

/** The boards. The season defaults to the current one at `at`. Throws 404 for an unknown season. */
export function createBoards({ db, seasons, passed }: BoardDependencies) {
  const pages = createCache<LeaderboardEntry[]>({ max: MAX_PAGES, ttlMs: REBUILD_TTL_MS })
  const readers = createCache<BoardPosition>({ max: MAX_READERS, ttlMs: REBUILD_TTL_MS })
  const version = () => `${passed('people')} ${passed('play')} ${passed('achievements')}`

  const nameOf = ({ season, gameweek, withParts }: BoardOf) => `${season} ${gameweek} ${withParts}`

  const position = (of: BoardOf, reader: number, limit: number, offset: number | 'around') =>
    readers.get(`${nameOf(of)} ${reader} ${limit} ${offset}`, version(), () =>
      boardPositionOf(db, of, reader, { limit, offset }),
    )

  // The start is part of the key: a start read before a write must not select a page for readers after it.
  const rows = (of: BoardOf, { limit, offset }: PageOf, start?: Start) =>
    pages.get(`${nameOf(of)} ${limit} ${offset} ${JSON.stringify(start)}`, version(), () =>
      pageOf(db, of, { limit, offset }, start),
    )

  async function rowsFrom(of: BoardOf, limit: number, { offset, start }: BoardPosition) {
    return start === null ? [] : rows(of, { limit, offset }, start)
  }

  /** The requested board; null without a season. */
  async function boardOf(query: BoardQuery, seasonName: string | undefined, at: string): Promise<BoardOf | null> {
    const season = await seasons.resolve(seasonName, at)
    if (season === null) return null
    return { season, gameweek: query.gameweek ?? null, withParts: query.withParts ?? false }
  }

  return {
    async page(
      reader: number,
      query: BoardQuery,
      seasonName: string | undefined,
      at: string,
    ): Promise<LeaderboardPage> {
      const of = await boardOf(query, seasonName, at)
      if (of === null) return { entries: [], total: 0, me: null }
      const { limit, around, search } = query
      if (around === 'me') {
        const { total, me, ...begin } = await position(of, reader, limit, 'around')
        return { entries: await rowsFrom(of, limit, { total, me, ...begin }), total, me, offset: begin.offset }
      }
      if (search === undefined && query.offset > 0) {
        const start = await position(of, reader, limit, query.offset)
        return { entries: await rowsFrom(of, limit, start), total: start.total, me: start.me }
      }
      // Search results are not cached: each text is different, and they would evict common pages.
      const found = search === undefined ? rows(of, query) : playersNamed(db, of, search, query)
      const [entries, { total, me }] = await Promise.all([found, position(of, reader, limit, 0)])
      return { entries, total, me }
    },
    /** The entries without the reader's position. */
    async entries(reader: number, query: BoardQuery, seasonName: string | undefined, at: string) {
      const of = await boardOf(query, seasonName, at)
      if (of === null) return []
      if (query.offset === 0) return rows(of, query)
      return rowsFrom(of, query.limit, await position(of, reader, query.limit, query.offset))
    },
  }
}
