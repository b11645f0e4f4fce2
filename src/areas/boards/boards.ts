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

/** What is asked of a board: a page of it in its order, the page with the reader in its middle, or players by their names. */
export interface BoardQuery extends PageOf {
  /** Left out: the whole season's. */
  readonly gameweek?: number | undefined
  /** `offset` is then not looked at. */
  readonly around?: 'me' | undefined
  /** The beginning of names. */
  readonly search?: string | undefined
  /** Whether entries say what their points are made of. */
  readonly withParts?: boolean
}

const [MOST_PAGES, MOST_READERS] = [500, 10_000]

export interface BoardDependencies {
  readonly db: ReadDb
  readonly seasons: Seasons
  /** How far a projection group has come, as this node knows. */
  passed(group: string): string | null
}

/** The boards as pages ask for them: `season` left out is the current one at `at`; an unknown one is a 404. */
export function createBoards({ db, seasons, passed }: BoardDependencies) {
  const pages = createCache<LeaderboardEntry[]>({ max: MOST_PAGES, ttlMs: REBUILD_TTL_MS })
  const readers = createCache<BoardPosition>({ max: MOST_READERS, ttlMs: REBUILD_TTL_MS })
  const version = () => `${passed('people')} ${passed('play')} ${passed('achievements')}`

  const nameOf = ({ season, gameweek, withParts }: BoardOf) => `${season} ${gameweek} ${withParts}`

  const standing = (of: BoardOf, reader: number, limit: number, offset: number | 'around') =>
    readers.get(`${nameOf(of)} ${reader} ${limit} ${offset}`, version(), () =>
      boardPositionOf(db, of, reader, { limit, offset }),
    )

  // The start is part of the key: one that was read before a write must not give a page to readers after it.
  const rows = (of: BoardOf, { limit, offset }: PageOf, start?: Start) =>
    pages.get(`${nameOf(of)} ${limit} ${offset} ${JSON.stringify(start)}`, version(), () =>
      pageOf(db, of, { limit, offset }, start),
    )

  async function rowsFrom(of: BoardOf, limit: number, { offset, start }: BoardPosition) {
    return start === null ? [] : rows(of, { limit, offset }, start)
  }

  /** The board that is asked for; null while there is no season. */
  async function boardOf(query: BoardQuery, asked: string | undefined, at: string): Promise<BoardOf | null> {
    const season = await seasons.resolve(asked, at)
    if (season === null) return null
    return { season, gameweek: query.gameweek ?? null, withParts: query.withParts ?? false }
  }

  return {
    async page(reader: number, query: BoardQuery, asked: string | undefined, at: string): Promise<LeaderboardPage> {
      const of = await boardOf(query, asked, at)
      if (of === null) return { entries: [], total: 0, me: null }
      const { limit, around, search } = query
      if (around === 'me') {
        const { total, me, ...begin } = await standing(of, reader, limit, 'around')
        return { entries: await rowsFrom(of, limit, { total, me, ...begin }), total, me, offset: begin.offset }
      }
      if (search === undefined && query.offset > 0) {
        const stands = await standing(of, reader, limit, query.offset)
        return { entries: await rowsFrom(of, limit, stands), total: stands.total, me: stands.me }
      }
      // What is typed is different each time: it would push out what many ask for.
      const found = search === undefined ? rows(of, query) : playersNamed(db, of, search, query)
      const [entries, { total, me }] = await Promise.all([found, standing(of, reader, limit, 0)])
      return { entries, total, me }
    },
    /** Entries alone. */
    async entries(reader: number, query: BoardQuery, asked: string | undefined, at: string) {
      const of = await boardOf(query, asked, at)
      if (of === null) return []
      if (query.offset === 0) return rows(of, query)
      return rowsFrom(of, query.limit, await standing(of, reader, query.limit, query.offset))
    },
  }
}
