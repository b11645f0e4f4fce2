import type { Kysely } from 'kysely'
import type { LeaderboardEntry, LeaderboardPage } from '../contracts/boards.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { createMemo, type Kept } from '../kernel/memo.ts'
import { gameweekBoard, type PageOf, standingOf, topOf } from './leaderboard.ts'

/** The boards as pages ask for them: `season` left out is the current one at `at`; an unknown one is a 404. */
export interface Boards {
  page(reader: number, of: PageOf, season: string | undefined, at: string): Promise<LeaderboardPage>
  top(of: PageOf, season: string | undefined, at: string): Promise<LeaderboardEntry[]>
  gameweek(gameweek: number, of: PageOf, season: string | undefined, at: string): Promise<LeaderboardEntry[]>
}

export interface BoardDependencies {
  readonly db: Kysely<unknown>
  readonly seasons: Seasons
  /** How far a projection group has come, as this node knows. */
  passed(group: string): string | null
}

export function createBoards({ db, seasons, passed }: BoardDependencies): Boards {
  const memo = createMemo({
    version: () => `${passed('people')} ${passed('play')} ${passed('achievements')}`,
    now: () => performance.now(),
  })

  const top = (kept: Kept, season: string, { limit, offset }: PageOf) =>
    kept.get(`top ${season} ${limit} ${offset}`, () => topOf(db, season, { limit, offset }))

  return {
    async page(reader, of, asked, at) {
      const kept = memo.now()
      const season = await seasons.resolve(asked, at)
      if (season === null) return { entries: [], total: 0, me: null }
      const [entries, standing] = await Promise.all([
        top(kept, season, of),
        kept.get(`reader ${season} ${reader}`, () => standingOf(db, season, reader)),
      ])
      return { entries, ...standing }
    },
    async top(of, asked, at) {
      const kept = memo.now()
      const season = await seasons.resolve(asked, at)
      return season === null ? [] : top(kept, season, of)
    },
    async gameweek(gameweek, { limit, offset }, asked, at) {
      const kept = memo.now()
      const season = await seasons.resolve(asked, at)
      if (season === null) return []
      const name = `gameweek ${season} ${gameweek} ${limit} ${offset}`
      return kept.get(name, () => gameweekBoard(db, season, gameweek, { limit, offset }))
    },
  }
}
