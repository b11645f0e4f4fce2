import type { LeaderboardEntry, LeaderboardPage } from '../contracts/boards.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { createMemo, type Kept } from '../kernel/memo.ts'
import type { ReadDb } from '../slice/read-models.ts'
import {
  type BoardOf,
  type PageOf,
  pageOf,
  playersNamed,
  type Standing,
  type Start,
  standingOf,
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

/** The boards as pages ask for them: `season` left out is the current one at `at`; an unknown one is a 404. */
export interface Boards {
  page(reader: number, query: BoardQuery, season: string | undefined, at: string): Promise<LeaderboardPage>
  /** Entries alone. */
  entries(reader: number, query: BoardQuery, season: string | undefined, at: string): Promise<LeaderboardEntry[]>
}

export interface BoardDependencies {
  readonly db: ReadDb
  readonly seasons: Seasons
  /** How far a projection group has come, as this node knows. */
  passed(group: string): string | null
}

export function createBoards({ db, seasons, passed }: BoardDependencies): Boards {
  const memo = createMemo({
    version: () => `${passed('people')} ${passed('play')} ${passed('achievements')}`,
    now: () => performance.now(),
  })

  const nameOf = ({ season, gameweek, withParts }: BoardOf) => `${season} ${gameweek} ${withParts}`

  const standing = (kept: Kept, of: BoardOf, reader: number, limit: number, offset: number | 'around') =>
    kept.get(`reader ${nameOf(of)} ${reader} ${limit} ${offset}`, () => standingOf(db, of, reader, { limit, offset }))

  const rows = (kept: Kept, of: BoardOf, { limit, offset }: PageOf, start?: Start) =>
    kept.get(`page ${nameOf(of)} ${limit} ${offset}`, () => pageOf(db, of, { limit, offset }, start))

  async function rowsFrom(kept: Kept, of: BoardOf, limit: number, { offset, start }: Standing) {
    return start === null ? [] : rows(kept, of, { limit, offset }, start)
  }

  /** The board that is asked for; null while there is no season. */
  async function boardOf(query: BoardQuery, asked: string | undefined, at: string): Promise<BoardOf | null> {
    const season = await seasons.resolve(asked, at)
    if (season === null) return null
    return { season, gameweek: query.gameweek ?? null, withParts: query.withParts ?? false }
  }

  return {
    async page(reader, query, asked, at) {
      const kept = memo.now()
      const of = await boardOf(query, asked, at)
      if (of === null) return { entries: [], total: 0, me: null }
      const { limit, around, search } = query
      if (around === 'me') {
        const { total, me, ...begin } = await standing(kept, of, reader, limit, 'around')
        return { entries: await rowsFrom(kept, of, limit, { total, me, ...begin }), total, me, offset: begin.offset }
      }
      if (search === undefined && query.offset > 0) {
        const stands = await standing(kept, of, reader, limit, query.offset)
        return { entries: await rowsFrom(kept, of, limit, stands), total: stands.total, me: stands.me }
      }
      // What is typed is different each time: it would push out what many ask for.
      const found = search === undefined ? rows(kept, of, query) : playersNamed(db, of, search, query)
      const [entries, { total, me }] = await Promise.all([found, standing(kept, of, reader, limit, 0)])
      return { entries, total, me }
    },
    async entries(reader, query, asked, at) {
      const kept = memo.now()
      const of = await boardOf(query, asked, at)
      if (of === null) return []
      if (query.offset === 0) return rows(kept, of, query)
      return rowsFrom(kept, of, query.limit, await standing(kept, of, reader, query.limit, query.offset))
    },
  }
}
