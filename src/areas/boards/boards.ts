import { createBatchLoader } from '../../kernel/batch-loader.ts'
import { BodyBeside, createCache, REBUILD_TTL_MS, SerialisedBody } from '../../kernel/cache.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import type { LeaderboardPage } from './contract.ts'
import { type BoardOf, type BoardPosition, boardPositionsOf, type PageOf, pageOf, playersNamed } from './leaderboard.ts'

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
    readonly around: number | null
    /** The same for readers who share a statement. */
    readonly key: string
  }
  const readPosition = createBatchLoader<Wanted, BoardPosition>({
    max: MOST_READ,
    concurrency: STATEMENTS,
    async fetch(wanted) {
      const read = async ([key, same]: readonly [string, readonly Wanted[]]) => {
        const [{ of, around }] = same as [Wanted]
        const ids = [...new Set(same.map(({ reader }) => reader))]
        return [key, await boardPositionsOf(db, of, ids, around)] as const
      }
      const found = new Map(await Promise.all([...Map.groupBy(wanted, ({ key }) => key)].map(read)))
      return wanted.map(({ key, reader }) => found.get(key)!.get(reader)!)
    },
  })

  function position(of: BoardOf, reader: number, around: number | null = null): Promise<BoardPosition> {
    const key = `${nameOf(of)} ${around}`
    return readers.get(`${key} ${reader}`, version(), () => readPosition({ of, reader, around, key }))
  }

  const rows = (of: BoardOf, { limit, offset }: PageOf) =>
    pages.get(
      `${nameOf(of)} ${limit} ${offset}`,
      version(),
      async () => new SerialisedBody(await pageOf(db, of, { limit, offset })),
    )

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
        const { total, me, offset } = await position(of, reader, limit)
        return pageWith(await rows(of, { limit, offset }), { total, me, offset })
      }
      // Search results are not cached: each text is different, and they would evict common pages.
      const found =
        search === undefined
          ? rows(of, query)
          : playersNamed(db, of, search, query).then((entries) => new SerialisedBody(entries))
      const [entries, { total, me }] = await Promise.all([found, position(of, reader)])
      return pageWith(entries, { total, me })
    },
    /** The entries without the reader's position. */
    async entries(query: BoardQuery, seasonName: string | undefined, at: string): Promise<unknown> {
      const of = await boardOf(query, seasonName, at)
      return of === null ? [] : (await rows(of, query)).value
    },
  }
}

const NO_ROWS = new SerialisedBody([])

const pageWith = (entries: SerialisedBody, own: Omit<LeaderboardPage, 'entries'>): BodyBeside =>
  new BodyBeside('entries', entries, own)
