import { createBatchLoader } from '../../kernel/batch-loader.ts'
import { BodyBeside, createCache, REBUILD_TTL_MS, SerialisedBody } from '../../kernel/cache.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import type { LeaderboardPage } from './contract.ts'
import {
  type BoardOf,
  type BoardPageQuery,
  type BoardPosition,
  boardPositionsOf,
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
/** Most readers per statement, and concurrent statements. */
const [MOST_READ, STATEMENTS] = [200, 2]

export interface BoardDependencies {
  readonly db: ReadDb
  readonly seasons: Seasons
  /** Log position that a projection group has reached, as known to this node. */
  passed(group: string): string | null
}

/**
 * The boards. The season defaults to the current one at `at`. Throws 404 for an unknown season. The entries of a page
 * are read and serialised once for all readers; only the own rows are read for each, together.
 */
export function createBoards({ db, seasons, passed }: BoardDependencies) {
  const pages = createCache<SerialisedBody>({ max: MAX_PAGES, ttlMs: REBUILD_TTL_MS })
  const readers = createCache<BoardPosition>({ max: MAX_READERS, ttlMs: REBUILD_TTL_MS })
  const version = () => `${passed('people')} ${passed('play')} ${passed('achievements')}`

  const nameOf = ({ season, gameweek, withParts }: BoardOf) => `${season} ${gameweek} ${withParts}`

  interface Wanted {
    readonly of: BoardOf
    readonly reader: number
    readonly page: BoardPageQuery
    /** The same for readers who share a statement. */
    readonly key: string
  }
  const readPosition = createBatchLoader<Wanted, BoardPosition>({
    max: MOST_READ,
    concurrency: STATEMENTS,
    async fetch(wanted) {
      const read = async ([key, same]: readonly [string, readonly Wanted[]]) => {
        const [{ of, page }] = same as [Wanted]
        const ids = [...new Set(same.map(({ reader }) => reader))]
        return [key, await boardPositionsOf(db, of, ids, page)] as const
      }
      const found = new Map(await Promise.all([...Map.groupBy(wanted, ({ key }) => key)].map(read)))
      return wanted.map(({ key, reader }) => found.get(key)!.get(reader)!)
    },
  })

  function position(of: BoardOf, reader: number, limit: number, offset: number | 'around'): Promise<BoardPosition> {
    const key = `${nameOf(of)} ${limit} ${offset}`
    return readers.get(`${key} ${reader}`, version(), () => readPosition({ of, reader, page: { limit, offset }, key }))
  }

  // The start is part of the key: a start read before a write must not select a page for readers after it.
  const rows = (of: BoardOf, { limit, offset }: PageOf, start?: Start) =>
    pages.get(
      `${nameOf(of)} ${limit} ${offset} ${JSON.stringify(start)}`,
      version(),
      async () => new SerialisedBody(await pageOf(db, of, { limit, offset }, start)),
    )

  async function rowsFrom(of: BoardOf, limit: number, { offset, start }: BoardPosition) {
    return start === null ? NO_ROWS : rows(of, { limit, offset }, start)
  }

  /** The requested board; null without a season. */
  async function boardOf(query: BoardQuery, seasonName: string | undefined, at: string): Promise<BoardOf | null> {
    const season = await seasons.resolve(seasonName, at)
    if (season === null) return null
    return { season, gameweek: query.gameweek ?? null, withParts: query.withParts ?? false }
  }

  return {
    /** A `LeaderboardPage`. */
    async page(reader: number, query: BoardQuery, seasonName: string | undefined, at: string): Promise<BodyBeside> {
      const of = await boardOf(query, seasonName, at)
      if (of === null) return pageWith(NO_ROWS, { total: 0, me: null })
      const { limit, around, search } = query
      if (around === 'me') {
        const { total, me, ...begin } = await position(of, reader, limit, 'around')
        const { offset } = begin
        return pageWith(await rowsFrom(of, limit, { total, me, ...begin }), { total, me, offset })
      }
      if (search === undefined && query.offset > 0) {
        const start = await position(of, reader, limit, query.offset)
        return pageWith(await rowsFrom(of, limit, start), { total: start.total, me: start.me })
      }
      // Search results are not cached: each text is different, and they would evict common pages.
      const found =
        search === undefined
          ? rows(of, query)
          : playersNamed(db, of, search, query).then((entries) => new SerialisedBody(entries))
      const [entries, { total, me }] = await Promise.all([found, position(of, reader, limit, 0)])
      return pageWith(entries, { total, me })
    },
    /** The entries without the reader's position. */
    async entries(reader: number, query: BoardQuery, seasonName: string | undefined, at: string): Promise<unknown> {
      const of = await boardOf(query, seasonName, at)
      if (of === null) return []
      const { limit, offset } = query
      const start = offset === 0 ? null : await position(of, reader, limit, offset)
      return (await (start ? rowsFrom(of, limit, start) : rows(of, query))).value
    },
  }
}

const NO_ROWS = new SerialisedBody([])

const pageWith = (entries: SerialisedBody, own: Omit<LeaderboardPage, 'entries'>): BodyBeside =>
  new BodyBeside('entries', entries, own)
